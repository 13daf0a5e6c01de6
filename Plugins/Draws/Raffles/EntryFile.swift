internal import QixModule

/// One entry as it was asked for.
struct EntryLine: Equatable {
  /// The file and the line, for messages; nil for an entry of the command line.
  let place: String?
  let user: String
  let tickets: Int64
  let key: String

  /// Puts the place before what goes wrong in the body.
  func located(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as any Diagnosable {
      guard let place else { throw error }
      throw Failure(error.code, error.category, "\(place): \(error.description)", hint: error.hint)
    }
  }
}

/// Entries of a file: `user`, `tickets` (1 where it is empty or there is no such column) and `key`.
enum EntryFile {
  /// The most bytes that are read.
  private static let most = 1 << 28

  static let columns = ["user", "tickets", "key"]

  static func read(_ path: String, _ mapping: ColumnMapping, in face: any Face) throws -> [EntryLine] {
    let name = face.name(ofInput: path)
    let bytes = try face.keptInput(from: path, option: "--file").readToEnd(limit: most)
    return try read(bytes, mapping, called: name)
  }

  static func read(
    _ bytes: [UInt8], _ mapping: ColumnMapping = ColumnMapping(), called name: String
  ) throws -> [EntryLine] {
    var reader = try RecordReader(
      source: .bytes(bytes), name: name, mapping: mapping,
      example: "{\"user\":\"shop-4711\",\"tickets\":2,\"key\":\"order-981\"}")
    guard let user = reader.column(named: "user"), let key = reader.column(named: "key") else {
      let columns = reader.columns.map { "'\($0)'" }.joined(separator: ", ")
      throw Failure(
        "draws.column-missing", .usage, "\(name): the columns user and key are needed; the header has \(columns)",
        hint: "Name the columns in the first line: user, key, and tickets if a user has more than one.")
    }
    let tickets = reader.column(named: "tickets")
    // Its entries would have one ticket each, and stay so.
    if tickets == nil,
      let near = reader.columns.first(where: { Suggestion.best(for: "\(ColumnName($0))", among: ["tickets"]) != nil })
    {
      throw Failure(
        "draws.column-missing", .usage, "\(name): there is no column tickets, and '\(near)' is not a known column",
        hint: "Rename the column to tickets, or remove it.")
    }
    var lines: [EntryLine] = []
    while try reader.next() {
      func fault(_ sentence: Sentence) -> Failure {
        Failure("usage.value", .usage, "\(name), line \(reader.line): \(sentence)")
      }
      guard let named = reader.word(user) else { throw fault("the line names no user") }
      guard let own = reader.word(key) else { throw fault("the line has no key") }
      var count: Int64 = 1
      if let tickets, let text = reader.word(tickets) {
        let isPlain = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isPlain, let value = Int64(text), (1...RaffleEntries.mostTickets).contains(value) else {
          throw fault("tickets must be a whole number from 1 to \(RaffleEntries.mostTickets)")
        }
        count = value
      }
      lines.append(EntryLine(place: "\(name), line \(reader.line)", user: named, tickets: count, key: own))
    }
    return lines
  }
}
