internal import QixShake

/// `qix receipt find`
struct FindReceipt: OldCommand {
  private static let image = OldOption(
    "image", .file, "A picture of the receipt that is looked for; - is standard input", isRequired: true)

  static let declaration = Declaration(
    "find", "Find a receipt by another picture of it.", roles: [.operator, .support],
    discussion: """
      Says which receipts the picture shows, or may show: by the picture itself, by merchant, day, total and number, and \
      by the numbers on it. For users who ask why theirs was refused: who handed it in first is for the desk to know, and \
      not for them. A token gives the picture by standard input.
      """,
    parameters: [image],
    examples: [
      Example("qix receipt find --image receipt.jpg", "whose it was"),
      Example("qix receipt find --image - < receipt.jpg", "the same by a token, whose shell opens the file"),
    ])

  private let image: String

  init(_ arguments: Arguments) throws { image = try arguments.require(Self.image) }

  func run(in context: Context) throws {
    let sight = try ReceiptNamed.sight(of: image, toldBy: Self.image.form.label, context)
    guard let reading = ReceiptReading(sight.reading) else {
      throw LensError.unreadable
    }
    let keys = try ReceiptKeys.open(context)
    let identity = Identity(reading.receipt, look: reading.look, digest: sight.digest, keys)
    let found = try context.database.read { connection in
      let index = DuplicateIndex(connection: connection)
      return try index.all(like: identity).map {
        (match: $0, record: try ReceiptRecord.require($0.receipt, in: connection))
      }
    }
    var document = Document("receipt.find/1")
    if !found.isEmpty { document.primary = found.map { "\($0.record.id)" }.joined(separator: "\n") }
    document.table(
      "receipts",
      columns: [
        Column("receipt", "RECEIPT"), Column("at", "AT"), Column("user", "USER", confidential: .user),
        Column("state", "STATE"), Column("likeness", "LIKENESS", alignment: .trailing),
      ],
      rows: found.map { match, record in
        [
          .identifier("\(record.id)"), .timestamp(record.at), .identifier("\(record.user)"),
          .text(record.state.name), .decimal(match.likeness, places: 3),
        ]
      })
    try context.terminal.emit(document)
    if found.isEmpty { context.terminal.note("No receipt that was accepted is like it.") }
  }
}
