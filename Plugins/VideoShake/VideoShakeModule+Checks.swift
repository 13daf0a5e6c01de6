package import QixShake

/// `qix db check` and `qix db restore` ask whether what was kept of sessions agrees with itself.
extension VideoShakeModule: DataChecking {
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (sessions, faulty) = try database.read { connection in
      var counts: (sessions: Int, faulty: Int) = (0, 0)
      try connection.forEach("SELECT watched, watched_total, length FROM videoshake_sessions") { row in
        counts.sessions += 1
        let watched = WatchedIntervals(row["watched"])
        let isWhole =
          watched?.total == row["watched_total"] && (watched?.ranges.last?.upperBound ?? 0) <= row["length"]
        if !isWhole { counts.faulty += 1 }
      }
      return counts
    }
    guard faulty == 0 else {
      return [
        .fault(
          "watch sessions", "\(faulty) of \(sessions) don't hold what was watched as it was written",
          remedy: Finding.restore)
      ]
    }
    return [.ok("watch sessions", "\(sessions) agree with what was watched in them")]
  }
}
