internal import IdentityContract
internal import QixShake

/// `qix shake tv`
struct ShakeTV: ShakeCommand {
  static let declaration = Declaration(
    "tv", "Shake while a programme is on.", roles: [.operator, .integrator, .user],
    discussion: """
      The shake counts at the time the command runs, once per user and broadcast. If the campaign needs the code on \
      screen, a missing or wrong code leaves the shake open. Send the same key again with another code. A shake that \
      doesn't count has \(exit: .refused).
      """,
    examples: [
      Example("qix shake tv --user shop-4712 --campaign harvest", "for the current programme"),
      Example(
        "qix shake tv --user shop-4711 --campaign quiz --code K7QM2X --idempotency-key 8812 --json",
        "with the code on screen; counts once even if sent again"),
    ],
    answer: .shake("shake.tv/1"), effect: .changes, givenByCustomers: ["campaign", "code", "channel"])

  private let shake = ShakeOptions<String?>()
  @Option("code", .text, placeholder: "CODE", "The code on the screen") private var code: String?
  @Option("channel", .channel, "The channel the user watches, if there are several")
  private var channel: String?
  private let key = ShakeKey()

  func request(in context: Context) throws -> ShakeRequest {
    var evidence = JSONObject()
    if let code { evidence["code"] = .string(code) }
    if let channel { evidence["channel"] = .string(channel) }
    return ShakeRequest(
      user: try context.user(shake.user), type: TVShakeType.name, campaign: shake.campaign,
      evidence: Evidence(evidence), key: key.text)
  }

  func document(of answer: ShakeAnswer, in context: Context) throws -> Document {
    try answer.document(
      "shake.tv/1", user: shake.user, in: context,
      needing: { step in
        Failure(
          "tvshake.\(step.name)", .refused, step.sentence,
          hint: "Shake again with --code and the code on the screen.")
      })
  }
}
