internal import QixShake

/// The broadcasts of this home, inside a transaction.
struct WindowStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// - Throws: `TVShakeError.noSuchWindow`
  func window(_ reference: String) throws -> Window {
    let found = try WindowID(reference).flatMap { id in
      try connection.first("SELECT \(Window.columns) FROM tvshake_windows WHERE id = ?1", .id(id), read: Window.init)
    }
    guard let found else { throw TVShakeError.noSuchWindow(reference) }
    return found
  }

  /// All of an event of a schedule, on every channel, those that were taken out too.
  func windows(from uid: String) throws -> [Window] {
    try connection.rows(
      "SELECT \(Window.columns) FROM tvshake_windows WHERE source_uid = ?1 ORDER BY starts_at, id", .text(uid),
      read: Window.init)
  }

  /// Those of a channel that are on at any moment of a span.
  func windows(on channel: String, from: Timestamp, until: Timestamp) throws -> [Window] {
    try connection.rows(
      """
      SELECT \(Window.columns) FROM tvshake_windows
      WHERE removed_at IS NULL AND ends_at > ?2 AND starts_at < ?3 AND channel = ?1 ORDER BY starts_at, id
      """, .text(channel), .time(from), .time(until), read: Window.init)
  }

  /// The broadcasts that are on at any moment of a span, in the order of beginning.
  /// - Parameters:
  ///   - channel: that one alone; nil for all.
  ///   - after: what comes behind this one alone.
  func list(
    channel: String?, from: Timestamp, until: Timestamp, withRemoved: Bool, after: Window? = nil, limit: Int64
  ) throws -> [(window: Window, hasCode: Bool)] {
    try connection.rows(
      """
      SELECT \(Window.columns), EXISTS (SELECT 1 FROM tvshake_codes WHERE window_id = tvshake_windows.id)
      FROM tvshake_windows
      WHERE ends_at > ?2 AND starts_at < ?3 AND (?1 IS NULL OR channel = ?1) AND (?4 OR removed_at IS NULL)
        AND (?6 IS NULL OR (starts_at, id) > (?6, ?7))
      ORDER BY starts_at, id LIMIT ?5
      """, .optional(channel), .time(from), .time(until), .integer(withRemoved ? 1 : 0), .integer(limit),
      after.map { .time($0.start) } ?? .null, after.map { .id($0.id) } ?? .null
    ) { (try Window($0), $0.integer(10) != 0) }
  }

  func hasChannel(_ name: String) throws -> Bool {
    try connection.first("SELECT 1 FROM tvshake_channels WHERE name = ?1", .text(name)) { _ in true } ?? false
  }

  /// A channel that is misspelt has nothing on, which looks like one that is silent.
  /// - Throws: `TVShakeError.noSuchChannel`
  func requireChannel(_ name: String) throws {
    if try !hasChannel(name) { throw TVShakeError.noSuchChannel(name, others: try channels()) }
  }

  func hasProgramme(_ name: String, on channel: String) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM tvshake_programmes WHERE channel = ?1 AND name = ?2", .text(channel), .text(name)
    ) { _ in true } ?? false
  }

  /// The names of all channels, for a suggestion.
  func channels() throws -> [String] {
    try connection.rows("SELECT name FROM tvshake_channels ORDER BY name LIMIT 1000") { $0.text(0) }
  }

  func insert(_ window: Window, at now: Timestamp) throws {
    try name(window, at: now)
    try connection.run(
      """
      INSERT INTO tvshake_windows (\(Window.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, NULL)
      """, .id(window.id), .text(window.channel), .text(window.programme), .time(window.start), .time(window.end),
      .text(window.zone), .text(window.source.uid), .time(window.source.instance), .integer(window.source.sequence))
  }

  /// Writes everything but its id, channel and source; it is on again if it was taken out.
  func update(_ window: Window, at now: Timestamp) throws {
    try name(window, at: now)
    try connection.run(
      """
      UPDATE tvshake_windows SET programme = ?2, starts_at = ?3, ends_at = ?4, time_zone = ?5, source_sequence = ?6,
        removed_at = NULL
      WHERE id = ?1
      """, .id(window.id), .text(window.programme), .time(window.start), .time(window.end), .text(window.zone),
      .integer(window.source.sequence))
  }

  /// - Parameter sequence: the revision that says so, against an older one that comes late; nil where nobody revised it.
  func remove(_ id: WindowID, sequence: Int64? = nil, at now: Timestamp) throws {
    try connection.run(
      """
      UPDATE tvshake_windows SET removed_at = ?2, source_sequence = coalesce(?3, source_sequence)
      WHERE id = ?1 AND removed_at IS NULL
      """, .id(id), .time(now), .optional(sequence))
  }

  /// Writes a later revision of a broadcast.
  func revise(_ id: WindowID, to sequence: Int64) throws {
    try connection.run(
      "UPDATE tvshake_windows SET source_sequence = ?2 WHERE id = ?1", .id(id), .integer(sequence))
  }

  /// Has every process read the schedule again.
  func touch() throws {
    try connection.run("UPDATE tvshake_schedule SET version = version + 1 WHERE id = 1")
  }

  private func name(_ window: Window, at now: Timestamp) throws {
    try connection.run(
      "INSERT INTO tvshake_channels (name, created_at) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
      .text(window.channel), .time(now))
    try connection.run(
      "INSERT INTO tvshake_programmes (channel, name) VALUES (?1, ?2) ON CONFLICT (channel, name) DO NOTHING",
      .text(window.channel), .text(window.programme))
  }
}
