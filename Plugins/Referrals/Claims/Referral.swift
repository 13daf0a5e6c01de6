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
      && !ledger.hasEarned(besidesWelcome: referee, until: claimedAt, in: connection)
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

  func readAll() throws {
    try connection.forEach("SELECT \(sql: Self.columns) FROM referrals_claims") { _ = try Self.read($0) }
  }

  /// Asked for with every shake that is accepted.
  func referrals(of referee: UserID) throws -> [Referral] {
    try connection.fetchAll("SELECT \(sql: Self.columns) FROM referrals_claims WHERE referee = \(referee)", Self.read)
  }

  /// Referrals by a user, the oldest first.
  func brought(by referrer: UserID) throws -> [Referral] {
    try connection.fetchAll(
      "SELECT \(sql: Self.columns) FROM referrals_claims WHERE referrer = \(referrer) ORDER BY claimed_at, referee",
      Self.read)
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
    try connection.fetchAll(
      """
      SELECT \(sql: Self.columns) FROM referrals_claims
      WHERE state < 3 AND due_at <= \(time) AND (\(programme) IS NULL OR programme = \(programme))
        AND (\(place?.dueAt) IS NULL OR due_at > \(place?.dueAt)
          OR (due_at = \(place?.dueAt)
          AND (referee > \(place?.referee) OR (referee = \(place?.referee) AND programme > \(place?.programme)))))
      ORDER BY due_at, referee, programme LIMIT \(limit)
      """, Self.read)
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
    try connection.fetchOne(
      """
      SELECT count(*) FROM referrals_claims
      WHERE programme = \(programme) AND state = 3 AND (\(referrer) IS NULL OR referrer = \(referrer))
      """) ?? 0
  }

  func count(_ programme: Int64) throws -> [(state: Referral.State, refusal: String?, count: Int64)] {
    try connection.fetchAll(
      """
      SELECT state, refusal, count(*) AS count FROM referrals_claims WHERE programme = \(programme)
      GROUP BY state, refusal
      ORDER BY state, refusal
      """
    ) { (try Self.state($0["state"]), $0["refusal"] as String?, $0["count"] as Int64) }
  }

  func put(_ referral: Referral) throws {
    try tell(referral)
    try connection.execute(
      """
      INSERT INTO referrals_claims (\(sql: Self.columns))
      VALUES (\(referral.referee), \(referral.programme), \(referral.referrer), \(referral.state.rawValue),
        \(referral.claimedAt), \(referral.dueAt), \(referral.shakes), \(referral.shake), \(referral.settledAt),
        \(referral.referrerTransfer), \(referral.refereeTransfer), \(referral.refusal))
      ON CONFLICT (referee, programme) DO UPDATE SET referrer = excluded.referrer, state = excluded.state,
        claimed_at = excluded.claimed_at, due_at = excluded.due_at, shakes = excluded.shakes, shake = excluded.shake,
        settled_at = excluded.settled_at, referrer_transfer = excluded.referrer_transfer,
        referee_transfer = excluded.referee_transfer, refusal = excluded.refusal
      """)
  }

  /// Tells both of another state. It says nothing of the other one.
  private func tell(_ referral: Referral) throws {
    guard try connection.isHeard else { return }
    let before: Int64? = try connection.fetchOne(
      "SELECT state FROM referrals_claims WHERE referee = \(referral.referee) AND programme = \(referral.programme)")
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
    try connection.execute(
      "DELETE FROM referrals_claims WHERE referee = \(referral.referee) AND programme = \(referral.programme)")
  }

  private static func state(_ number: Int64) throws -> Referral.State {
    guard let state = Referral.State(rawValue: number) else {
      throw StorageError.corrupt("a referral is in no known state")
    }
    return state
  }

  private static func read(_ row: Row) throws -> Referral {
    return Referral(
      referee: try row["referee"], programme: row["programme"], referrer: try row["referrer"],
      state: try state(row["state"]), claimedAt: row["claimed_at"], dueAt: row["due_at"], shakes: row["shakes"],
      shake: try row["shake"], settledAt: row["settled_at"], referrerTransfer: try row["referrer_transfer"],
      refereeTransfer: try row["referee_transfer"], refusal: row["refusal"])
  }
}
