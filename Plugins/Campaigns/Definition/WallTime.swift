internal import QixCalendar
internal import QixKernel

/// Moments as campaigns' files have them: a day or a time on the wall of the campaign's zone, or an absolute one.
enum WallTime {
  static let remedy = "write it as 2027-06-01, 2027-06-01T20:00 (in the campaign's time zone) or 2027-06-01T18:00:00Z"

  /// - Parameter isEnd: whether a day stands for its end.
  /// - Returns: nil when it is none of the forms.
  static func read(_ text: String, in zone: TimeZone, isEnd: Bool) -> Timestamp? {
    if let date = CalendarDate(text) {
      return zone.start(of: isEnd ? CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1) : date)
    }
    guard let time = Timestamp(text) else { return nil }
    return isAbsolute(text) ? time : zone.moment(wall: time)
  }

  /// What is read as that moment again, as short as can be.
  static func text(_ time: Timestamp, in zone: TimeZone, isEnd: Bool) -> String {
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
