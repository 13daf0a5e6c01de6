internal import QixShake

extension WatchSession {
  static let columns = """
    id, user, campaign, video, length, state, started_at, until, latest_at, sequence, heard_at, position, visible, muted, \
    rate, watched, credit, hidden_for, jumps, hiddens, mutes, rates, gaps, asked_at, answered_at, is_right, \
    first_quartile_at, midpoint_at, third_quartile_at, complete_at, finished_at
    """

  /// - Throws: `StorageError.corrupt` for what `save` never wrote.
  init(_ row: Row) throws {
    id = try row["id"]
    user = try row["user"]
    campaign = try row["campaign"]
    (video, length) = (row["video"], row["length"])
    guard let state = State(rawValue: row["state"]), let watched = WatchedIntervals(row["watched"]) else {
      throw StorageError.corrupt("a watch session holds what no session has")
    }
    self.state = state
    (started, until, latest) = (row["started_at"], row["until"], row["latest_at"])
    sequence = row["sequence"]
    heard = row["heard_at"]
    let last = PlayerState(
      at: heard.microseconds / 1_000, position: row["position"], isVisible: row["visible"], isMuted: row["muted"],
      rate: row["rate"])
    var losses: [Loss: Int64] = [:]
    for (column, loss) in Self.lossColumns {
      let count: Int64 = row[column]
      if count > 0 { losses[loss] = count }
    }
    watch = Watch(
      last: last, watched: watched, credit: row["credit"], hiddenFor: row["hidden_for"], losses: losses)
    (asked, answered) = (row["asked_at"], row["answered_at"])
    isRight = row["is_right"]
    quartiles = [row["first_quartile_at"], row["midpoint_at"], row["third_quartile_at"], row["complete_at"]]
    finished = row["finished_at"]
  }

  private static let lossColumns: [(StaticString, Loss)] = [
    ("jumps", .jump), ("hiddens", .hidden), ("mutes", .muted), ("rates", .rate), ("gaps", .gap),
  ]

  static func find(_ id: VideoSessionID, in connection: Connection) throws -> WatchSession? {
    try connection.fetchOne("SELECT \(sql: columns) FROM videoshake_sessions WHERE id = \(id)", WatchSession.init)
  }

  func insert(in connection: Connection) throws {
    let player = watch.last
    try connection.execute(
      """
      INSERT INTO videoshake_sessions (id, user, campaign, video, length, state, started_at, until, latest_at, sequence,
        heard_at, position, visible, muted, rate, watched, watched_total, credit, hidden_for)
      VALUES (\(id), \(user), \(campaign), \(video), \(length), \(state.rawValue), \(started), \(until), \(latest), 0,
        \(started), \(player.position), \(player.isVisible), \(player.isMuted), \(player.rate), \([]), 0,
        \(watch.credit), 0)
      """)
  }

  /// Everything that can change.
  func save(in connection: Connection) throws {
    let (player, losses) = (watch.last, watch.losses)
    try connection.execute(
      """
      UPDATE videoshake_sessions SET state = \(state.rawValue), latest_at = \(latest), sequence = \(sequence),
        heard_at = \(heard), position = \(player.position), visible = \(player.isVisible), muted = \(player.isMuted),
        rate = \(player.rate), watched = \(watch.watched.bytes), watched_total = \(watch.watched.total),
        credit = \(watch.credit), hidden_for = \(watch.hiddenFor), jumps = \(losses[.jump] ?? 0),
        hiddens = \(losses[.hidden] ?? 0), mutes = \(losses[.muted] ?? 0), rates = \(losses[.rate] ?? 0),
        gaps = \(losses[.gap] ?? 0), asked_at = \(asked), answered_at = \(answered), is_right = \(isRight),
        first_quartile_at = \(quartiles[0]), midpoint_at = \(quartiles[1]), third_quartile_at = \(quartiles[2]),
        complete_at = \(quartiles[3]), finished_at = \(finished)
      WHERE id = \(id)
      """)
  }

  /// Ends whatever session of a user is open.
  static func endOpen(of user: UserID, in connection: Connection) throws {
    try connection.execute(
      "UPDATE videoshake_sessions SET state = \(State.ended.rawValue) WHERE user = \(user) AND state = 1")
  }

  /// Takes away a user's sessions that nothing is known of: starting over and over fills nothing. Those in which
  /// something didn't count stay for the report, like those in which something was watched.
  static func forgetUnwatched(of user: UserID, in connection: Connection) throws {
    try connection.execute(
      """
      DELETE FROM videoshake_sessions
      WHERE user = \(user) AND state = \(State.ended.rawValue) AND watched_total = 0
        AND jumps + hiddens + mutes + rates + gaps = 0
      """)
  }

  /// Whether a user has finished a video in a campaign.
  static func hasFinished(
    _ user: UserID, _ video: Int64, in campaign: CampaignID, _ connection: Connection
  ) throws -> Bool {
    try connection.has(
      """
      SELECT 1 FROM videoshake_sessions
      WHERE user = \(user) AND campaign = \(campaign) AND video = \(video) AND state = 2 LIMIT 1
      """)
  }
}
