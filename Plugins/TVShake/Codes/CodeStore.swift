internal import QixShake

/// The codes that are shown on the screen, inside a transaction.
struct CodeStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func code(of window: WindowID) throws -> String? {
    try connection.fetchOne("SELECT code FROM tvshake_codes WHERE window_id = \(window)")
  }

  func set(_ code: ScreenCode, of window: WindowID, at now: Timestamp) throws {
    try connection.execute(
      """
      INSERT INTO tvshake_codes (window_id, code, set_at) VALUES (\(window), \(code.text), \(now))
      ON CONFLICT (window_id) DO UPDATE SET code = excluded.code, set_at = excluded.set_at
      WHERE code <> excluded.code
      """)
    if connection.changes > 0 { try WindowStore(connection).touch() }
  }

  func clear(_ window: WindowID) throws {
    try connection.execute("DELETE FROM tvshake_codes WHERE window_id = \(window)")
    if connection.changes > 0 { try WindowStore(connection).touch() }
  }

  /// A broadcast, its code, and how often a wrong one was given.
  typealias Entry = (window: Window, code: String, wrong: Int64)

  /// Broadcasts with codes that are on at any moment of a span, and how often a wrong one was given.
  func list(
    channel: String?, from: Timestamp, until: Timestamp, after: Window? = nil, limit: Int64
  ) throws -> [Entry] {
    try connection.fetchAll(
      """
      SELECT \(sql: Window.columns), code,
        (SELECT coalesce(sum(tries), 0) FROM tvshake_wrong_codes WHERE tvshake_wrong_codes.window_id = id) AS wrong
      FROM tvshake_windows JOIN tvshake_codes ON tvshake_codes.window_id = id
      WHERE removed_at IS NULL AND ends_at > \(from) AND starts_at < \(until)
        AND (\(channel) IS NULL OR channel = \(channel))
        AND (\(after?.start) IS NULL OR (starts_at, id) > (\(after?.start), \(after?.id)))
      ORDER BY starts_at, id LIMIT \(limit)
      """
    ) { (try Window($0), $0["code"], $0["wrong"]) }
  }
}
