internal import CampaignsContract
internal import QixShake

/// How a video was watched.
struct WatchReport: Sendable, Equatable {
  var sessions: Int64 = 0
  var open: Int64 = 0
  var finished: Int64 = 0
  var users: Int64 = 0
  /// Sessions that reached each quartile, `start` first.
  var reached: [Int64] = [0, 0, 0, 0, 0]
  /// Sessions by the share that was watched: under a tenth, under two tenths, … and all.
  var coverage = [Int64](repeating: 0, count: 10)
  /// By the cause: sessions in which something didn't count, and how often all in all.
  var losses: [(loss: Loss, sessions: Int64, times: Int64)] = []
  var asked: Int64 = 0
  var answered: Int64 = 0
  var right: Int64 = 0
  /// Shakes that were refused, by code; nil where nobody counts them.
  var refusals: [(code: String, count: Int64)]?

  static func == (left: Self, right: Self) -> Bool {
    left.sessions == right.sessions && left.open == right.open && left.finished == right.finished
      && left.users == right.users && left.reached == right.reached && left.coverage == right.coverage
      && left.losses.elementsEqual(right.losses, by: ==) && left.asked == right.asked
      && left.answered == right.answered && left.right == right.right
      && (left.refusals ?? []).elementsEqual(right.refusals ?? [], by: ==)
  }

  /// - Parameter activity: counts refused shakes by campaign; the Video shake's own codes are taken from it.
  init(of video: Video, _ activity: (any CampaignActivity)?, in connection: Connection) throws {
    try count(video, in: connection)
    coverage = try Self.distribution(video, in: connection)
    for (loss, column) in [
      (Loss.jump, "jumps"), (.hidden, "hiddens"), (.muted, "mutes"), (.rate, "rates"), (.gap, "gaps"),
    ] {
      let sums = try connection.fetchOne(
        """
        SELECT count(*) AS count, coalesce(sum(\(sql: column)), 0) AS sum FROM videoshake_sessions
        WHERE video = \(video.number) AND \(sql: column) > 0
        """
      ) { ($0["count"] as Int64, $0["sum"] as Int64) }
      losses.append((loss, sums?.0 ?? 0, sums?.1 ?? 0))
    }
    if let activity { refusals = try Self.refusals(video, activity, in: connection) }
  }

  private mutating func count(_ video: Video, in connection: Connection) throws {
    try connection.forEach(
      """
      SELECT count(*) AS sessions, count(CASE WHEN state = 1 THEN 1 END) AS open, count(finished_at) AS finished,
        count(DISTINCT user) AS users, count(first_quartile_at) AS quartile, count(midpoint_at) AS midpoint,
        count(third_quartile_at) AS third, count(complete_at) AS complete, count(asked_at) AS asked,
        count(answered_at) AS answered, count(CASE WHEN is_right = 1 THEN 1 END) AS correct
      FROM videoshake_sessions WHERE video = \(video.number)
      """
    ) { row in
      (sessions, open, finished, users) = (row["sessions"], row["open"], row["finished"], row["users"])
      reached = [sessions, row["quartile"], row["midpoint"], row["third"], row["complete"]]
      (asked, answered, right) = (row["asked"], row["answered"], row["correct"])
    }
  }

  private static func distribution(_ video: Video, in connection: Connection) throws -> [Int64] {
    var tenths = [Int64](repeating: 0, count: 10)
    let found = try connection.fetchAll(
      """
      SELECT CASE WHEN watched_total = length THEN 9 ELSE watched_total * 10 / length END AS tenth, count(*) AS count
      FROM videoshake_sessions WHERE video = \(video.number) GROUP BY 1
      """
    ) { ($0["tenth"] as Int64, $0["count"] as Int64) }
    for (tenth, count) in found { tenths[Int(tenth)] = count }
    return tenths
  }

  private static func refusals(
    _ video: Video, _ activity: any CampaignActivity, in connection: Connection
  ) throws -> [(code: String, count: Int64)] {
    let campaigns: [CampaignID] = try connection.fetchAll(
      "SELECT DISTINCT campaign FROM videoshake_sessions WHERE video = \(video.number)")
    var counts: [String: Int64] = [:]
    for campaign in campaigns {
      for (code, count) in try activity.summary(of: campaign, in: connection).refused
      where code.hasPrefix("\(VideoShakeModule.id).") {
        counts[code, default: 0] += count
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

extension WatchReport {
  var dropOff: Chart {
    Chart(
      title: "How far it was watched",
      x: Chart.Axis(nil, .category(Quartile.allCases.map(\.name))), y: Chart.Axis("sessions"),
      series: [
        Chart.Series(
          "sessions", .bar, reached.enumerated().map { Chart.Point(category: $0.offset, Double($0.element)) })
      ])
  }

  static let tenths = (0..<10).map { "\($0 * 10)-\($0 * 10 + 10)%" }

  var distribution: Chart {
    Chart(
      title: "How much of it was watched", x: Chart.Axis(nil, .category(Self.tenths)), y: Chart.Axis("sessions"),
      series: [
        Chart.Series(
          "sessions", .bar, coverage.enumerated().map { Chart.Point(category: $0.offset, Double($0.element)) })
      ])
  }
}
