internal import DrawsContract
internal import QixCrypto
internal import QixShake

/// A window as it is kept.
struct DrawWindow: Equatable, Sendable {
  let terms: WindowTerms
  let committedAt: Timestamp
  let commitment: Hash256
  var revelation: Revelation?

  /// The secret and the sums that became public after the window's end.
  struct Revelation: Equatable, Sendable {
    let at: Timestamp
    let secret: Hash256
    let draws: Int64
    let root: Hash256
  }

  enum State: String, CaseIterable, Sendable {
    /// Committed to, and not open yet.
    case planned
    case open
    /// Over, and its secret is still secret.
    case closed
    case revealed
  }

  var id: DrawWindowID { terms.id }

  func state(at now: Timestamp) -> State {
    if revelation != nil { return .revealed }
    return now < terms.opens ? .planned : now < terms.closes ? .open : .closed
  }

  static let columns =
    "id, campaign, opens_at, closes_at, committed_at, commitment, revealed_at, secret, draws, root"

  init(terms: WindowTerms, committedAt: Timestamp, commitment: Hash256) {
    self.terms = terms
    self.committedAt = committedAt
    self.commitment = commitment
  }

  init(_ row: Row) throws {
    terms = WindowTerms(
      id: try row.identifier(0), campaign: try row.identifier(1), opens: row.time(2), closes: row.time(3))
    committedAt = row.time(4)
    commitment = try row.hash(5)
    if let at = row.optionalTime(6) {
      revelation = Revelation(at: at, secret: try row.hash(7), draws: row.integer(8), root: try row.hash(9))
    }
  }

  static func find(_ id: DrawWindowID, in connection: Connection) throws -> DrawWindow {
    let found = try connection.first(
      "SELECT \(columns) FROM draws_windows WHERE id = ?1", .id(id), read: DrawWindow.init)
    guard let found else { throw DrawError.notFound(id) }
    return found
  }

  /// The window of a campaign that a moment falls into, revealed or not.
  static func covering(
    _ time: Timestamp, of campaign: CampaignID, in connection: Connection
  ) throws -> DrawWindow? {
    let statement = try connection.statement(
      """
      SELECT \(columns) FROM draws_windows WHERE campaign = ?1 AND opens_at <= ?2 ORDER BY opens_at DESC LIMIT 1
      """)
    statement.bind(campaign, at: 1)
    statement.bind(time, at: 2)
    guard let window = try statement.first(DrawWindow.init), time < window.terms.closes else { return nil }
    return window
  }

  func insert(in connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO draws_windows (id, campaign, opens_at, closes_at, committed_at, commitment)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, .id(id), .id(terms.campaign), .time(terms.opens), .time(terms.closes), .time(committedAt),
      .blob(commitment.bytes))
  }
}

extension Row {
  /// - Throws: `StorageError.corrupt` when the column doesn't hold thirty-two bytes.
  func hash(_ column: Int) throws(StorageError) -> Hash256 {
    guard let hash = Hash256(bytes(column)) else { throw .corrupt("a digest is not thirty-two bytes long") }
    return hash
  }
}

extension DrawWindow {
  /// All fields of a window.
  static func fields(at now: Timestamp) -> [RowField<DrawWindow>] {
    [
      RowField("window") { .identifier($0.id) },
      RowField("campaign") { .identifier($0.terms.campaign) },
      RowField("opens") { .timestamp($0.terms.opens) },
      RowField("closes") { .timestamp($0.terms.closes) },
      RowField("committed") { .timestamp($0.committedAt) },
      RowField("state") { .text($0.state(at: now).rawValue) },
      RowField("commitment") { .text("\($0.commitment)") },
      RowField("revealed") { .timestamp($0.revelation?.at) },
      RowField("secret") { .text($0.revelation.map { "\($0.secret)" }) },
      RowField("draws") { .integer($0.revelation?.draws) },
      RowField("root") { .text($0.revelation.map { "\($0.root)" }) },
    ]
  }

  /// The fields of a list.
  static func listed(at now: Timestamp) -> [RowField<DrawWindow>] {
    let keys = ["window", "campaign", "opens", "closes", "state", "commitment"]
    return fields(at: now).filter { keys.contains($0.column.key) }
  }
}
