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
    let version =
      try connection.first("SELECT version FROM tvshake_schedule WHERE id = 1") { $0.integer(0) } ?? 0
    return try span.withLock { span in
      if let span, span.version == version, time >= span.from, time < span.until { return span.airtime }
      let from = time.advanced(byMicroseconds: -Timestamp.day)
      let until = time.advanced(byMicroseconds: Timestamp.day)
      let read = try read(from: from, until: until, in: connection)
      span = Span(version: version, from: from, until: until, airtime: read)
      return read
    }
  }

  private func read(from: Timestamp, until: Timestamp, in connection: Connection) throws -> Airtime {
    var zones: [String: TimeZone] = [:]
    func slot(_ row: Row) throws -> Airtime.Slot {
      let window = try Window(row)
      let zone = zones[window.zone] ?? window.wallZone
      zones[window.zone] = zone
      return Airtime.Slot(window, zone: zone, code: row.optionalText(10).flatMap(ScreenCode.init))
    }
    func slots(_ condition: String, _ limit: Int64) throws -> [Airtime.Slot] {
      let places = (0..<channels.count).map { "?\($0 + 5)" }.joined(separator: ", ")
      let statement = try connection.statement(
        """
        SELECT \(Window.columns), (SELECT code FROM tvshake_codes WHERE window_id = tvshake_windows.id)
        FROM tvshake_windows
        WHERE removed_at IS NULL AND \(condition) AND (?3 IS NULL OR programme = ?3) AND channel IN (\(places))
        ORDER BY starts_at LIMIT ?4
        """)
      statement.bind(from.advanced(byMicroseconds: -after), at: 1)
      statement.bind(until.advanced(byMicroseconds: before), at: 2)
      statement.bind(programme, at: 3)
      statement.bind(limit, at: 4)
      for (index, channel) in channels.enumerated() { statement.bind(channel, at: index + 5) }
      var found: [Airtime.Slot] = []
      try statement.forEach {
        found.append(try slot($0))
        return true
      }
      return found
    }
    let around = try slots("ends_at > ?1 AND starts_at < ?2", .max)
    return Airtime(
      around, next: try slots("?1 IS NOT NULL AND starts_at >= ?2", 1).first, before: before, after: after)
  }
}
