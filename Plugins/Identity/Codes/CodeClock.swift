internal import QixKernel
internal import QixStorage

/// A time that never goes back: the greatest that was seen by requests for codes, tries and the audit log.
///
/// While the clock is behind it, it stands still. So a clock that is set back revives no code and gives no new sends;
/// limits that were reached last until it has caught up.
enum CodeClock {
  static func latest(_ now: Timestamp, in connection: Connection) throws -> Timestamp {
    let seen = try connection.first("SELECT seen_at FROM identity_code_clock WHERE one = 1") { $0.time(0) }
    let logged = try AuditLog.latestMoment(now, in: connection)
    return max(logged, seen ?? logged)
  }

  static func advance(to now: Timestamp, in connection: Connection) throws -> Timestamp {
    let latest = try latest(now, in: connection)
    try connection.run(
      """
      INSERT INTO identity_code_clock (one, seen_at) VALUES (1, ?1)
      ON CONFLICT (one) DO UPDATE SET seen_at = excluded.seen_at
      """, .time(latest))
    return latest
  }
}
