internal import QixShake

/// A user's progress towards a badge.
struct Progress: Sendable, Equatable {
  /// Days in a row, shakes, wins, or types that were seen.
  var count: Int64
  /// Days since 1970-01-01 of the last shake that counted.
  var lastDay: Int64
  /// Types that were seen, sorted.
  var seen: [String] = []

  /// The progress behind an accepted shake.
  /// - Parameters:
  ///   - before: nil for a user without any.
  ///   - day: of the shake. One from before the last day changes no row of days: clocks are put back.
  /// - Returns: nil where the shake counts for nothing.
  static func after(_ before: Progress?, _ goal: Badge.Goal, type: String, isWin: Bool, on day: Int64) -> Progress? {
    switch goal {
    case .days(_, let missed):
      guard let before else { return Progress(count: 1, lastDay: day) }
      guard day > before.lastDay else { return nil }
      let goesOn = day - before.lastDay <= missed + 1
      return Progress(count: goesOn ? before.count + 1 : 1, lastDay: day)
    case .shakes: return Progress(count: (before?.count ?? 0) + 1, lastDay: day)
    case .wins: return isWin ? Progress(count: (before?.count ?? 0) + 1, lastDay: day) : nil
    case .types(let types):
      let seen = before?.seen ?? []
      guard types.contains(type), !seen.contains(type) else { return nil }
      return Progress(count: Int64(seen.count + 1), lastDay: day, seen: (seen + [type]).sorted())
    case .byHand: return nil
    }
  }

  /// The progress of two users who turn out to be one. Of two rows of days the fresher one goes on, else the longer:
  /// whether they fit together isn't recorded.
  static func joined(_ one: Progress, _ other: Progress, _ goal: Badge.Goal) -> Progress {
    switch goal {
    case .days: return (one.lastDay, one.count) >= (other.lastDay, other.count) ? one : other
    case .types:
      let seen = Set(one.seen + other.seen).sorted()
      return Progress(count: Int64(seen.count), lastDay: max(one.lastDay, other.lastDay), seen: seen)
    case .shakes, .wins, .byHand:
      return Progress(count: one.count + other.count, lastDay: max(one.lastDay, other.lastDay))
    }
  }

  /// The days in a row that still count on a day: none where too many were missed.
  func row(on day: Int64, missed: Int64) -> Int64 { day - lastDay <= missed + 1 ? count : 0 }
}

/// Progress in the database.
struct ProgressStore {
  let connection: Connection

  func find(_ user: UserID, _ badge: Int64) throws -> Progress? {
    try connection.fetchOne(
      "SELECT count, last_day, seen FROM badges_progress WHERE user_id = \(user) AND badge = \(badge)", Self.read)
  }

  func put(_ progress: Progress, of user: UserID, _ badge: Int64) throws {
    try connection.execute(
      """
      INSERT INTO badges_progress (user_id, badge, count, last_day, seen)
      VALUES (\(user), \(badge), \(progress.count), \(progress.lastDay),
        \(progress.seen.isEmpty ? nil : progress.seen.joined(separator: " ")))
      ON CONFLICT (user_id, badge) DO UPDATE
        SET count = excluded.count, last_day = excluded.last_day, seen = excluded.seen
      """)
  }

  func all(of user: UserID) throws -> [Int64: Progress] {
    let rows = try connection.fetchAll(
      "SELECT count, last_day, seen, badge FROM badges_progress WHERE user_id = \(user)"
    ) { ($0["badge"] as Int64, try Self.read($0)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  private static func read(_ row: Row) throws -> Progress {
    Progress(
      count: row["count"], lastDay: row["last_day"],
      seen: ((row["seen"] as String?) ?? "").split(separator: " ").map(String.init))
  }
}
