internal import QixReceipts
internal import QixShake
internal import VaultContract

/// `qix receipt find`
struct FindReceipt: Command {
  static let declaration = Declaration(
    "find", "Find a receipt by another picture of it, or by a printed number.",
    roles: [.operator, .support],
    discussion: """
      With --image it finds the receipts that the picture shows or may show. It compares the picture itself, the \
      merchant, day, total and number, and the numbers on it.

      With --number it finds the last twenty receipts with that number. Give the whole number as printed, with or \
      without hyphens and slashes. Only keyed hashes of numbers are stored, so a part of a number finds nothing.

      It answers why a receipt was refused. Only the review team may know who submitted the receipt first; don't tell \
      users.
      """,
    examples: [
      Example("qix receipt find --number 0042-004711", "by the number that a user reads out"),
      Example("qix receipt find --image receipt.jpg", "by another picture"),
      Example("qix receipt find --image - < receipt.jpg", "with a token, on standard input"),
    ],
    answer: AnswerShape("receipt.find/1", "receipts", rows: fields),
    route: .at("POST /v1/receipts/find"))

  @Option("image", .file, "A picture of the receipt, or its parts")
  private var images: [String]
  @Option("number", .text, placeholder: "NUMBER", "The receipt's number, or another number printed on it")
  private var number: String?

  func check() throws {
    guard images.isEmpty != (number == nil) else {
      throw UsageError("--image or --number is required", hint: "A picture finds more than a number.")
    }
  }

  func run(in context: Context) throws -> Document {
    let found = try number.map { try self.found(by: $0, context) } ?? self.found(byPictures: context)
    var document = Document("receipt.find/1")
    if !found.isEmpty { document.primary = found.map { "\($0.record.id)" }.joined(separator: "\n") }
    document.table("receipts", Self.fields, rows: found)
    if found.isEmpty {
      document.note(
        number == nil
          ? "No accepted receipt resembles it."
          : "No accepted receipt has this number. A part of a number finds nothing.")
    }
    return document
  }

  private typealias Found = (record: ReceiptRecord, likeness: Double?)

  private static let fields: [Field<Found>] = [
    Field("receipt", .id) { $0.record.id },
    Field("at", .time) { $0.record.at },
    Field("user", .id, for: .user) { $0.record.user },
    Field("state", .text) { $0.record.state.name },
    Field("likeness", .share(places: 3)) { $0.likeness },
  ]

  private func found(by number: String, _ context: Context) throws -> [Found] {
    let groups = Receipt.numbers(in: number)
    guard !groups.isEmpty else {
      throw UsageError(
        "--number needs at least three digits in a row", hint: "Give the receipt's number as printed.")
    }
    let store = try context.service(Secrets.store)
    return try context.database.read { connection in
      // Without keys no receipt was ever submitted.
      guard let keys = try ReceiptKeys.find(store, in: connection) else { return [] }
      return try ReceiptRecord.latest(with: groups, keys, in: connection).map { ($0, nil) }
    }
  }

  private func found(byPictures context: Context) throws -> [Found] {
    let sight = try ReceiptNamed.sight(of: images, toldBy: $images.label.description, context)
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
