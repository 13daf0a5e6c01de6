internal import QixShake

extension WatchSession {
  static let columns = """
    id, user, campaign, video, length, state, started_at, until, latest_at, sequence, heard_at, position, visible, muted, \
    rate, watched, credit, hidden_for, jumps, hiddens, mutes, rates, gaps, asked_at, answered_at, is_right, \
    first_quartile_at, midpoint_at, third_quartile_at, complete_at, finished_at
    """

  /// - Throws: `StorageError.corrupt` for what `save` never wrote.
  init(_ row: Row) throws {
    id = try row.identifier(0)
    user = try row.identifier(1)
    campaign = try row.identifier(2)
    (video, length) = (row.integer(3), row.integer(4))
    guard let state = State(rawValue: row.integer(5)), let watched = WatchedIntervals(row.blob(15)) else {
      throw StorageError.corrupt("a watch session holds what no session has")
    }
    self.state = state
    (started, until, latest) = (row.time(6), row.time(7), row.time(8))
    sequence = row.integer(9)
    heard = row.time(10)
    let last = PlayerState(
      at: row.integer(10) / 1_000, position: row.integer(11), isVisible: row.integer(12) == 1,
      isMuted: row.integer(13) == 1, rate: row.integer(14))
    var losses: [Loss: Int64] = [:]
    for (column, loss) in Self.lossColumns where row.integer(column) > 0 { losses[loss] = row.integer(column) }
    watch = Watch(
      last: last, watched: watched, credit: row.integer(16), hiddenFor: row.integer(17), losses: losses)
    (asked, answered) = (row.optionalTime(23), row.optionalTime(24))
    isRight = row.optionalInteger(25).map { $0 == 1 }
    quartiles = (26...29).map { row.optionalTime($0) }
    finished = row.optionalTime(30)
  }

  private static let lossColumns: [(Int, Loss)] = [(18, .jump), (19, .hidden), (20, .muted), (21, .rate), (22, .gap)]

  static func find(_ id: VideoSessionID, in connection: Connection) throws -> WatchSession? {
    try connection.first("SELECT \(columns) FROM videoshake_sessions WHERE id = ?1", .id(id), read: WatchSession.init)
  }

  func insert(in connection: Connection) throws {
    let player = watch.last
    try connection.run(
      """
      INSERT INTO videoshake_sessions (id, user, campaign, video, length, state, started_at, until, latest_at, sequence,
        heard_at, position, visible, muted, rate, watched, watched_total, credit, hidden_for)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?7, ?10, ?11, ?12, ?13, ?14, 0, ?15, 0)
      """, .id(id), .id(user), .id(campaign), .integer(video), .integer(length), .integer(state.rawValue),
      .time(started), .time(until), .time(latest), .integer(player.position), .integer(player.isVisible ? 1 : 0),
      .integer(player.isMuted ? 1 : 0), .integer(player.rate), .blob([]), .integer(watch.credit))
  }

  /// Everything that can change.
  func save(in connection: Connection) throws {
    let statement = try connection.statement(
      """
      UPDATE videoshake_sessions SET state = ?2, latest_at = ?3, sequence = ?4, heard_at = ?5, position = ?6,
        visible = ?7, muted = ?8, rate = ?9, watched = ?10, watched_total = ?11, credit = ?12, hidden_for = ?13,
        jumps = ?14, hiddens = ?15, mutes = ?16, rates = ?17, gaps = ?18, asked_at = ?19, answered_at = ?20,
        is_right = ?21, first_quartile_at = ?22, midpoint_at = ?23, third_quartile_at = ?24, complete_at = ?25,
        finished_at = ?26
      WHERE id = ?1
      """)
    let player = watch.last
    statement.bind(id, at: 1)
    statement.bind(state.rawValue, at: 2)
    statement.bind(latest, at: 3)
    statement.bind(sequence, at: 4)
    statement.bind(heard, at: 5)
    statement.bind(player.position, at: 6)
    statement.bind(player.isVisible ? 1 : 0 as Int64, at: 7)
    statement.bind(player.isMuted ? 1 : 0 as Int64, at: 8)
    statement.bind(player.rate, at: 9)
    watch.watched.bytes.withUnsafeBytes { statement.bind(blob: $0, at: 10) }
    statement.bind(watch.watched.total, at: 11)
    statement.bind(watch.credit, at: 12)
    statement.bind(watch.hiddenFor, at: 13)
    for (index, loss) in [Loss.jump, .hidden, .muted, .rate, .gap].enumerated() {
      statement.bind(watch.losses[loss] ?? 0, at: 14 + index)
    }
    statement.bind(asked, at: 19)
    statement.bind(answered, at: 20)
    statement.bind(isRight.map { $0 ? 1 : 0 as Int64 }, at: 21)
    for (index, time) in quartiles.enumerated() { statement.bind(time, at: 22 + index) }
    statement.bind(finished, at: 26)
    try statement.run()
  }

  /// Ends whatever session of a user is open.
  static func endOpen(of user: UserID, in connection: Connection) throws {
    try connection.run(
      "UPDATE videoshake_sessions SET state = ?2 WHERE user = ?1 AND state = 1", .id(user),
      .integer(State.ended.rawValue))
  }

  /// Takes away a user's sessions that nothing is known of: starting over and over fills nothing. Those in which
  /// something didn't count stay for the report, like those in which something was watched.
  static func forgetUnwatched(of user: UserID, in connection: Connection) throws {
    try connection.run(
      """
      DELETE FROM videoshake_sessions
      WHERE user = ?1 AND state = ?2 AND watched_total = 0 AND jumps + hiddens + mutes + rates + gaps = 0
      """, .id(user), .integer(State.ended.rawValue))
  }

  /// Whether a user has finished a video in a campaign.
  static func hasFinished(
    _ user: UserID, _ video: Int64, in campaign: CampaignID, _ connection: Connection
  ) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM videoshake_sessions WHERE user = ?1 AND campaign = ?2 AND video = ?3 AND state = 2 LIMIT 1
      """, .id(user), .id(campaign), .integer(video)
    ) { _ in true } ?? false
  }
}
