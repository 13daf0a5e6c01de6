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
    id = try row["id"]
    campaign = try row["campaign"]
    user = try row["user_id"]
    text = row["text"]
    questionnaire = row["questionnaire"]
    shuffle = Shuffle(seed: UInt64(bitPattern: row["seed"] as Int64), parts: Shuffle.Parts(rawValue: row["shuffles"]))
    opened = row["opened_at"]
    submitted = row["submitted_at"]
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.submitted == right.submitted }
}

enum SessionStore {
  /// The reading of a user in a campaign; after a merge there may be two, of which one that was accepted comes first.
  static func find(of user: UserID, in campaign: CampaignID, _ connection: Connection) throws -> Reading? {
    try connection.fetchOne(
      """
      SELECT \(sql: Reading.columns) FROM readshake_sessions WHERE campaign = \(campaign) AND user_id = \(user)
      ORDER BY submitted_at IS NULL, sequence LIMIT 1
      """, Reading.init)
  }

  static func find(_ id: ReadingID, in connection: Connection) throws -> Reading? {
    try connection.fetchOne("SELECT \(sql: Reading.columns) FROM readshake_sessions WHERE id = \(id)", Reading.init)
  }

  /// Begins one. Its id is the shake's own, which its reader sees; the seed must not follow from anything that they see,
  /// or whoever knows this program puts shuffled items and pairs back into their right order.
  static func open(
    _ attempt: Attempt, text: ReadText, questionnaire: Questionnaire, shuffle: Shuffle, in connection: Connection
  ) throws -> Reading {
    let id = ReadingID(high: attempt.shake.high, low: attempt.shake.low)
    try connection.execute(
      """
      INSERT INTO readshake_sessions (id, campaign, user_id, sequence, text, questionnaire, seed, shuffles, opened_at)
      VALUES (\(id), \(attempt.campaign), \(attempt.user), 0, \(text.number), \(questionnaire.number),
        \(Int64(bitPattern: shuffle.seed)), \(shuffle.parts.rawValue), \(attempt.at))
      """)
    guard let reading = try find(id, in: connection) else { throw StorageError.corrupt("a reading was not kept") }
    return reading
  }

  static func submit(_ reading: Reading, at time: Timestamp, in connection: Connection) throws {
    try connection.execute(
      "UPDATE readshake_sessions SET submitted_at = \(time) WHERE id = \(reading.id) AND submitted_at IS NULL")
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
    try connection.fetchAll(
      """
      SELECT a.place, a.at, a.answer, a.credit, w.content FROM readshake_answers AS a
      LEFT JOIN readshake_words AS w ON w.session = a.session AND w.place = a.place
      WHERE a.session = \(reading) ORDER BY a.place
      """
    ) { row in
      KeptAnswer(
        place: row["place"], at: row["at"], answer: try JSONValue(parsing: row.bytes("answer")),
        credit: (row["credit"] as Int64?).map { Credit(units: $0) }, words: row["content"])
    }
  }

  static func add(
    _ answer: GivenAnswer, _ mark: Mark, to reading: ReadingID, place: Int, at time: Timestamp,
    in connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO readshake_answers (session, place, at, answer, credit)
      VALUES (\(reading), \(Int64(place)), \(time), \(answer.json.text()), \(mark.credit?.units))
      """)
    guard case .words(let text) = answer else { return }
    try connection.execute(
      "INSERT INTO readshake_words (session, place, content) VALUES (\(reading), \(Int64(place)), \(text))")
  }
}
