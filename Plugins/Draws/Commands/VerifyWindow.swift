internal import DrawsContract
internal import IdentityContract
internal import QixShake

/// `qix draw verify`
struct VerifyWindow: Command {
  static let declaration = Declaration(
    "verify", "Verify the draws of a window by recomputing them.", roles: [.operator, .auditor, .user],
    discussion: """
      Compares the secret with the commitment, every number with the recomputed number, and the draws of a revealed \
      window with the stored root. Before the reveal the vault supplies the secret, without showing it. After the \
      reveal an open vault also shows whether secret and commitment were changed together. Without a vault, give the \
      published --commitment and --root to find such a change. If anything does not match, it ends with \
      \(exit: .damaged).

      With --shake it recomputes that shake's draw alone, and shows what docs/verify-draw.py needs to do the same. \
      Customers name a shake of their own.
      """,
    examples: [
      Example("qix draw verify \(WindowNamed.sample)", "all of its draws"),
      Example(
        "qix draw verify \(WindowNamed.sample) --root \(String(repeating: "e7", count: 32))",
        "against the published root"),
      Example(
        "qix draw verify \(WindowNamed.sample) --shake shk_01m7w9tzg3f7fs9hn862jj74bb --json > draw.json", "one draw"),
    ],
    answer: AnswerShape("draw.verify/1", fields), isCheck: true, givenByCustomers: ["window", "shake"])

  private static let fields: [Field<(result: WindowVerification, now: Timestamp)>] =
    [
      Field("window", .id.orNull) { $0.result.window.id },
      Field("sound", .boolean) { $0.result.faults.count == 0 },
      Field("state", .text) { $0.result.window.state(at: $0.now).rawValue },
      Field("commitment", .text.orNull) { "\($0.result.window.commitment)" },
      Field("draws", .integer.orNull) { $0.result.draws },
      Field("root", .text.orNull) { $0.result.root.map { "\($0)" } },
    ] + DrawWindow.period.optional { $0.result.draw == nil ? nil : $0.result.window } + [
      Field(optional: "secret", .cell(.text).orNull) { row in
        guard row.result.draw != nil else { return nil }
        return row.result.window.revelation.map { .text("\($0.secret)") } ?? .missing
      },
      Field(optional: "draw", object: draw, title: "The draw") { $0.result.draw },
    ] + Faults.fields.of { $0.result.faults }

  private static let draw: [Field<RecordedDraw>] = [
    Field("shake", .id) { $0.shake },
    // As text, since many readers of JSON keep no more than 53 bits of a number.
    Field("bound", .text, "out of") { "\($0.bound)" },
    Field("value", .text, "number drawn") { "\($0.value)" },
    Field("coins", .coins) { $0.coins },
  ]

  private let window = WindowNamed()
  @Option("commitment", .text, placeholder: "DIGEST", "The commitment published before the window opened")
  private var commitment: String?
  @Option("root", .text, placeholder: "DIGEST", "The root published when it was revealed") private var root: String?
  @Option("shake", .identifier(ShakeID.self), placeholder: "SHAKE", "Only the draw of this shk_…")
  private var shake: ShakeID?

  func check() throws {
    if shake != nil, root != nil { throw UsageError("--root is for all draws of a window", hint: "Leave --shake out.") }
  }

  func run(in context: Context) throws -> Document {
    let record = try context.service(Draws.record)
    let (isRevealed, draw) = try context.database.read { connection in
      let found = try DrawWindow.find(window.id, in: connection)
      return (found.revelation != nil, try ownDraw(record, context, in: connection))
    }
    let secrets = try isRevealed ? context.drawSecretsAtHand(of: context.database) : context.drawSecrets()
    var result = try context.database.read { connection in
      try WindowVerification.run(
        DrawWindow.find(window.id, in: connection), secrets: secrets?.ofWindows(in: connection), record: record,
        only: draw, in: connection)
    }
    let (found, name) = (result.window, "\(window.id)")
    result.faults.compare(commitment?.lowercased(), with: "\(found.commitment)", called: "commitment", of: name)
    result.faults.compare(root?.lowercased(), with: found.revelation.map { "\($0.root)" }, called: "root", of: name)
    var document = Document("draw.verify/1", Self.fields, of: (result: result, now: context.clock.now()))
    document.failure = result.faults.failure(of: name)
    return document
  }

  /// The draw of the shake that was named; a customer's own.
  private func ownDraw(_ record: any DrawRecord, _ context: Context, in connection: Connection) throws -> RecordedDraw?
  {
    guard let shake else {
      if context.principal.isCustomer { throw UsageError("shake is missing: name a shake of your own") }
      return nil
    }
    let error = Failure(
      "draws.no-draw", .notFound, "\(shake) has no draw in \(window.id)",
      hint: "`qix shake show \(shake)` names its window.")
    guard let found = try record.draw(of: shake, in: window.id, connection) else { throw error }
    try context.requireOwn(found.user, in: connection, else: error)
    return found.draw
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
