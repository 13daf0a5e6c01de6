internal import QixCrypto
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixTerminal

/// Shakes with files, for tests of types that can't do without: the evidence says under `sights` what the lens would
/// have seen in each, and no lens looks.
enum ShownShakesModule: CommandProviding {
  static let id = "shownshakes"
  static let summary = "Shakes with what the lens would have seen, for tests."
  static let requires = ["shakes"]
  static var commands: [CommandNode] {
    [.group(CommandGroup("shake", "Shake, and see what became of it.", [.command(ShakeShown.self)]))]
  }
}

/// `qix shake shown`, which takes what `qix shake send` does for one shake and answers as it does.
struct ShakeShown: OldCommand {
  private static let user = OldOption("user", .identifier(UserID.self), "Who shakes", isRequired: true)
  private static let type = OldOption("type", .text, "Of shake", isRequired: true)
  private static let campaign = OldOption("campaign", .text, "Its name", isRequired: true)
  private static let evidence = OldOption("evidence", .file, "A JSON object", isRequired: true)
  private static let key = OldOption("idempotency-key", .text, "Once")

  static let declaration = Declaration(
    "shown", "Shake with what the lens would have seen.", roles: [],
    parameters: [user, type, campaign, evidence, key],
    examples: [
      Example("qix shake shown --user usr_01h455vb4pex5vsknk084sn02q --type scan --campaign summer --evidence -", "one")
    ],
    effect: .changes)

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in context: Context) throws {
    let input = try context.terminal.json(
      from: arguments.require(Self.evidence), limit: Evidence.mostBytes, option: "--evidence"
    ).value
    guard var evidence = input.object else { throw UsageError("the evidence is no JSON object") }
    var sights: [String: Sight] = [:]
    let type = try ShakeTypes.all(of: context.registry)[arguments.require(Self.type)]
    for field in type?.sights ?? [] {
      guard let reading = evidence["sights"]?.object?[field.name]?.object else { continue }
      let bytes = JSONValue.object(reading).serialized()
      var (hash, digest) = (SHA256(), Hash256())
      hash.update(bytes)
      digest.withUnsafeMutableBytes { hash.finish(into: $0) }
      sights[field.name] = Sight(operation: field.operation, digest: digest, bytes: bytes.count, reading: reading)
    }
    evidence["sights"] = nil
    let request = ShakeRequest(
      user: try arguments.require(Self.user), type: arguments[Self.type], campaign: arguments[Self.campaign],
      evidence: Evidence(evidence),
      sights: sights, key: arguments[Self.key])
    let answer = try context.service(Shakes.runner).run(request, reason: nil, isDryRun: arguments.isDryRun)
    var document = Document("shake.shown/1")
    if !arguments.isDryRun { document.field("shake", "shake", .identifier("\(answer.shake)")) }
    document.field("replayed", "replayed", .boolean(answer.isReplay))
    var refused: Refused?
    func outcome(_ name: String, _ message: String? = nil) {
      document.field("outcome", "outcome", .text(name))
      document.field("message", "because", message.map(Cell.text) ?? .missing)
    }
    switch answer.outcome {
    case .won(let coins, let transfer):
      outcome("won")
      document.field("coins", "coins", .coins(coins))
      document.field("transfer", "transfer", .identifier(transfer))
    case .nothing: outcome("nothing")
    case .waits(let notice): outcome("waits", notice.sentence)
    case .needsMore(let step): outcome("needs-more", step.sentence)
    case .refused(let refusal):
      outcome("refused", refusal.sentence)
      document.field("refusal", "refused", .text(refusal.code))
      refused = Refused(refusal: refusal)
    }
    try context.terminal.emit(document)
    if let refused { throw refused }
  }

  private struct Refused: Diagnosable {
    let refusal: Refusal
    var category: ErrorCategory { .refused }
    var code: String { refusal.code }
    var description: String { refusal.sentence }
    var hint: String? { refusal.hint }
  }
}
