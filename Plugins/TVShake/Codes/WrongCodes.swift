internal import QixShake

/// How often users have given a wrong code, inside a shake's transaction.
enum WrongCodes {
  static func count(of user: UserID, in window: WindowID, _ connection: Connection) throws -> Int64 {
    let statement = try connection.statement(
      "SELECT tries FROM tvshake_wrong_codes WHERE user_id = ?1 AND window_id = ?2")
    statement.bind(user, at: 1)
    statement.bind(window, at: 2)
    return try statement.first { $0.integer(0) } ?? 0
  }

  static func add(for user: UserID, in window: WindowID, at now: Timestamp, _ connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO tvshake_wrong_codes (user_id, window_id, tries, last_at) VALUES (?1, ?2, 1, ?3)
      ON CONFLICT (user_id, window_id) DO UPDATE SET tries = tries + 1, last_at = excluded.last_at
      """, .id(user), .id(window), .time(now))
  }
}
