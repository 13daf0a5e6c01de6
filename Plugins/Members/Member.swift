internal import IdentityContract
internal import QixModule

/// A member number and its user.
struct Member: Sendable {
  let number: MemberNumber
  let user: UserID
  /// How often the codes were renewed.
  let epoch: Int64
  let made: Timestamp

  static let columns = "number, user, epoch, made_at"

  init(_ row: Row) throws {
    number = try MemberNumber(stored: row["number"])
    user = try row["user"]
    epoch = row["epoch"]
    made = row["made_at"]
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
    try connection.execute("UPDATE members_numbers SET epoch = epoch + 1 WHERE user = \(user)")
    try connection.execute(
      "DELETE FROM members_phones WHERE number IN (SELECT number FROM members_numbers WHERE user = \(user))")
    try connection.execute("UPDATE members_handles SET ends_at = 0 WHERE user = \(user)")
  }

  /// Sessions whose codes are looked for: as many as a user can have.
  private static let mostPhones: Int64 = 20

  /// Whether a session was given its key.
  func isGiven(to session: String, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM members_phones WHERE number = \(number.value) AND session = \(session)")
  }

  /// Notes that a session gets its key. Those that were given one before so many others no longer count.
  func give(to session: String, at time: Timestamp, in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO members_phones (number, session, made_at) VALUES (\(number.value), \(session), \(time))
      ON CONFLICT (number, session) DO NOTHING
      """)
    try connection.execute(
      """
      DELETE FROM members_phones WHERE number = \(number.value) AND session NOT IN (
        SELECT session FROM members_phones WHERE number = \(number.value)
        ORDER BY made_at DESC, session DESC LIMIT \(Self.mostPhones))
      """)
  }

  /// The sessions that were given a key, the newest first.
  func phones(in connection: Connection) throws -> [String] {
    try connection.fetchAll(
      """
      SELECT session FROM members_phones WHERE number = \(number.value) ORDER BY made_at DESC, session DESC
      LIMIT \(Self.mostPhones)
      """
    ) { $0["session"] }
  }
}
