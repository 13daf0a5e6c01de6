internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// Marks a message that tells a user of coins that expire: `rem_…`.
enum ReminderTag: IdentifierTag {
  static let prefix = "rem"
  static let place: String? = "coins_reminders.reminder"
}

typealias ReminderID = Identifier<ReminderTag>

/// Which users have coins that expire in a time and were not told of it yet.
struct Reminders {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Coins of one user that expire at one moment.
  struct Due: Sendable, Equatable {
    let expires: Timestamp
    let coins: Int64
  }

  /// Returns everybody who is to be told, with what expires when, the soonest first. What is held isn't counted.
  func due(after now: Timestamp, until: Timestamp) throws -> [(user: UserID, due: [Due])] {
    // Lots of a wallet that was merged into another lie where they were, and are its survivor's.
    var all: [(user: UserID, due: [Due])] = []
    try connection.forEach(
      """
      SELECT coalesce(s.owner, w.owner) AS user, l.expires_at, sum(l.remaining) AS coins
      FROM \(sql: DueHolds.lots(at: now)) AS l
      CROSS JOIN coins_accounts AS w LEFT JOIN coins_accounts AS s ON s.account = w.merged_into
      WHERE w.account = l.account AND w.asset = \(Asset.coins.number) AND l.expires_at > \(now)
        AND l.expires_at <= \(until)
        AND NOT EXISTS (
          SELECT 1 FROM coins_reminders AS r
          WHERE r.user = coalesce(s.owner, w.owner) AND r.expires_at = l.expires_at)
      GROUP BY 1, 2 ORDER BY 1, 2
      """
    ) { row in
      let user: UserID = try row["user"]
      let due = Due(expires: row["expires_at"], coins: row["coins"])
      if all.last?.user == user {
        all[all.count - 1].due.append(due)
      } else {
        all.append((user, [due]))
      }
    }
    return all
  }

  /// Returns those of which the user hasn't been told meanwhile.
  func untold(_ due: [Due], of user: UserID) throws -> [Due] {
    try due.filter { due in
      try connection.fetchOne("SELECT 1 FROM coins_reminders WHERE user = \(user) AND expires_at = \(due.expires)") {
        _ in true
      } == nil
    }
  }

  /// Writes down that a user is told now.
  func note(_ due: [Due], of user: UserID, _ id: ReminderID, at time: Timestamp) throws {
    for due in due {
      try connection.execute(
        """
        INSERT INTO coins_reminders (user, expires_at, reminder, coins, at)
        VALUES (\(user), \(due.expires), \(id), \(due.coins), \(time))
        """)
    }
  }

  /// Writes down that no sender took a message.
  func noteFailure(of id: ReminderID) throws {
    try connection.execute("UPDATE coins_reminders SET failed = 1 WHERE reminder = \(id)")
  }

  /// Returns how many users have coins that expire in a time and a message about them that no sender took.
  func failed(after now: Timestamp, until: Timestamp) throws -> Int64 {
    try connection.fetchOne(
      """
      SELECT count(DISTINCT user) FROM coins_reminders
      WHERE failed = 1 AND expires_at > \(now) AND expires_at <= \(until)
      """) ?? 0
  }

  /// A message to a user about coins that expire.
  struct Told {
    let reminder: ReminderID
    let due: Due
    let at: Timestamp
    /// Whether the sender refused it.
    let hasFailed: Bool
  }

  /// What a user was told of, and what failed to reach them, the latest first.
  func told(_ user: UserID) throws -> [Told] {
    try connection.fetchAll(
      """
      SELECT reminder, expires_at, coins, at, failed FROM coins_reminders WHERE user = \(user)
      ORDER BY at DESC, expires_at
      """
    ) {
      Told(
        reminder: try $0["reminder"], due: Due(expires: $0["expires_at"], coins: $0["coins"]), at: $0["at"],
        hasFailed: $0["failed"])
    }
  }

  /// What either of two users was told of, the one of them who stays was told.
  func merge(_ user: UserID, into survivor: UserID) throws {
    try connection.execute(
      """
      UPDATE coins_reminders SET user = \(survivor) WHERE user = \(user)
        AND expires_at NOT IN (SELECT expires_at FROM coins_reminders WHERE user = \(survivor))
      """)
    try erase(user)
  }

  func erase(_ user: UserID) throws { try connection.execute("DELETE FROM coins_reminders WHERE user = \(user)") }
}
