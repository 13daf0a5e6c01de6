internal import IdentityContract
internal import QixShake

/// `qix shake tv`
struct ShakeTV: OldCommand {
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Who shakes: usr_… or external id", isRequired: true)
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "Its name or cmp_…; without it the one that fits")
  private static let code = OldOption("code", .text, placeholder: "CODE", "The code that is on the screen")
  private static let channel = OldOption(
    "channel", .channel, "The channel that the user watches, where there are several")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Shake once: the same key again gives the first answer")

  static let declaration = Declaration(
    "tv", "Shake while a programme is on.", roles: [.operator, .integrator],
    discussion: """
      It counts at the moment when the command runs, once for each user and broadcast. Where the campaign asks for the \
      code on the screen and none or a wrong one is given, the shake stays open: the same key may come again with \
      another code. A shake that doesn't count has exit code 6.
      """,
    parameters: [user, campaign, code, channel, key],
    examples: [
      Example("qix shake tv --user shop-4711 --campaign quiz", "in whatever is on"),
      Example(
        "qix shake tv --user shop-4711 --campaign quiz --code K7QM2X --idempotency-key 8812 --json",
        "with the code on the screen, once however often it is sent"),
    ], effect: .changes)

  private let user: String
  private let campaign: String?
  private let code: String?
  private let channel: String?
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(Self.user)
    campaign = arguments[Self.campaign]
    code = arguments[Self.code]
    channel = arguments[Self.channel]
    key = arguments[Self.key]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let directory = try context.service(Users.directory)
    let user = try context.database.read { connection in
      guard let found = try directory.find(self.user, in: connection) else { throw UserError.notFound(self.user) }
      return found
    }
    var evidence = JSONObject()
    if let code { evidence["code"] = .string(code) }
    if let channel { evidence["channel"] = .string(channel) }
    let request = ShakeRequest(
      user: user, type: TVShakeType.name, campaign: campaign, evidence: Evidence(evidence), key: key)
    let answer = try context.service(Shakes.runner).run(request, reason: reason, isDryRun: isDryRun)
    let (outcome, coins, transfer): (String, Int64, String?)
    switch answer.outcome {
    case .won(let won, let posted): (outcome, coins, transfer) = ("won", won, posted)
    case .nothing, .waits: (outcome, coins, transfer) = ("nothing", 0, nil)
    case .refused(let refusal): throw TVShakeError.refused(refusal)
    case .needsMore(let step): throw TVShakeError.unfinished(step)
    }
    var document = Document("shake.tv/1")
    document.primary = "\(answer.shake)"
    document.field("shake", "shake", .identifier("\(answer.shake)"))
    document.field("campaign", "campaign", .identifier("\(answer.campaign)"))
    document.field("outcome", "outcome", .text(outcome))
    document.field("coins", "coins", .coins(coins))
    document.field("transfer", "transfer", transfer.map(Cell.identifier) ?? .missing)
    document.field("replayed", "replayed", .boolean(answer.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed."
        : answer.isReplay
          ? "The key was used before: this is the answer of that time, and nothing moved now."
          : "Next: `qix wallet show \(self.user)`.")
  }
}
