internal import QixReceipts
internal import QixShake

/// `qix receipt find`
struct FindReceipt: Command {
  static let declaration = Declaration(
    "find", "Find a receipt by another picture of it, or by a number that is printed on it.",
    roles: [.operator, .support],
    discussion: """
      Says which receipts the picture shows, or may show: by the picture itself, by merchant, day, total and number, and \
      by the numbers on it. With --number those that have it, the twenty that were handed in last: the whole number as it is printed, with or \
      without its hyphens and slashes; numbers are kept as keyed hashes, so a part of one finds nothing. For users who ask why theirs was refused: who handed it in first is for the desk to know, and \
      not for them. A token gives the picture by standard input.
      """,
    examples: [
      Example("qix receipt find --image receipt.jpg", "whose it was"),
      Example("qix receipt find --number 0042-004711", "what a user reads out"),
      Example("qix receipt find --image - < receipt.jpg", "the same by a token, whose shell opens the file"),
    ],
    answer: "receipt.find/1: receipts [receipt id, at time, user id?, state text, likeness decimal?]",
    route: .at("POST /v1/receipts/find"))

  @Option("image", .file, "A picture of the receipt that is looked for; - is standard input")
  private var image: String?
  @Option("number", .text, placeholder: "NUMBER", "The receipt's number, or another one that is printed on it")
  private var number: String?

  func check() throws {
    guard (image == nil) != (number == nil) else {
      throw UsageError("either --image or --number is needed", hint: "A picture tells more than a number.")
    }
  }

  func run(in context: Context) throws -> Document {
    let found = try number.map { try self.found(by: $0, context) } ?? self.found(byPicture: image ?? "-", context)
    var document = Document("receipt.find/1")
    if !found.isEmpty { document.primary = found.map { "\($0.record.id)" }.joined(separator: "\n") }
    document.table(
      "receipts",
      [
        RowField("receipt") { .identifier($0.record.id) }, RowField("at") { .timestamp($0.record.at) },
        RowField("user", confidential: .user) { .identifier($0.record.user) },
        RowField("state") { .text($0.record.state.name) },
        RowField(number: "likeness") { $0.likeness.map { Cell.share($0, places: 3) } ?? .missing },
      ], rows: found)
    if found.isEmpty {
      document.note(
        number == nil
          ? "No receipt that was accepted is like it."
          : "No receipt that was accepted has all of this number; a part finds nothing.")
    }
    return document
  }

  private typealias Found = (record: ReceiptRecord, likeness: Double?)

  private func found(by number: String, _ context: Context) throws -> [Found] {
    let keys = try ReceiptKeys.open(context)
    let groups = Receipt.numbers(in: number)
    guard !groups.isEmpty else {
      throw UsageError(
        "--number has no three digits that follow each other", hint: "Give the receipt's number as it is printed.")
    }
    return try context.database.read { connection in
      try ReceiptRecord.latest(with: groups, keys, in: connection).map { ($0, nil) }
    }
  }

  private func found(byPicture image: String, _ context: Context) throws -> [Found] {
    let sight = try ReceiptNamed.sight(of: image, toldBy: $image.label, context)
    guard let reading = ReceiptReading(sight.reading) else { throw LensError.unreadable }
    let keys = try ReceiptKeys.open(context)
    let identity = Identity(reading.receipt, look: reading.look, digest: sight.digest, keys)
    return try context.database.read { connection in
      let index = DuplicateIndex(connection: connection)
      return try index.all(like: identity).map {
        (try ReceiptRecord.require($0.receipt, in: connection), $0.likeness)
      }
    }
  }
}
