internal import IdentityContract
package import QixShake

extension TVShakeModule: UserDataHolding {
  /// Wrong codes are added up: a merge is no way to more tries.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute(
      """
      INSERT INTO tvshake_wrong_codes (user_id, window_id, tries, last_at)
      SELECT \(survivor), window_id, tries, last_at FROM tvshake_wrong_codes WHERE user_id = \(user)
      ON CONFLICT (user_id, window_id) DO UPDATE SET tries = tvshake_wrong_codes.tries + excluded.tries,
        last_at = max(tvshake_wrong_codes.last_at, excluded.last_at)
      """)
    try connection.execute("DELETE FROM tvshake_wrong_codes WHERE user_id = \(user)")
    return [("wrong_screen_codes", Int64(connection.changes))]
  }

  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute("DELETE FROM tvshake_wrong_codes WHERE user_id = \(user)")
  }

  /// In which broadcasts the user has given a wrong code, and how often.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let rows = try connection.fetchAll(
      "SELECT window_id, tries, last_at FROM tvshake_wrong_codes WHERE user_id = \(user) ORDER BY window_id"
    ) { (window: try $0["window_id"] as WindowID, tries: $0["tries"] as Int64, last: $0["last_at"] as Timestamp) }
    writer.array("wrong_screen_codes", of: rows) { writer, row in
      writer.member("window", text: row.window)
      writer.member("tries", row.tries)
      writer.member("last", text: row.last)
    }
  }
}
