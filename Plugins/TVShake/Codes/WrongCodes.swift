internal import QixShake

/// How often users have given a wrong code, inside a shake's transaction.
enum WrongCodes {
  static func count(of user: UserID, in window: WindowID, _ connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT tries FROM tvshake_wrong_codes WHERE user_id = \(user) AND window_id = \(window)")
      ?? 0
  }

  static func add(for user: UserID, in window: WindowID, at now: Timestamp, _ connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO tvshake_wrong_codes (user_id, window_id, tries, last_at) VALUES (\(user), \(window), 1, \(now))
      ON CONFLICT (user_id, window_id) DO UPDATE SET tries = tries + 1, last_at = excluded.last_at
      """)
  }
}
