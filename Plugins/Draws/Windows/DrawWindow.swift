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
      id: try row["id"], campaign: try row["campaign"], opens: row["opens_at"], closes: row["closes_at"])
    committedAt = row["committed_at"]
    commitment = try row.hash("commitment")
    if let at = row["revealed_at"] as Timestamp? {
      revelation = Revelation(at: at, secret: try row.hash("secret"), draws: row["draws"], root: try row.hash("root"))
    }
  }

  static func find(_ id: DrawWindowID, in connection: Connection) throws -> DrawWindow {
    let found = try connection.fetchOne("SELECT \(sql: columns) FROM draws_windows WHERE id = \(id)", DrawWindow.init)
    guard let found else {
      throw Failure(
        "draws.window-not-found", .notFound, "there is no draw window \(id)",
        hint: "List draw windows with `qix draw list`.")
    }
    return found
  }

  /// The window of a campaign that a moment falls into, revealed or not.
  static func covering(
    _ time: Timestamp, of campaign: CampaignID, in connection: Connection
  ) throws -> DrawWindow? {
    let window = try connection.fetchOne(
      """
      SELECT \(sql: columns) FROM draws_windows WHERE campaign = \(campaign) AND opens_at <= \(time)
      ORDER BY opens_at DESC LIMIT 1
      """, DrawWindow.init)
    guard let window, time < window.terms.closes else { return nil }
    return window
  }

  func insert(in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO draws_windows (id, campaign, opens_at, closes_at, committed_at, commitment)
      VALUES (\(id), \(terms.campaign), \(terms.opens), \(terms.closes), \(committedAt), \(commitment.bytes))
      """)
  }
}

extension Row {
  /// - Throws: `StorageError.corrupt` when the column doesn't hold thirty-two bytes.
  func hash(_ column: StaticString) throws(StorageError) -> Hash256 {
    guard let hash = Hash256(bytes(column)) else { throw .corrupt("a digest is not thirty-two bytes long") }
    return hash
  }
}

extension DrawWindow {
  /// A window at a moment.
  typealias Dated = (window: DrawWindow, now: Timestamp)

  private static let named: [Field<Dated>] =
    [Field("window", .id.orNull) { $0.window.id }] + period.of { $0.window }
  /// The terms that a verifier needs beside the window's id.
  static let period: [Field<DrawWindow>] = [
    Field("campaign", .id) { $0.terms.campaign },
    Field("opens", .time) { $0.terms.opens },
    Field("closes", .time) { $0.terms.closes },
  ]
  private static let state: [Field<Dated>] = [
    Field("state", .text) { $0.window.state(at: $0.now).rawValue },
    Field("commitment", .text.orNull) { "\($0.window.commitment)" },
  ]

  /// The fields of a list.
  static let listed: [Field<Dated>] = named + state

  /// All fields of a window.
  static let fields: [Field<Dated>] =
    named + [Field("committed", .time) { $0.window.committedAt }] + state + [
      Field("revealed", .time) { $0.window.revelation?.at },
      Field("secret", .text) { $0.window.revelation.map { "\($0.secret)" } },
      Field("draws", .integer) { $0.window.revelation?.draws },
      Field("root", .text) { $0.window.revelation.map { "\($0.root)" } },
    ]
}
