package import QixKernel

/// The one time by which limits, lockouts and short-lived codes are counted: it never goes back, and follows no jump of
/// the clock on the wall.
///
/// It goes on by what the machine has run since it was last looked at, so a clock that is set back gives no new tries,
/// and one that says 2031 for an hour locks no user out until then. Where the machine was restarted since, it goes on by
/// what the clock on the wall says has passed, and by nothing where that went back. Drift is caught up with as long as
/// the clock on the wall is ahead by less than `mostDrift`, by a thousandth of what the machine has run: a clock that is
/// put forward again and again, each time by a little, ends no lockout.
///
/// It can differ from the clock on the wall by any amount: compare it with nothing but itself, and show people moments of
/// the wall (`moment(_:by:)`).
package enum SteadyClock {
  /// Microseconds by which a clock may be ahead and still count as the same time: an hour.
  static let mostDrift: Int64 = 3_600_000_000
  /// Microseconds by which a clock is put forward or back without a word in the audit log: a minute, for clocks that are
  /// set over the network.
  static let mostUntold: Int64 = 60_000_000

  private struct Seen {
    let steady: Timestamp
    let wall: Timestamp
    let uptime: Uptime?
  }

  /// Returns the time now, for callers that only read.
  package static func latest(_ clock: any Clock, in connection: Connection) throws -> Timestamp {
    let (wall, uptime) = (clock.now(), clock.uptime())
    return try seen(in: connection).map { steady(wall, uptime, since: $0) } ?? first(wall, in: connection)
  }

  /// The time now, and keeps it. A jump of the clock on the wall since it was last kept is written into the audit log.
  package static func advance(_ clock: any Clock, in connection: Connection) throws -> Timestamp {
    let (wall, uptime) = (clock.now(), clock.uptime())
    let seen = try seen(in: connection)
    let steady = try seen.map { self.steady(wall, uptime, since: $0) } ?? first(wall, in: connection)
    try connection.execute(
      """
      INSERT INTO qix_steady_clock (one, steady_at, wall_at, boot, uptime)
      VALUES (1, \(steady), \(wall), \(uptime?.boot), \(uptime?.microseconds))
      ON CONFLICT (one) DO UPDATE SET steady_at = excluded.steady_at, wall_at = excluded.wall_at, boot = excluded.boot,
        uptime = excluded.uptime
      """)
    if let seen, let ran = ran(uptime, since: seen) {
      let expected = seen.wall.advanced(byMicroseconds: ran)
      if abs(wall.microseconds - expected.microseconds) > mostUntold {
        try AuditLog.append(
          Change("qix.clock-jump", subject: "from \(expected) to \(wall)"), by: "qix", at: wall, in: connection)
      }
    }
    return steady
  }

  /// Returns what the clock on the wall shows when it is that time here.
  /// - Parameter now: the result of `latest` or `advance`.
  package static func moment(_ steady: Timestamp, at now: Timestamp, by clock: any Clock) -> Timestamp {
    clock.now().advanced(byMicroseconds: steady.microseconds - now.microseconds)
  }

  /// The moment that ends of validity are compared with: what the clock on the wall shows, or the later one that it has
  /// shown before it was set back.
  ///
  /// Knowledge of this start of the machine can be trusted; else the audit log has to do, which believes a clock that
  /// was ahead.
  package static func latestMoment(_ clock: any Clock, in connection: Connection) throws -> Timestamp {
    let (wall, uptime) = (clock.now(), clock.uptime())
    guard let seen = try seen(in: connection), ran(uptime, since: seen) != nil else {
      return try AuditLog.latestMoment(wall, in: connection)
    }
    return max(wall, steady(wall, uptime, since: seen))
  }

  private static func seen(in connection: Connection) throws -> Seen? {
    try connection.fetchOne("SELECT steady_at, wall_at, boot, uptime FROM qix_steady_clock WHERE one = 1") { row in
      let (boot, uptime) = (row["boot"] as String?, row["uptime"] as Int64?)
      return Seen(
        steady: row["steady_at"], wall: row["wall_at"],
        uptime: boot.flatMap { boot in
          uptime.map { Uptime(boot: boot, microseconds: Timestamp(stored: $0).microseconds) }
        })
    }
  }

  /// Before it was ever kept there is nothing that it could be compared with but the log, whose last entry is the time at
  /// which something was done here, whatever came before.
  private static func first(_ wall: Timestamp, in connection: Connection) throws -> Timestamp {
    max(wall, try AuditLog.latestLogged(among: 1, in: connection) ?? wall)
  }

  /// Returns the microseconds that the machine has run; nil where it was restarted, or that is unknown.
  private static func ran(_ uptime: Uptime?, since seen: Seen) -> Int64? {
    guard let uptime, let before = seen.uptime, uptime.boot == before.boot else { return nil }
    return max(0, uptime.microseconds - before.microseconds)
  }

  private static func steady(_ wall: Timestamp, _ uptime: Uptime?, since seen: Seen) -> Timestamp {
    let ran = ran(uptime, since: seen)
    let passed = ran ?? max(0, wall.microseconds - seen.wall.microseconds)
    let steady = seen.steady.advanced(byMicroseconds: passed)
    let ahead = wall.microseconds - steady.microseconds
    guard ahead > 0, ahead < mostDrift else { return steady }
    // Behind a restart nobody knows better than the clock on the wall.
    guard let ran else { return wall }
    return steady.advanced(byMicroseconds: min(ahead, ran / 1_000))
  }
}
