internal import IdentityContract
internal import QixModule

/// A member number and its user.
struct Member: Sendable {
  let number: MemberNumber
  let user: UserID
  /// How often the codes were renewed.
  let epoch: Int64
  let made: Timestamp
  /// The session that was given the key last.
  let session: String?

  static let columns = "number, user, epoch, made_at, session"

  init(_ row: Row) throws {
    number = try MemberNumber(stored: row["number"])
    user = try row["user"]
    epoch = row["epoch"]
    made = row["made_at"]
    session = row["session"]
  }

  static func find(_ number: MemberNumber, in connection: Connection) throws -> Member? {
    try connection.fetchOne(
      "SELECT \(sql: columns) FROM members_numbers WHERE number = \(number.value)", Member.init)
  }

  /// The number that a user is shown; nil where they were given none yet.
  static func shown(of user: UserID, in connection: Connection) throws -> Member? {
    try connection.fetchOne(
      "SELECT \(sql: columns) FROM members_numbers WHERE user = \(user) AND is_shown = 1", Member.init)
  }

  /// All numbers that lead to a user, the oldest first.
  static func all(of user: UserID, in connection: Connection) throws -> [Member] {
    try connection.fetchAll(
      "SELECT \(sql: columns) FROM members_numbers WHERE user = \(user) ORDER BY made_at, number", Member.init)
  }

  /// Gives a user a number.
  static func make(
    for user: UserID, at time: Timestamp, _ random: any RandomSource, in connection: Connection
  ) throws -> Member {
    while true {
      let number = MemberNumber.random(from: random)
      try connection.execute(
        """
        INSERT INTO members_numbers (number, user, epoch, is_shown, made_at)
        VALUES (\(number.value), \(user), 0, 1, \(time))
        ON CONFLICT (number) DO NOTHING
        """)
      // Of a hundred thousand million numbers, one that is taken already is drawn again.
      if connection.changes == 1, let member = try find(number, in: connection) { return member }
    }
  }

  /// Ends all codes of a user's phones, and what tills were given for them.
  static func renew(_ user: UserID, in connection: Connection) throws {
    try connection.execute("UPDATE members_numbers SET epoch = epoch + 1, session = NULL WHERE user = \(user)")
    try connection.execute("UPDATE members_handles SET ends_at = 0 WHERE user = \(user)")
  }

  /// Notes which session has got the key.
  func give(to session: String, in connection: Connection) throws {
    try connection.execute("UPDATE members_numbers SET session = \(session) WHERE number = \(number.value)")
  }
}
