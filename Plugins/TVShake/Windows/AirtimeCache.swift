internal import QixCalendar
internal import QixShake
internal import Synchronization

/// The airtime of a campaign's channels, kept from shake to shake.
///
/// A million shakes in a minute ask for the same few windows. Each looks at one number of the database, and reads
/// windows when it has changed or when time has left the span that was read.
final class AirtimeCache: Sendable {
  private struct Span {
    let version: Int64
    let from: Timestamp
    let until: Timestamp
    let airtime: Airtime
  }

  private let channels: [String]
  private let programme: String?
  private let before: Int64
  private let after: Int64
  private let span = Mutex<Span?>(nil)

  init(channels: [String], programme: String?, before: Int64, after: Int64) {
    self.channels = channels
    self.programme = programme
    self.before = before
    self.after = after
  }

  func airtime(around time: Timestamp, in connection: Connection) throws -> Airtime {
    let version = try connection.fetchOne("SELECT version FROM tvshake_schedule WHERE id = 1") ?? 0
    return try span.withLock { span in
      if let span, span.version == version, time >= span.from, time < span.until { return span.airtime }
      let from = time.advanced(byMicroseconds: -Timestamp.day)
      let until = time.advanced(byMicroseconds: Timestamp.day)
      let read = try read(from: from, until: until, in: connection)
      span = Span(version: version, from: from, until: until, airtime: read)
      return read
    }
  }

  /// Reads what may count at any moment of a span.
  func read(from: Timestamp, until: Timestamp, in connection: Connection) throws -> Airtime {
    var zones: [String: TimeZone] = [:]
    func slot(_ row: Row) throws -> Airtime.Slot {
      let window = try Window(row)
      let zone = zones[window.zone] ?? window.wallZone
      zones[window.zone] = zone
      return Airtime.Slot(window, zone: zone, code: (row["code"] as String?).flatMap(ScreenCode.init))
    }
    func slots(_ condition: SQL, _ limit: Int64) throws -> [Airtime.Slot] {
      try connection.fetchAll(
        """
        SELECT \(sql: Window.columns), (SELECT code FROM tvshake_codes WHERE window_id = tvshake_windows.id) AS code
        FROM tvshake_windows
        WHERE removed_at IS NULL AND \(sql: condition) AND (\(programme) IS NULL OR programme = \(programme))
          AND channel IN (\(list: channels))
        ORDER BY starts_at LIMIT \(limit)
        """, slot)
    }
    let end = until.advanced(byMicroseconds: before)
    let around = try slots("ends_at > \(from.advanced(byMicroseconds: -after)) AND starts_at < \(end)", .max)
    return Airtime(around, next: try slots("starts_at >= \(end)", 1).first, before: before, after: after)
  }
}
