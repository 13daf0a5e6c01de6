internal import IdentityContract
internal import QixShake

/// `qix shake tv`
struct ShakeTV: Command {
  static let declaration = Declaration(
    "tv", "Shake while a programme is on.", roles: [.operator, .integrator, .user],
    discussion: """
      It counts at the moment when the command runs, once for each user and broadcast. Where the campaign asks for the \
      code on the screen and none or a wrong one is given, the shake stays open: the same key may come again with \
      another code. A shake that doesn't count has exit code 6.
      """,
    examples: [
      Example("qix shake tv --user shop-4712 --campaign harvest", "in whatever is on"),
      Example(
        "qix shake tv --user shop-4711 --campaign quiz --code K7QM2X --idempotency-key 8812 --json",
        "with the code on the screen, once however often it is sent"),
    ],
    answer: .shake("shake.tv/1"), effect: .changes, givenByCustomers: ["campaign", "code", "channel"])

  private let shake = ShakeOptions<String?>()
  @Option("code", .text, placeholder: "CODE", "The code that is on the screen") private var code: String?
  @Option("channel", .channel, "The channel that the user watches, where there are several")
  private var channel: String?
  private let key = ShakeKey()

  func run(in context: Context) throws -> Document {
    var evidence = JSONObject()
    if let code { evidence["code"] = .string(code) }
    if let channel { evidence["channel"] = .string(channel) }
    let answer = try context.shake(
      ShakeRequest(
        user: context.user(shake.user), type: TVShakeType.name, campaign: shake.campaign, evidence: Evidence(evidence),
        key: key.text))
    return try answer.document(
      "shake.tv/1", user: shake.user, in: context,
      needing: { step in
        Failure(
          "tvshake.\(step.name)", .refused, step.sentence,
          hint: "Shake again with --code and the code that is on the screen.")
      })
  }
}
