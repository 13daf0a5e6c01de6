internal import IdentityContract
internal import QixShake

/// `qix shake receipt`
struct ShakeReceipt: OldCommand {
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Whose receipt it is: usr_… or external id", isRequired: true)
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "Its name or cmp_…; without it the one that fits")
  private static let image = OldOption(
    "image", .file, "A picture of the whole receipt: JPEG, PNG, WebP, HEIC or PDF; - is standard input",
    isRequired: true)
  private static let device = OldOption(
    "device", .text, placeholder: "NAME", "What the device calls itself; a keyed hash is kept")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Shake once: the same key again gives the first answer")

  static let declaration = Declaration(
    "receipt", "Shake with a picture of a till receipt.", roles: [.operator, .integrator],
    discussion: """
      The picture is read by a process of its own that has no rights. A receipt counts once, for all users and campaigns \
      together. Where what was read isn't sure, or looks like another receipt, nothing is guessed: the outcome is \
      'waits', the exit code 0, and the coins come when a person has approved it. A receipt that doesn't count has exit \
      code 6.
      """,
    parameters: [user, campaign, image, device, key],
    examples: [
      Example("qix shake receipt --user shop-4711 --campaign summer --image receipt.jpg", "one receipt"),
      Example(
        "qix shake receipt --user shop-4711 --image receipt.jpg --idempotency-key up-8812 --json",
        "once, however often it is sent"),
    ], effect: .changes)

  private let user: String
  private let campaign: String?
  private let image: String
  private let device: String?
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(Self.user)
    campaign = arguments[Self.campaign]
    image = try arguments.require(Self.image)
    device = arguments[Self.device]
    key = arguments[Self.key]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let user = try context.database.read { try ReceiptNamed.user(self.user, context, in: $0) }
    let sight = try ReceiptNamed.sight(of: image, toldBy: Self.image.form.label, context)
    if !isDryRun { try ReceiptKeys.ensure(context) }
    let answer = try context.service(Shakes.runner).run(
      ShakeRequest(
        user: user, type: ReceiptShake.name, campaign: campaign, context: ShakeContext(device: device),
        sights: ["image": sight], key: key),
      reason: reason, isDryRun: isDryRun)
    let (outcome, coins, transfer, notice): (String, Int64, String?, Notice?)
    switch answer.outcome {
    case .won(let won, let posted): (outcome, coins, transfer, notice) = ("won", won, posted, nil)
    case .nothing: (outcome, coins, transfer, notice) = ("nothing", 0, nil, nil)
    case .waits(let found): (outcome, coins, transfer, notice) = ("waits", 0, nil, found)
    case .refused(let refusal): throw ReceiptShakeError.refused(refusal)
    case .needsMore: throw ReceiptShakeError.notPrepared
    }
    // A dry run's ids name nothing.
    let names = !isDryRun || answer.isReplay
    var document = Document("shake.receipt/1")
    if names { document.primary = "\(answer.shake)" }
    document.field("shake", "shake", names ? .identifier("\(answer.shake)") : .missing)
    document.field("receipt", "receipt", names ? .identifier("\(ReceiptID(of: answer.shake))") : .missing)
    document.field("campaign", "campaign", .identifier("\(answer.campaign)"))
    document.field("outcome", "outcome", .text(outcome))
    document.field("coins", "coins", .coins(coins))
    document.field("transfer", "transfer", names ? transfer.map(Cell.identifier) ?? .missing : .missing)
    document.field("waits", "waits", notice.map { .text($0.code) } ?? .missing)
    document.field("message", "because", notice.map { .text($0.sentence) } ?? .missing)
    document.field("replayed", "replayed", .boolean(answer.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if answer.isReplay {
      context.terminal.note("The key was used before: this is the answer of that time, and nothing moved now.")
    } else if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if notice != nil, context.mayRun("receipt review show", ShowReview.self) {
      context.terminal.note("Next: `qix receipt review show \(ReceiptID(of: answer.shake))`.")
    } else {
      context.terminal.note("Next: `qix wallet show \(self.user)`.")
    }
  }
}
