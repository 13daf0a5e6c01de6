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
    number = row["text"]
    name = row["name"]
    edition = row["edition"]
    title = row["title"]
    body = row["body"]
    words = row["words"]
    added = row["added_at"]
    removed = row["removed_at"]
  }
}

/// The texts of the database.
enum TextStore {
  /// The edition in use; nil when there is none or it was removed.
  static func current(_ name: String, in connection: Connection) throws -> ReadText? {
    try latest(name, in: connection).flatMap { $0.removed == nil ? $0 : nil }
  }

  static func require(_ name: String, in connection: Connection) throws -> ReadText {
    guard let text = try current(name, in: connection) else {
      throw Failure(
        "readshake.text-not-found", .notFound, "there is no text '\(name)'",
        hint: "`qix read text list` lists the texts. Add one with `qix read text add NAME --file FILE`.")
    }
    return text
  }

  private static func latest(_ name: String, in connection: Connection) throws -> ReadText? {
    try connection.fetchOne(
      "SELECT \(sql: ReadText.columns) FROM readshake_texts WHERE name = \(name) ORDER BY edition DESC LIMIT 1",
      ReadText.init)
  }

  static func find(_ number: Int64, in connection: Connection) throws -> ReadText {
    let text = try connection.fetchOne(
      "SELECT \(sql: ReadText.columns) FROM readshake_texts WHERE text = \(number)", ReadText.init)
    guard let text else { throw StorageError.corrupt("text \(number) of a reading is not there") }
    return text
  }

  /// The words alone, without reading a text of perhaps a megabyte.
  static func words(of number: Int64, in connection: Connection) throws -> Int64 {
    let words: Int64? = try connection.fetchOne("SELECT words FROM readshake_texts WHERE text = \(number)")
    guard let words else { throw StorageError.corrupt("text \(number) of a reading is not there") }
    return words
  }

  static func all(in connection: Connection) throws -> [ReadText] {
    try connection.fetchAll(
      """
      SELECT \(sql: ReadText.columns) FROM readshake_texts AS t WHERE removed_at IS NULL
      AND edition = (SELECT max(edition) FROM readshake_texts WHERE name = t.name) ORDER BY name
      """, ReadText.init)
  }

  /// Keeps a text, as the next edition where there is one of that name.
  /// - Throws: `readshake.text-exists` if one is in use and isn't to be replaced.
  static func add(
    _ name: String, title: String?, body: String, replaces: Bool, at time: Timestamp, in connection: Connection
  ) throws -> ReadText {
    let before = try latest(name, in: connection)
    if let before, before.removed == nil, !replaces {
      throw Failure(
        "readshake.text-exists", .conflict, "the text '\(name)' already exists",
        hint: "Give --replace for a new edition. Readers who have begun finish their edition.")
    }
    try connection.execute(
      """
      INSERT INTO readshake_texts (name, edition, title, body, words, added_at)
      VALUES (\(name), \((before?.edition ?? 0) + 1), \(title), \(body), \(ReadingTime.words(inMarkdown: body)),
        \(time))
      """)
    return try require(name, in: connection)
  }

  static func remove(_ name: String, at time: Timestamp, in connection: Connection) throws -> ReadText {
    let text = try require(name, in: connection)
    try connection.execute("UPDATE readshake_texts SET removed_at = \(time) WHERE text = \(text.number)")
    return text
  }
}

/// Names of texts and questionnaires.
enum ContentName {
  static let help: Sentence = "Lower-case letters, digits, '-' and '_', 1 to 64"

  /// - Throws: `readshake.name-malformed`.
  static func check(_ name: String) throws {
    guard PlainText.isName(name) else {
      throw Failure(
        "readshake.name-malformed", .usage, "a name must have 1 to 64 characters of a-z, 0-9, '-' and '_'",
        hint: "Choose a name such as vitamins or spring-2027.")
    }
  }
}
