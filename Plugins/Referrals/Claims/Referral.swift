internal import CoinsContract
internal import QixShake

/// A user who was brought by another one.
struct Referral: Sendable, Equatable {
  let referee: UserID
  let programme: Int64
  let referrer: UserID
  var state: State
  let claimedAt: Timestamp
  /// The moment by which the proof must have come; once it has, from which it can be paid.
  var dueAt: Timestamp
  var shakes: Int64
  var shake: ShakeID?
  var settledAt: Timestamp?
  var referrerTransfer: TransferID?
  var refereeTransfer: TransferID?
  var refusal: String?

  enum State: Int64, Sendable {
    case claimed = 1
    case proved, paid, refused, revoked

    var name: String {
      switch self {
      case .claimed: "claimed"
      case .proved: "proved"
      case .paid: "paid"
      case .refused: "refused"
      case .revoked: "revoked"
      }
    }
  }

  /// Why nothing is paid for a referral, for programs.
  enum Refusal {
    static let lapsed = "referrals.lapsed"
    static let samePerson = "referrals.same-person"
    static let referrerFull = "referrals.referrer-limit"
    static let full = "referrals.limit"
    static let mode = "referrals.mode-too-low"
    static let inactive = "referrals.inactive"
    static let notNew = "referrals.not-new"
    static let circle = "referrals.circle"
  }
}

extension Referral {
  /// Whether the referee was new when they claimed it: asked again later, since they may have been merged with a user
  /// who had been here long before.
  func isOfNewUser(
    _ terms: Programme, _ ledger: any CoinLedger, in connection: Connection
  ) throws -> Bool {
    try claimedAt < referee.created.adding(terms.newcomer)
      && ledger.earned(by: referee, from: Timestamp(microseconds: 0), until: claimedAt, in: connection) == 0
  }
}

/// Claims in the database.
struct ReferralStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private static let columns = """
    referee, programme, referrer, state, claimed_at, due_at, shakes, shake, settled_at, referrer_transfer,
    referee_transfer, refusal
    """
  private static let byReferee = "SELECT \(columns) FROM referrals_claims WHERE referee = ?1"

  /// Asked for with every shake that is accepted.
  func referrals(of referee: UserID) throws -> [Referral] {
    try connection.rows(Self.byReferee, .id(referee), read: Self.read)
  }

  /// Referrals by a user, the oldest first.
  func brought(by referrer: UserID) throws -> [Referral] {
    try connection.rows(
      "SELECT \(Self.columns) FROM referrals_claims WHERE referrer = ?1 ORDER BY claimed_at, referee", .id(referrer),
      read: Self.read)
  }

  /// A place in the list of referrals that are due.
  struct Place: Sendable {
    let dueAt: Timestamp
    let referee: UserID
    let programme: Int64
  }

  /// Referrals that are paid or lapse by a moment, the oldest first.
  /// - Parameter place: only those behind it; nil for all.
  func due(
    by time: Timestamp, of programme: Int64?, after place: Place?, limit: Int64
  ) throws -> [Referral] {
    try connection.rows(
      """
      SELECT \(Self.columns) FROM referrals_claims
      WHERE state < 3 AND due_at <= ?1 AND (?2 IS NULL OR programme = ?2)
        AND (?3 IS NULL OR due_at > ?3 OR (due_at = ?3 AND (referee > ?4 OR (referee = ?4 AND programme > ?5))))
      ORDER BY due_at, referee, programme LIMIT ?6
      """, .time(time), .optional(programme), .optional(place?.dueAt.microseconds),
      place.map { .id($0.referee) } ?? .null, .optional(place?.programme), .integer(limit), read: Self.read)
  }

  /// Whether the referrer was brought by the referee, directly or through others.
  func isCircle(_ referee: UserID, _ referrer: UserID, _ programme: Int64) throws -> Bool {
    var next: UserID? = referrer
    var seen: Set<UserID> = []
    while let user = next, seen.insert(user).inserted {
      next = try referrals(of: user).first { $0.programme == programme }?.referrer
      if next == referee { return true }
    }
    return false
  }

  /// The number of referrals paid and not revoked.
  /// - Parameter referrer: nil for all referrers.
  func paid(_ programme: Int64, by referrer: UserID? = nil) throws -> Int64 {
    try connection.first(
      """
      SELECT count(*) FROM referrals_claims WHERE programme = ?1 AND state = 3 AND (?2 IS NULL OR referrer = ?2)
      """, .integer(programme), referrer.map(Value.id) ?? .null
    ) { $0.integer(0) } ?? 0
  }

  func count(_ programme: Int64) throws -> [(state: Referral.State, refusal: String?, count: Int64)] {
    try connection.rows(
      """
      SELECT state, refusal, count(*) FROM referrals_claims WHERE programme = ?1 GROUP BY state, refusal
      ORDER BY state, refusal
      """, .integer(programme)
    ) { (try Self.state($0.integer(0)), $0.optionalText(1), $0.integer(2)) }
  }

  func put(_ referral: Referral) throws {
    try tell(referral)
    try connection.run(
      """
      INSERT INTO referrals_claims (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      ON CONFLICT (referee, programme) DO UPDATE SET referrer = excluded.referrer, state = excluded.state,
        claimed_at = excluded.claimed_at, due_at = excluded.due_at, shakes = excluded.shakes, shake = excluded.shake,
        settled_at = excluded.settled_at, referrer_transfer = excluded.referrer_transfer,
        referee_transfer = excluded.referee_transfer, refusal = excluded.refusal
      """, .id(referral.referee), .integer(referral.programme), .id(referral.referrer),
      .integer(referral.state.rawValue),
      .time(referral.claimedAt), .time(referral.dueAt), .integer(referral.shakes),
      referral.shake.map(Value.id) ?? .null,
      .optional(referral.settledAt?.microseconds), referral.referrerTransfer.map(Value.id) ?? .null,
      referral.refereeTransfer.map(Value.id) ?? .null, .optional(referral.refusal))
  }

  /// Tells both of another state. It says nothing of the other one.
  private func tell(_ referral: Referral) throws {
    guard try connection.isHeard else { return }
    let before = try connection.first(
      "SELECT state FROM referrals_claims WHERE referee = ?1 AND programme = ?2", .id(referral.referee),
      .integer(referral.programme)
    ) { $0.integer(0) }
    guard before != referral.state.rawValue else { return }
    let type =
      switch referral.state {
      case .claimed: "referral.claimed"
      case .proved: "referral.proved"
      case .paid: "referral.paid"
      case .refused: "referral.refused"
      case .revoked: "referral.revoked"
      }
    for user in [referral.referrer, referral.referee] {
      try connection.tell(type, of: EventID(high: 0, low: UInt64(referral.programme)), user: user)
    }
  }

  func remove(_ referral: Referral) throws {
    try connection.run(
      "DELETE FROM referrals_claims WHERE referee = ?1 AND programme = ?2", .id(referral.referee),
      .integer(referral.programme))
  }

  private static func state(_ number: Int64) throws -> Referral.State {
    guard let state = Referral.State(rawValue: number) else {
      throw StorageError.corrupt("a referral is in no known state")
    }
    return state
  }

  private static func read(_ row: Row) throws -> Referral {
    return Referral(
      referee: try row.identifier(0), programme: row.integer(1), referrer: try row.identifier(2),
      state: try state(row.integer(3)), claimedAt: row.time(4), dueAt: row.time(5), shakes: row.integer(6),
      shake: try row.optionalIdentifier(7), settledAt: row.optionalTime(8),
      referrerTransfer: try row.optionalIdentifier(9),
      refereeTransfer: try row.optionalIdentifier(10), refusal: row.optionalText(11))
  }
}
