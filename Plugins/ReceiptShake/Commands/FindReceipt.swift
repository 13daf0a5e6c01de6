internal import QixShake

/// `qix receipt find`
struct FindReceipt: Command {
  static let declaration = Declaration(
    "find", "Find a receipt by another picture of it.", roles: [.operator, .support],
    discussion: """
      Says which receipts the picture shows, or may show: by the picture itself, by merchant, day, total and number, and \
      by the numbers on it. For users who ask why theirs was refused: who handed it in first is for the desk to know, and \
      not for them. A token gives the picture by standard input.
      """,
    examples: [
      Example("qix receipt find --image receipt.jpg", "whose it was"),
      Example("qix receipt find --image - < receipt.jpg", "the same by a token, whose shell opens the file"),
    ],
    answer: "receipt.find/1: receipts [receipt id, at time, user id?, state text, likeness decimal]",
    route: .at("POST /v1/receipts/find"))

  @Option("image", .file, "A picture of the receipt that is looked for; - is standard input")
  private var image: String

  func run(in context: Context) throws -> Document {
    let sight = try ReceiptNamed.sight(of: image, toldBy: $image.label, context)
    guard let reading = ReceiptReading(sight.reading) else { throw LensError.unreadable }
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
      [
        RowField("receipt") { .identifier($0.record.id) }, RowField("at") { .timestamp($0.record.at) },
        RowField("user", confidential: .user) { .identifier($0.record.user) },
        RowField("state") { .text($0.record.state.name) },
        RowField(number: "likeness") { .share($0.match.likeness, places: 3) },
      ], rows: found)
    if found.isEmpty { document.note("No receipt that was accepted is like it.") }
    return document
  }
}
