internal import DrawsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix draw verify`
struct VerifyWindow: OldCommand {
  private static let commitment = OldOption(
    "commitment", .text, placeholder: "DIGEST", "What was published before the window opened")
  private static let root = OldOption("root", .text, placeholder: "DIGEST", "What was published when it was revealed")

  static let declaration = Declaration(
    "verify", "Recompute the draws of a window and compare.", roles: [.operator, .auditor],
    discussion: """
      Compares the secret with the commitment, every number with what follows from the secret, and the draws of a \
      revealed window with the root that was kept. Before it is revealed the vault gives the secret, which isn't shown; \
      afterwards an open vault tells besides whether secret and commitment were changed together. Without a vault only \
      --commitment and --root, as they were published, tell whether all of it was changed together. Exit code 7 when \
      anything does not fit.
      """,
    parameters: [WindowNamed.window, commitment, root],
    examples: [
      Example("qix draw verify \(WindowNamed.sample)", "all of its draws"),
      Example(
        "qix draw verify \(WindowNamed.sample) --root \(String(repeating: "e7", count: 32))",
        "against what was published"),
    ])

  private let window: DrawWindowID
  private let commitment: String?
  private let root: String?

  init(_ arguments: Arguments) throws {
    window = try arguments.require(WindowNamed.window)
    commitment = arguments[Self.commitment]?.lowercased()
    root = arguments[Self.root]?.lowercased()
  }

  func run(in context: Context) throws {
    let record = try context.service(Draws.record)
    let isRevealed = try context.database.read { try DrawWindow.find(window, in: $0).revelation != nil }
    let secrets = try isRevealed ? context.drawSecretsAtHand(of: context.database) : context.drawSecrets()
    let result = try context.database.read { connection in
      try WindowVerification.run(
        DrawWindow.find(window, in: connection), secrets: secrets?.ofWindows(in: connection), record: record,
        in: connection)
    }
    var faults = result.faults
    faults.compare(commitment, with: "\(result.window.commitment)", called: "commitment", of: "\(window)")
    faults.compare(root, with: result.window.revelation.map { "\($0.root)" }, called: "root", of: "\(window)")
    var document = Document("draw.verify/1")
    document.field("window", "window", .identifier("\(window)"))
    document.field("sound", "sound", .boolean(faults.count == 0))
    document.field("state", "state", .text(result.window.state(at: context.clock.now()).rawValue))
    document.field("commitment", "commitment", .text("\(result.window.commitment)"))
    document.field("draws", "draws", .integer(result.draws))
    document.field("root", "root", .text("\(result.root)"))
    document.faults(faults)
    try context.terminal.emit(document)
    try faults.requireNone(of: "\(window)")
  }
}

extension Document {
  /// A table of what doesn't hold, where there is anything.
  mutating func faults(_ faults: Faults) {
    guard faults.count > 0 else { return }
    table("faults", title: "Faults", columns: [Column("fault", "FAULT")], rows: faults.told.map { [.text($0)] })
  }
}
