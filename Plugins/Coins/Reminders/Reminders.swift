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
    let select = try connection.statement(
      """
      SELECT coalesce(s.owner, w.owner), l.expires_at, sum(l.remaining) FROM \(DueHolds.lots) AS l
      CROSS JOIN coins_accounts AS w LEFT JOIN coins_accounts AS s ON s.account = w.merged_into
      WHERE w.account = l.account AND w.asset = ?2 AND l.expires_at > ?1 AND l.expires_at <= ?3
        AND NOT EXISTS (
          SELECT 1 FROM coins_reminders AS r
          WHERE r.user = coalesce(s.owner, w.owner) AND r.expires_at = l.expires_at)
      GROUP BY 1, 2 ORDER BY 1, 2
      """)
    select.bind(now, at: 1)
    select.bind(Asset.coins.number, at: 2)
    select.bind(until, at: 3)
    var all: [(user: UserID, due: [Due])] = []
    try select.forEach { row in
      let user: UserID = try row.identifier(0)
      let due = Due(expires: row.time(1), coins: row.integer(2))
      if all.last?.user == user {
        all[all.count - 1].due.append(due)
      } else {
        all.append((user, [due]))
      }
      return true
    }
    return all
  }

  /// Returns those of which the user hasn't been told meanwhile.
  func untold(_ due: [Due], of user: UserID) throws -> [Due] {
    try due.filter { due in
      try connection.first(
        "SELECT 1 FROM coins_reminders WHERE user = ?1 AND expires_at = ?2", .id(user), .time(due.expires)
      ) { _ in true } == nil
    }
  }

  /// Writes down that a user is told now.
  func note(_ due: [Due], of user: UserID, _ id: ReminderID, at time: Timestamp) throws {
    for due in due {
      try connection.run(
        "INSERT INTO coins_reminders (user, expires_at, reminder, coins, at) VALUES (?1, ?2, ?3, ?4, ?5)", .id(user),
        .time(due.expires), .id(id), .integer(due.coins), .time(time))
    }
  }

  /// Writes down that no sender took a message.
  func noteFailure(of id: ReminderID) throws {
    try connection.run("UPDATE coins_reminders SET failed = 1 WHERE reminder = ?1", .id(id))
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
    try connection.rows(
      "SELECT reminder, expires_at, coins, at, failed FROM coins_reminders WHERE user = ?1 ORDER BY at DESC, expires_at",
      .id(user)
    ) {
      Told(
        reminder: try $0.identifier(0), due: Due(expires: $0.time(1), coins: $0.integer(2)), at: $0.time(3),
        hasFailed: $0.integer(4) != 0)
    }
  }

  /// What either of two users was told of, the one of them who stays was told.
  func merge(_ user: UserID, into survivor: UserID) throws {
    try connection.run(
      """
      UPDATE coins_reminders SET user = ?2 WHERE user = ?1
        AND expires_at NOT IN (SELECT expires_at FROM coins_reminders WHERE user = ?2)
      """, .id(user), .id(survivor))
    try erase(user)
  }

  func erase(_ user: UserID) throws {
    try connection.run("DELETE FROM coins_reminders WHERE user = ?1", .id(user))
  }
}
