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
      published --commitment and --root to find such a change. If anything does not match, it ends with \
      \(exit: .damaged).
      """,
    examples: [
      Example("qix draw verify \(WindowNamed.sample)", "all of its draws"),
      Example(
        "qix draw verify \(WindowNamed.sample) --root \(String(repeating: "e7", count: 32))",
        "against the published root"),
    ],
    answer: AnswerShape("draw.verify/1", fields), isCheck: true)

  private static let fields: [Field<(result: WindowVerification, now: Timestamp)>] =
    [
      Field("window", .id.orNull) { $0.result.window.id },
      Field("sound", .boolean) { $0.result.faults.count == 0 },
      Field("state", .text) { $0.result.window.state(at: $0.now).rawValue },
      Field("commitment", .text.orNull) { "\($0.result.window.commitment)" },
      Field("draws", .integer.orNull) { $0.result.draws },
      Field("root", .text.orNull) { "\($0.result.root)" },
    ] + Faults.fields.of { $0.result.faults }

  private let window = WindowNamed()
  @Option("commitment", .text, placeholder: "DIGEST", "The commitment published before the window opened")
  private var commitment: String?
  @Option("root", .text, placeholder: "DIGEST", "The root published when it was revealed") private var root: String?

  func run(in context: Context) throws -> Document {
    let record = try context.service(Draws.record)
    let isRevealed = try context.database.read { try DrawWindow.find(window.id, in: $0).revelation != nil }
    let secrets = try isRevealed ? context.drawSecretsAtHand(of: context.database) : context.drawSecrets()
    var result = try context.database.read { connection in
      try WindowVerification.run(
        DrawWindow.find(window.id, in: connection), secrets: secrets?.ofWindows(in: connection), record: record,
        in: connection)
    }
    let (found, name) = (result.window, "\(window.id)")
    result.faults.compare(commitment?.lowercased(), with: "\(found.commitment)", called: "commitment", of: name)
    result.faults.compare(root?.lowercased(), with: found.revelation.map { "\($0.root)" }, called: "root", of: name)
    var document = Document("draw.verify/1", Self.fields, of: (result: result, now: context.clock.now()))
    document.failure = result.faults.failure(of: name)
    return document
  }
}

extension Faults {
  private static let rows: [Field<String>] = [Field("fault", .text) { $0 }]

  static let fields: [Field<Faults>] = [
    Field(optional: "faults", rows: rows, title: "Faults") { $0.count > 0 ? $0.told : nil }
  ]

  /// The error of a command that has found any.
  func failure(of subject: String) -> DrawError? {
    told.first.map { .unsound(subject, faults: count, first: $0) }
  }
}
