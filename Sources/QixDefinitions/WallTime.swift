package import QixCalendar
internal import QixCommands
package import QixFormats
package import QixKernel

/// Moments as descriptions have them: a day or a time on the wall of a zone that they name, or an absolute one.
package enum WallTime {
  /// - Parameter whose: whose time zone is meant: `the campaign's`.
  package static func remedy(_ whose: String) -> String {
    "write it as 2027-06-01, 2027-06-01T20:00 (in \(whose) time zone) or 2027-06-01T18:00:00Z"
  }

  /// - Parameter isEnd: whether a day stands for its end.
  /// - Returns: nil when it has none of the forms.
  package static func read(_ text: String, in zone: TimeZone, isEnd: Bool) -> Timestamp? {
    if let date = CalendarDate(text) {
      return zone.start(of: isEnd ? CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1) : date).inCalendar
    }
    if text == Timestamp.formerEnd { return .latest }
    guard let time = Timestamp(text) else { return nil }
    return Timestamp.saysOffset(text.utf8) ? time : zone.moment(wall: time).inCalendar
  }

  /// Puts a moment of the description's zone in the place of a word or a length of time (`tomorrow`, `30d`): as any option
  /// takes them, and no file.
  /// - Parameters:
  ///   - zone: the key under which the description names its zone.
  ///   - now: from which words and lengths of time are meant.
  ///   - keepsLengths: whether a length of time is one in the description, too.
  package static func writeOut(
    _ key: String, of object: inout JSONObject, zone: String, isEnd: Bool, at now: Timestamp,
    keepsLengths: Bool = false
  ) {
    guard let zone = object[zone]?.string.flatMap({ try? TimeZone(identifier: $0) }),
      let moment = object[key]?.string.flatMap({ WrittenMoment($0) })
    else { return }
    switch moment {
    case .day, .wall, .absolute: return
    case .period where keepsLengths: return
    case .now, .month, .period, .span:
      let time = moment.moment(isEnd ? .end : .start, .ahead, at: now, in: zone)
      object[key] = .string(text(time, in: zone, isEnd: isEnd))
    }
  }

  /// Returns the shortest text that is read as that moment again.
  package static func text(_ time: Timestamp, in zone: TimeZone, isEnd: Bool) -> String {
    let day = time.date.daysSinceEpoch
    let days = (day - 1...day + 1).map { CalendarDate(daysSinceEpoch: $0).description }
    let clock = zone.wallTime(at: time).description.dropLast()
    let short = clock.hasSuffix(":00") && clock.utf8.count == 19 ? clock.dropLast(3) : clock
    // Of an hour that is shown twice only the first can be said by the clock on the wall, and the day after 9999-12-31
    // only as the end of that day.
    return (days + [String(short)]).first { read($0, in: zone, isEnd: isEnd) == time } ?? time.description
  }
}
