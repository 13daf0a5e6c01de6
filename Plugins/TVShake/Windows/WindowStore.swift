internal import QixShake

/// The broadcasts of this home, inside a transaction.
struct WindowStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// - Throws: `tvshake.no-such-window`.
  func window(_ reference: String) throws -> Window {
    let found = try WindowID(reference).flatMap { id in
      try connection.fetchOne("SELECT \(sql: Window.columns) FROM tvshake_windows WHERE id = \(id)", Window.init)
    }
    guard let found else {
      throw Failure(
        "tvshake.no-such-window", .notFound, "there is no broadcast '\(reference)'",
        hint: "`qix tv schedule list` shows what there is.")
    }
    return found
  }

  /// All of an event of a schedule, on every channel, those that were taken out too.
  func windows(from uid: String) throws -> [Window] {
    try connection.fetchAll(
      "SELECT \(sql: Window.columns) FROM tvshake_windows WHERE source_uid = \(uid) ORDER BY starts_at, id", Window.init
    )
  }

  /// Those of a channel that are on at any moment of a span.
  func windows(on channel: String, from: Timestamp, until: Timestamp) throws -> [Window] {
    try connection.fetchAll(
      """
      SELECT \(sql: Window.columns) FROM tvshake_windows
      WHERE removed_at IS NULL AND ends_at > \(from) AND starts_at < \(until) AND channel = \(channel)
      ORDER BY starts_at, id
      """, Window.init)
  }

  /// The broadcasts that are on at any moment of a span, in the order of beginning.
  /// - Parameters:
  ///   - channel: that one alone; nil for all.
  ///   - after: what comes behind this one alone.
  func list(
    channel: String?, from: Timestamp, until: Timestamp, withRemoved: Bool, after: Window? = nil, limit: Int64
  ) throws -> [(window: Window, hasCode: Bool)] {
    try connection.fetchAll(
      """
      SELECT \(sql: Window.columns),
        EXISTS (SELECT 1 FROM tvshake_codes WHERE window_id = tvshake_windows.id) AS has_code
      FROM tvshake_windows
      WHERE ends_at > \(from) AND starts_at < \(until) AND (\(channel) IS NULL OR channel = \(channel))
        AND (\(withRemoved) OR removed_at IS NULL)
        AND (\(after?.start) IS NULL OR (starts_at, id) > (\(after?.start), \(after?.id)))
      ORDER BY starts_at, id LIMIT \(limit)
      """
    ) { (try Window($0), $0["has_code"] as Bool) }
  }

  func hasChannel(_ name: String) throws -> Bool {
    try connection.has("SELECT 1 FROM tvshake_channels WHERE name = \(name)")
  }

  /// A channel that is misspelt has nothing on, which looks like one that is silent.
  /// - Throws: `tvshake.no-such-channel`.
  func requireChannel(_ name: String) throws {
    guard try !hasChannel(name) else { return }
    let others = try channels()
    throw Failure(
      "tvshake.no-such-channel", .notFound,
      "the schedule has no channel '\(name)'\(Suggestion.clause(for: name, among: others))",
      hint: others.isEmpty
        ? "Import a schedule with `qix tv schedule import FILE`."
        : "There are: \(others.prefix(10).joined(separator: ", "))\(others.count > 10 ? ", …" : "").")
  }

  func hasProgramme(_ name: String, on channel: String) throws -> Bool {
    try connection.has("SELECT 1 FROM tvshake_programmes WHERE channel = \(channel) AND name = \(name)")
  }

  /// The names of all channels, for a suggestion.
  func channels() throws -> [String] {
    try connection.fetchAll("SELECT name FROM tvshake_channels ORDER BY name LIMIT 1000")
  }

  func insert(_ window: Window, at now: Timestamp) throws {
    try name(window, at: now)
    try connection.execute(
      """
      INSERT INTO tvshake_windows (\(sql: Window.columns))
      VALUES (\(window.id), \(window.channel), \(window.programme), \(window.start), \(window.end), \(window.zone),
        \(window.source.uid), \(window.source.instance), \(window.source.sequence), NULL)
      """)
  }

  /// Writes everything but its id, channel and source; it is on again if it was taken out.
  func update(_ window: Window, at now: Timestamp) throws {
    try name(window, at: now)
    try connection.execute(
      """
      UPDATE tvshake_windows
      SET programme = \(window.programme), starts_at = \(window.start), ends_at = \(window.end),
        time_zone = \(window.zone), source_sequence = \(window.source.sequence),
        removed_at = NULL
      WHERE id = \(window.id)
      """)
  }

  /// - Parameter sequence: the revision that says so, against an older one that comes late; nil where nobody revised it.
  func remove(_ id: WindowID, sequence: Int64? = nil, at now: Timestamp) throws {
    try connection.execute(
      """
      UPDATE tvshake_windows SET removed_at = \(now), source_sequence = coalesce(\(sequence), source_sequence)
      WHERE id = \(id) AND removed_at IS NULL
      """)
  }

  /// Writes a later revision of a broadcast.
  func revise(_ id: WindowID, to sequence: Int64) throws {
    try connection.execute("UPDATE tvshake_windows SET source_sequence = \(sequence) WHERE id = \(id)")
  }

  /// Has every process read the schedule again.
  func touch() throws { try connection.execute("UPDATE tvshake_schedule SET version = version + 1 WHERE id = 1") }

  private func name(_ window: Window, at now: Timestamp) throws {
    try connection.execute(
      """
      INSERT INTO tvshake_channels (name, created_at) VALUES (\(window.channel), \(now)) ON CONFLICT (name) DO NOTHING
      """)
    try connection.execute(
      """
      INSERT INTO tvshake_programmes (channel, name) VALUES (\(window.channel), \(window.programme))
      ON CONFLICT (channel, name) DO NOTHING
      """)
  }
}
