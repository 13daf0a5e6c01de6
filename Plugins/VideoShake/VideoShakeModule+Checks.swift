package import QixShake

/// `qix db check` and `qix db restore` ask whether what was kept of sessions agrees with itself.
extension VideoShakeModule: DataChecking {
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (sessions, faults) = try database.read { connection in
      (
        try connection.fetchOne("SELECT count(*) FROM videoshake_sessions") ?? 0 as Int64,
        try connection.faults(by: [watched])
      )
    }
    return [.summary("watch sessions", of: faults, whole: "\(sessions) match their records of watching")]
  }

  private static let watched = DataRule("SELECT id, watched, watched_total, length FROM videoshake_sessions") { row in
    let watched = WatchedIntervals(row["watched"])
    let isWhole = watched?.total == row["watched_total"] && (watched?.ranges.last?.upperBound ?? 0) <= row["length"]
    return isWhole
      ? nil : "the session \(try row["id"] as VideoSessionID) was altered"
  }
}
