internal import IdentityContract
internal import QixGS1
internal import QixLens
internal import QixShake

/// `qix shake scan`
struct ShakeScan: OldCommand {
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Who shakes: usr_… or external id", isRequired: true)
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "Its name or cmp_…; without it the one that fits")
  private static let image = OldOption(
    "image", .file, "A photo of the barcode: JPEG, PNG, WebP, HEIC, PDF; - is standard input")
  private static let code = OldOption(
    "code", .text, placeholder: "CODE", "The digits below the bars, where the campaign takes typed codes")
  private static let place = OldOption(
    "place", .text, placeholder: "PLACE", "Where the user is, as the campaign calls it")
  private static let device = OldOption("device", .text, placeholder: "DEVICE", "What the device calls itself")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Shake once: the same key again gives the first answer")

  static let declaration = Declaration(
    "scan", "Scan a product's barcode.", roles: [.operator, .integrator],
    discussion: """
      The picture is read in a process of its own with limits on memory, time and what it may do; its SHA-256 is kept, the \
      picture is not. A scan that doesn't count has exit code 6.
      """,
    parameters: [user, campaign, image, code, place, device, key],
    examples: [
      Example("qix shake scan --user shop-4711 --campaign summer --image photo.jpg", "a photo"),
      Example("qix shake scan --user shop-4711 --campaign summer --code 4006381333931", "typed by hand"),
    ], effect: .changes)

  private let user: String
  private let campaign: String?
  private let image: String?
  private let code: String?
  private let place: String?
  private let device: String?
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(Self.user)
    campaign = arguments[Self.campaign]
    image = arguments[Self.image]
    code = arguments[Self.code]
    place = arguments[Self.place]
    device = arguments[Self.device]
    key = arguments[Self.key]
    guard (image == nil) != (code == nil) else {
      throw UsageError("either --image or --code is needed", hint: "A scan is one photo, or one code.")
    }
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
    var sights: [String: Sight] = [:]
    if let image {
      let file = try LensFile.given(
        image, most: BarcodesOperation.limits.fileBytes, toldBy: nil, in: context.terminal)
      sights = try Sights.look(at: ["image": file], for: ScanShake.self, lens: context.lens)
    }
    let request = ShakeRequest(
      user: user, type: ScanShake.name, campaign: campaign, context: ShakeContext(place: place, device: device),
      evidence: Evidence(evidence), sights: sights, key: key)
    let answer = try context.service(Shakes.runner).run(request, reason: reason, isDryRun: isDryRun)
    let (outcome, coins, transfer): (String, Int64, String?)
    switch answer.outcome {
    case .won(let won, let posted): (outcome, coins, transfer) = ("won", won, posted)
    case .nothing: (outcome, coins, transfer) = ("nothing", 0, nil)
    case .refused(let refusal): throw ScanShakeError.refused(refusal)
    case .waits: (outcome, coins, transfer) = ("waits", 0, nil)
    case .needsMore(let step): throw ScanShakeError.refused(Refusal("scanshake.\(step.name)", step.sentence))
    }
    let scan = try context.database.read { connection in
      try connection.first(
        "SELECT \(Scan.columns) FROM scanshake_scans WHERE shake = ?1", .id(answer.shake), read: Scan.init)
    }
    // A dry run's ids name nothing.
    let names = !isDryRun || answer.isReplay
    var document = Document("shake.scan/1")
    if names { document.primary = "\(answer.shake)" }
    document.field("shake", "shake", names ? .identifier("\(answer.shake)") : .missing)
    document.field("campaign", "campaign", .identifier("\(answer.campaign)"))
    document.field("gtin", "GTIN", scan.map { .text($0.gtin.short) } ?? .missing)
    document.field("outcome", "outcome", .text(outcome))
    document.field("coins", "coins", .coins(coins))
    document.field("transfer", "transfer", names ? transfer.map(Cell.identifier) ?? .missing : .missing)
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
