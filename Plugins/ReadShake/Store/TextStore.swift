internal import QixShake

/// A text to read, in one edition.
struct ReadText: Sendable, Equatable {
  let number: Int64
  let name: String
  let edition: Int64
  let title: String?
  /// Markdown.
  let body: String
  let words: Int64
  let added: Timestamp
  let removed: Timestamp?

  static let longest = 1 << 20

  static let columns = "text, name, edition, title, body, words, added_at, removed_at"

  init(_ row: Row) {
    number = row.integer(0)
    name = row.text(1)
    edition = row.integer(2)
    title = row.optionalText(3)
    body = row.text(4)
    words = row.integer(5)
    added = row.time(6)
    removed = row.optionalTime(7)
  }
}

/// The texts of the database.
enum TextStore {
  /// The edition in use; nil when there is none or it was removed.
  static func current(_ name: String, in connection: Connection) throws -> ReadText? {
    try latest(name, in: connection).flatMap { $0.removed == nil ? $0 : nil }
  }

  static func require(_ name: String, in connection: Connection) throws -> ReadText {
    guard let text = try current(name, in: connection) else { throw ReadShakeError.textNotFound(name) }
    return text
  }

  private static func latest(_ name: String, in connection: Connection) throws -> ReadText? {
    try connection.first(
      "SELECT \(ReadText.columns) FROM readshake_texts WHERE name = ?1 ORDER BY edition DESC LIMIT 1", .text(name),
      read: ReadText.init)
  }

  static func find(_ number: Int64, in connection: Connection) throws -> ReadText {
    let text = try connection.first(
      "SELECT \(ReadText.columns) FROM readshake_texts WHERE text = ?1", .integer(number), read: ReadText.init)
    guard let text else { throw StorageError.corrupt("text \(number) of a reading is not there") }
    return text
  }

  /// The words alone, without reading a text of perhaps a megabyte.
  static func words(of number: Int64, in connection: Connection) throws -> Int64 {
    let words = try connection.first("SELECT words FROM readshake_texts WHERE text = ?1", .integer(number)) {
      $0.integer(0)
    }
    guard let words else { throw StorageError.corrupt("text \(number) of a reading is not there") }
    return words
  }

  static func all(in connection: Connection) throws -> [ReadText] {
    try connection.rows(
      """
      SELECT \(ReadText.columns) FROM readshake_texts AS t WHERE removed_at IS NULL
      AND edition = (SELECT max(edition) FROM readshake_texts WHERE name = t.name) ORDER BY name
      """, read: ReadText.init)
  }

  /// Keeps a text, as the next edition where there is one of that name.
  /// - Throws: `ReadShakeError.textExists` where one is in use and isn't to be replaced.
  static func add(
    _ name: String, title: String?, body: String, replaces: Bool, at time: Timestamp, in connection: Connection
  ) throws -> ReadText {
    let before = try latest(name, in: connection)
    if let before, before.removed == nil, !replaces { throw ReadShakeError.textExists(name) }
    try connection.run(
      "INSERT INTO readshake_texts (name, edition, title, body, words, added_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      .text(name), .integer((before?.edition ?? 0) + 1), .optional(title), .text(body),
      .integer(ReadingTime.words(inMarkdown: body)), .time(time))
    return try require(name, in: connection)
  }

  static func remove(_ name: String, at time: Timestamp, in connection: Connection) throws -> ReadText {
    let text = try require(name, in: connection)
    try connection.run(
      "UPDATE readshake_texts SET removed_at = ?2 WHERE text = ?1", .integer(text.number), .time(time))
    return text
  }
}

/// Names of texts and questionnaires.
enum ContentName {
  static let help = "Lower-case letters, digits, '-' and '_', 1 to 64"

  /// - Throws: `ReadShakeError.malformedName`.
  static func check(_ name: String) throws(ReadShakeError) {
    guard PlainText.isName(name) else { throw .malformedName }
  }
}
