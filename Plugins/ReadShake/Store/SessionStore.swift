internal import QixShake

/// Marks a reading's identifier: `rds_…`.
enum ReadingTag: IdentifierTag { static let prefix = "rds" }

typealias ReadingID = Identifier<ReadingTag>

/// One user's reading in one campaign: from `open` until the shake is accepted.
struct Reading: Sendable, Equatable {
  let id: ReadingID
  let campaign: CampaignID
  let user: UserID
  let text: Int64
  let questionnaire: Int64
  let shuffle: Shuffle
  let opened: Timestamp
  let submitted: Timestamp?

  static let columns = "id, campaign, user_id, text, questionnaire, seed, shuffles, opened_at, submitted_at"

  init(_ row: Row) throws {
    id = try row.identifier(0)
    campaign = try row.identifier(1)
    user = try row.identifier(2)
    text = row.integer(3)
    questionnaire = row.integer(4)
    shuffle = Shuffle(seed: UInt64(bitPattern: row.integer(5)), parts: Shuffle.Parts(rawValue: row.integer(6)))
    opened = row.time(7)
    submitted = row.optionalTime(8)
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.submitted == right.submitted }
}

enum SessionStore {
  /// The reading of a user in a campaign; after a merge there may be two, of which one that was accepted comes first.
  static func find(of user: UserID, in campaign: CampaignID, _ connection: Connection) throws -> Reading? {
    try connection.first(
      """
      SELECT \(Reading.columns) FROM readshake_sessions WHERE campaign = ?1 AND user_id = ?2
      ORDER BY submitted_at IS NULL, sequence LIMIT 1
      """, .id(campaign), .id(user), read: Reading.init)
  }

  static func find(_ id: ReadingID, in connection: Connection) throws -> Reading? {
    try connection.first(
      "SELECT \(Reading.columns) FROM readshake_sessions WHERE id = ?1", .id(id), read: Reading.init)
  }

  /// Begins one. Its id is the shake's own, which its reader sees; the seed must not follow from anything that they see,
  /// or whoever knows this program puts shuffled items and pairs back into their right order.
  static func open(
    _ attempt: Attempt, text: ReadText, questionnaire: Questionnaire, shuffle: Shuffle, in connection: Connection
  ) throws -> Reading {
    let id = ReadingID(high: attempt.shake.high, low: attempt.shake.low)
    try connection.run(
      """
      INSERT INTO readshake_sessions (id, campaign, user_id, sequence, text, questionnaire, seed, shuffles, opened_at)
      VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8)
      """, .id(id), .id(attempt.campaign), .id(attempt.user), .integer(text.number), .integer(questionnaire.number),
      .integer(Int64(bitPattern: shuffle.seed)), .integer(shuffle.parts.rawValue), .time(attempt.at))
    guard let reading = try find(id, in: connection) else { throw StorageError.corrupt("a reading was not kept") }
    return reading
  }

  static func submit(_ reading: Reading, at time: Timestamp, in connection: Connection) throws {
    try connection.run(
      "UPDATE readshake_sessions SET submitted_at = ?2 WHERE id = ?1 AND submitted_at IS NULL", .id(reading.id),
      .time(time))
    precondition(connection.changes == 1, "a reading was handed in twice")
  }
}

/// An answer that was kept.
struct KeptAnswer: Sendable {
  let place: Int
  let at: Timestamp
  let answer: JSONValue
  let credit: Credit?
  /// Free text; nil for other answers, and where it was erased.
  let words: String?
}

enum AnswerStore {
  static func all(of reading: ReadingID, in connection: Connection) throws -> [KeptAnswer] {
    try connection.rows(
      """
      SELECT a.place, a.at, a.answer, a.credit, w.content FROM readshake_answers AS a
      LEFT JOIN readshake_words AS w ON w.session = a.session AND w.place = a.place
      WHERE a.session = ?1 ORDER BY a.place
      """, .id(reading)
    ) { row in
      KeptAnswer(
        place: Int(row.integer(0)), at: row.time(1), answer: try JSONValue(parsing: row.bytes(2)),
        credit: row.optionalInteger(3).map { Credit(units: $0) }, words: row.optionalText(4))
    }
  }

  static func add(
    _ answer: GivenAnswer, _ mark: Mark, to reading: ReadingID, place: Int, at time: Timestamp,
    in connection: Connection
  ) throws {
    try connection.run(
      "INSERT INTO readshake_answers (session, place, at, answer, credit) VALUES (?1, ?2, ?3, ?4, ?5)", .id(reading),
      .integer(Int64(place)), .time(time), .text(answer.json.text()), .optional(mark.credit?.units))
    guard case .words(let text) = answer else { return }
    try connection.run(
      "INSERT INTO readshake_words (session, place, content) VALUES (?1, ?2, ?3)", .id(reading),
      .integer(Int64(place)), .text(text))
  }
}
