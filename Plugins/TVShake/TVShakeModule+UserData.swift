internal import IdentityContract
package import QixShake

extension TVShakeModule: UserDataHolding {
  /// Wrong codes are added up: a merge is no way to more tries.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.run(
      """
      INSERT INTO tvshake_wrong_codes (user_id, window_id, tries, last_at)
      SELECT ?2, window_id, tries, last_at FROM tvshake_wrong_codes WHERE user_id = ?1
      ON CONFLICT (user_id, window_id) DO UPDATE SET tries = tvshake_wrong_codes.tries + excluded.tries,
        last_at = max(tvshake_wrong_codes.last_at, excluded.last_at)
      """, .id(user), .id(survivor))
    try connection.run("DELETE FROM tvshake_wrong_codes WHERE user_id = ?1", .id(user))
    return [("wrong_screen_codes", Int64(connection.changes))]
  }

  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.run("DELETE FROM tvshake_wrong_codes WHERE user_id = ?1", .id(user))
  }

  /// In which broadcasts the user has given a wrong code, and how often.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let rows = try connection.rows(
      "SELECT window_id, tries, last_at FROM tvshake_wrong_codes WHERE user_id = ?1 ORDER BY window_id", .id(user)
    ) { (window: try $0.identifier(0, WindowTag.self), tries: $0.integer(1), last: $0.time(2)) }
    writer.beginObject()
    writer.objects("wrong_screen_codes", of: rows) { writer, row in
      writer.member("window", "\(row.window)")
      writer.member("tries", row.tries)
      writer.member("last", "\(row.last)")
    }
    writer.endObject()
  }
}
