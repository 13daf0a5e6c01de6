package import QixCommands
internal import QixCrypto
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixTerminal

/// Shakes with files, for tests of types that can't do without: the evidence says under `sights` what the lens would
/// have seen in each, and no lens looks.
package enum ShownShakesModule: CommandProviding {
  package static let id = "shownshakes"
  package static let summary = "Shakes with what the lens would have seen, for tests."
  package static let requires = ["shakes"]
  package static var commands: [CommandNode] {
    [.group(CommandGroup("shake", "Shake, and see what became of it.", [.command(ShakeShown.self)]))]
  }
}

/// `qix shake shown`, which takes what `qix shake send` does for one shake and answers as it does.
struct ShakeShown: Command {
  static let declaration = Declaration(
    "shown", "Shake with what the lens would have seen.", roles: [],
    examples: [
      Example("qix shake shown --user usr_01h455vb4pex5vsknk084sn02q --type scan --campaign summer --evidence -", "one")
    ],
    effect: .changes)

  @Option("user", .identifier(UserID.self), "Who shakes") private var user: UserID
  @Option("type", .text, "Of shake") private var type: String
  @Option("campaign", .text, "Its name") private var campaign: String
  @Option("evidence", .file, "A JSON object") private var path: String
  private let key = ShakeKey()

  func run(in context: Context) throws -> Document {
    let input = try context.terminal.json(from: path, limit: Evidence.mostBytes, option: "--evidence").value
    guard var evidence = input.object else { throw UsageError("the evidence is not a JSON object") }
    var sights: [String: Sight] = [:]
    for field in try ShakeTypes.all(of: context.registry)[type]?.sights ?? [] {
      guard let reading = evidence["sights"]?.object?[field.name]?.object else { continue }
      let bytes = JSONValue.object(reading).serialized()
      var (hash, digest) = (SHA256(), Hash256())
      hash.update(bytes)
      digest.withUnsafeMutableBytes { hash.finish(into: $0) }
      sights[field.name] = Sight(operation: field.operation, digest: digest, bytes: bytes.count, reading: reading)
    }
    evidence["sights"] = nil
    let answer = try context.shake(
      ShakeRequest(
        user: user, type: type, campaign: campaign, evidence: Evidence(evidence), sights: sights, key: key.text))
    var document = Document("shake.shown/1")
    if answer.hasNames(in: context) { document.field("shake", .identifier(answer.shake)) }
    document.field("replayed", .boolean(answer.isReplay))
    document.field("outcome", .text(answer.outcome.name))
    switch answer.outcome {
    case .won(let coins, let transfer):
      document.field("coins", .coins(coins))
      document.field("transfer", .identifier(transfer))
    case .wonGift(let gift): document.field("prize", .text(gift.gift))
    case .nothing: break
    case .waits(let notice): document.field("message", .text(notice.sentence))
    case .needsMore(let step): document.field("message", .text(step.sentence))
    case .refused(let refusal):
      document.field("message", .text(refusal.sentence))
      document.field("refusal", .text(refusal.code))
      document.failure = Failure(refusal)
    }
    return document
  }
}
