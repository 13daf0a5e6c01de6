internal import QixModule

/// A claim that was refused, for who is asked about it later: the latest of each user, programme, code and reason.
struct RefusedClaim {
  let referee: UserID
  let programme: Int64
  /// The friend's.
  let code: String
  /// The error's code; `Referral.Refusal.inactive` where the friend may not act, which the user wasn't told.
  let refusal: String
  let at: Timestamp

  func write(in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO referrals_refusals (referee, programme, code, refusal, refused_at)
      VALUES (\(referee), \(programme), \(code), \(refusal), \(at))
      ON CONFLICT (referee, programme, code, refusal) DO UPDATE SET refused_at = excluded.refused_at
      """)
  }

  /// Those of a user, and those by the user's own codes, the oldest first.
  static func about(_ user: UserID, in connection: Connection) throws -> [RefusedClaim] {
    try connection.fetchAll(
      """
      SELECT referee, programme, code, refusal, refused_at FROM referrals_refusals
      WHERE referee = \(user) OR code IN (SELECT code FROM referrals_codes WHERE user_id = \(user))
      ORDER BY refused_at, referee, programme, code, refusal
      """, read)
  }

  /// Moves those of a user who became one with another.
  static func move(_ user: UserID, to survivor: UserID, in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO referrals_refusals (referee, programme, code, refusal, refused_at)
      SELECT \(survivor), programme, code, refusal, refused_at FROM referrals_refusals WHERE referee = \(user)
      ON CONFLICT (referee, programme, code, refusal) DO UPDATE
      SET refused_at = max(referrals_refusals.refused_at, excluded.refused_at)
      """)
    try connection.execute("DELETE FROM referrals_refusals WHERE referee = \(user)")
  }

  /// Erases those of a user, and those by the user's codes.
  static func erase(_ user: UserID, in connection: Connection) throws {
    try connection.execute(
      """
      DELETE FROM referrals_refusals
      WHERE referee = \(user) OR code IN (SELECT code FROM referrals_codes WHERE user_id = \(user))
      """)
  }

  static func readAll(in connection: Connection) throws {
    try connection.forEach("SELECT referee, programme, code, refusal, refused_at FROM referrals_refusals") {
      _ = try read($0)
    }
  }

  private static func read(_ row: Row) throws -> RefusedClaim {
    RefusedClaim(
      referee: try row["referee"], programme: row["programme"], code: row["code"], refusal: row["refusal"],
      at: row["refused_at"])
  }
}
