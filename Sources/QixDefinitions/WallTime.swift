package import QixCalendar
package import QixKernel

/// Moments as descriptions have them: a day or a time on the wall of a zone that they name, or an absolute one.
package enum WallTime {
  /// - Parameter whose: whose time zone is meant: `the campaign's`.
  package static func remedy(_ whose: String) -> String {
    "write it as 2027-06-01, 2027-06-01T20:00 (in \(whose) time zone) or 2027-06-01T18:00:00Z"
  }

  /// - Parameter isEnd: whether a day stands for its end.
  /// - Returns: nil when it is none of the forms.
  package static func read(_ text: String, in zone: TimeZone, isEnd: Bool) -> Timestamp? {
    if let date = CalendarDate(text) {
      return zone.start(of: isEnd ? CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1) : date)
    }
    guard let time = Timestamp(text) else { return nil }
    return isAbsolute(text) ? time : zone.moment(wall: time)
  }

  /// What is read as that moment again, as short as can be.
  package static func text(_ time: Timestamp, in zone: TimeZone, isEnd: Bool) -> String {
    let wall = zone.wallTime(at: time)
    // Of an hour that is shown twice only the first can be said by the clock on the wall.
    guard zone.moment(wall: wall) == time, (1...9_998).contains(wall.date.year) else { return time.description }
    if wall == Timestamp(startOf: wall.date) {
      let date = isEnd ? CalendarDate(daysSinceEpoch: wall.date.daysSinceEpoch - 1) : wall.date
      if read(date.description, in: zone, isEnd: isEnd) == time { return date.description }
    }
    let text = wall.description.dropLast()
    return String(text.hasSuffix(":00") && text.utf8.count == 19 ? text.dropLast(3) : text)
  }

  /// Whether a `Z` or an offset stands behind the time of day.
  private static func isAbsolute(_ text: String) -> Bool {
    text.utf8.dropFirst("2027-06-01T".utf8.count).contains { byte in
      byte == UInt8(ascii: "Z") || byte == UInt8(ascii: "z") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
  }
}
