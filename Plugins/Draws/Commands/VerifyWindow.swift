internal import DrawsContract
internal import QixModule

/// `qix draw verify`
struct VerifyWindow: Command {
  static let declaration = Declaration(
    "verify", "Verify the draws of a window by recomputing them.", roles: [.operator, .auditor],
    discussion: """
      Compares the secret with the commitment, every number with the recomputed number, and the draws of a revealed \
      window with the stored root. Before the reveal the vault supplies the secret, without showing it. After the \
      reveal an open vault also shows whether secret and commitment were changed together. Without a vault, give the \
      published --commitment and --root to find such a change. The exit code is 7 if anything does not match.
      """,
    examples: [
      Example("qix draw verify \(WindowNamed.sample)", "all of its draws"),
      Example(
        "qix draw verify \(WindowNamed.sample) --root \(String(repeating: "e7", count: 32))",
        "against the published root"),
    ],
    answer: """
      draw.verify/1: window id?, sound boolean, state text, commitment text?, draws integer?, root text?, faults?
      [fault text]
      """, isCheck: true)

  private let window = WindowNamed()
  @Option("commitment", .text, placeholder: "DIGEST", "The commitment published before the window opened")
  private var commitment: String?
  @Option("root", .text, placeholder: "DIGEST", "The root published when it was revealed") private var root: String?

  func run(in context: Context) throws -> Document {
    let record = try context.service(Draws.record)
    let isRevealed = try context.database.read { try DrawWindow.find(window.id, in: $0).revelation != nil }
    let secrets = try isRevealed ? context.drawSecretsAtHand(of: context.database) : context.drawSecrets()
    let result = try context.database.read { connection in
      try WindowVerification.run(
        DrawWindow.find(window.id, in: connection), secrets: secrets?.ofWindows(in: connection), record: record,
        in: connection)
    }
    var faults = result.faults
    let name = "\(window.id)"
    faults.compare(commitment?.lowercased(), with: "\(result.window.commitment)", called: "commitment", of: name)
    faults.compare(root?.lowercased(), with: result.window.revelation.map { "\($0.root)" }, called: "root", of: name)
    var document = Document("draw.verify/1")
    document.field("window", .identifier(window.id))
    document.field("sound", .boolean(faults.count == 0))
    document.field("state", .text(result.window.state(at: context.clock.now()).rawValue))
    document.field("commitment", .text("\(result.window.commitment)"))
    document.field("draws", .integer(result.draws))
    document.field("root", .text("\(result.root)"))
    document.faults(faults, of: name)
    return document
  }
}

extension Document {
  /// A table of what doesn't hold, where there is anything; the command fails behind it then.
  mutating func faults(_ faults: Faults, of subject: String) {
    guard let first = faults.told.first else { return }
    table("faults", title: "Faults", [RowField<String>("fault") { .text($0) }], rows: faults.told)
    failure = DrawError.unsound(subject, faults: faults.count, first: first)
  }
}
