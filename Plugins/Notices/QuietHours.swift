internal import QixCalendar
internal import QixModule

/// Hours of each day in which no message goes out. Those that end before they begin end on the next day.
struct QuietHours: Sendable, Equatable, CustomStringConvertible {
  /// Minutes after midnight, 0 to 1,439; never the same.
  let from: Int64
  let until: Int64

  /// The word for no quiet hours.
  static let none = "none"
  private static let minute: Int64 = 60_000_000

  init?(from: Int64, until: Int64) {
    guard from != until, [from, until].allSatisfy({ (0..<1_440).contains($0) }) else { return nil }
    (self.from, self.until) = (from, until)
  }

  /// Reads `21:00-08:00`.
  init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minute)
    guard ends.count == 2, let from = ends[0], let until = ends[1] else { return nil }
    self.init(from: from, until: until)
  }

  private static func minute(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int64(parts[0]), let minute = Int64(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  var description: String { "\(Self.text(from))-\(Self.text(until))" }

  private static func text(_ minute: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// The time at which the quiet hours end that hold at a time; nil where none do.
  func end(at time: Timestamp, in zone: TimeZone) -> Timestamp? {
    let wall = zone.wallTime(at: time)
    let midnight = Timestamp(startOf: wall.date)
    let minute = (wall.microseconds - midnight.microseconds) / Self.minute
    let isQuiet = from < until ? (from..<until).contains(minute) : minute >= from || minute < until
    guard isQuiet else { return nil }
    let days: Int64 = from > until && minute >= from ? 1 : 0
    let end = zone.moment(wall: midnight.advanced(byMicroseconds: days * Timestamp.day + until * Self.minute))
    // Clocks that are put back could lead to a time that is over.
    return max(end, time.advanced(byMicroseconds: Self.minute))
  }
}
