internal import QixShake

/// The codes that are shown on the screen, inside a transaction.
struct CodeStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func code(of window: WindowID) throws -> String? {
    try connection.first("SELECT code FROM tvshake_codes WHERE window_id = ?1", .id(window)) { $0.text(0) }
  }

  func set(_ code: ScreenCode, of window: WindowID, at now: Timestamp) throws {
    try connection.run(
      """
      INSERT INTO tvshake_codes (window_id, code, set_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (window_id) DO UPDATE SET code = excluded.code, set_at = excluded.set_at
      WHERE code <> excluded.code
      """, .id(window), .text(code.text), .time(now))
    if connection.changes > 0 { try WindowStore(connection).touch() }
  }

  func clear(_ window: WindowID) throws {
    try connection.run("DELETE FROM tvshake_codes WHERE window_id = ?1", .id(window))
    if connection.changes > 0 { try WindowStore(connection).touch() }
  }

  /// A broadcast, its code, and how often a wrong one was given.
  typealias Entry = (window: Window, code: String, wrong: Int64)

  /// Broadcasts with codes that are on at any moment of a span, and how often a wrong one was given.
  func list(
    channel: String?, from: Timestamp, until: Timestamp, after: Window? = nil, limit: Int64
  ) throws -> [Entry] {
    try connection.rows(
      """
      SELECT \(Window.columns), code,
        (SELECT coalesce(sum(tries), 0) FROM tvshake_wrong_codes WHERE tvshake_wrong_codes.window_id = id)
      FROM tvshake_windows JOIN tvshake_codes ON tvshake_codes.window_id = id
      WHERE removed_at IS NULL AND ends_at > ?2 AND starts_at < ?3 AND (?1 IS NULL OR channel = ?1)
        AND (?5 IS NULL OR (starts_at, id) > (?5, ?6))
      ORDER BY starts_at, id LIMIT ?4
      """, .optional(channel), .time(from), .time(until), .integer(limit), after.map { .time($0.start) } ?? .null,
      after.map { .id($0.id) } ?? .null
    ) { (try Window($0), $0.text(10), $0.integer(11)) }
  }
}
