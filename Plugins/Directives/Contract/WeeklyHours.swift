package import QixCalendar
package import QixKernel

/// Hours of the day on some days of the week, by the clock on the wall of a time zone.
package struct WeeklyHours: Sendable, Equatable {
  /// Of the week, from Monday on.
  package static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  package static let minutesOfDay = 1_440

  /// 0 for Monday to 6.
  package var days: Set<Int>
  /// Minutes after midnight, 0 to 1,439.
  package var from: Int
  /// Until before this minute, 1 to 1,440. One that is not after `from` is of the next day, and the hours belong to the
  /// day on which they begin.
  package var until: Int
  package var zone: TimeZone

  package init(days: Set<Int>, from: Int, until: Int, zone: TimeZone) {
    (self.days, self.from, self.until, self.zone) = (days, from, until, zone)
  }

  package func isOpen(at time: Timestamp) -> Bool {
    let wall = zone.wallTime(at: time)
    let date = wall.date
    let minute = Int((wall.microseconds - Timestamp(startOf: date).microseconds) / 60_000_000)
    // 1970-01-01 was a Thursday.
    let day = Int(((date.daysSinceEpoch + 3) % 7 + 7) % 7)
    if from < until { return days.contains(day) && (from..<until).contains(minute) }
    return (days.contains(day) && minute >= from) || (days.contains((day + 6) % 7) && minute < until)
  }

  /// `18:00`; nil for anything else. The end of a day is `24:00`.
  package static func minute(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    let digits = [0, 1, 3, 4].map { bytes.indices.contains($0) ? Int(bytes[$0]) - 0x30 : -1 }
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), digits.allSatisfy({ (0...9).contains($0) }) else {
      return nil
    }
    let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    return minute < 60 && hour * 60 + minute <= minutesOfDay ? hour * 60 + minute : nil
  }

  package static func text(_ minute: Int) -> String {
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  package var dayList: [String] { Self.dayNames.indices.filter(days.contains).map { Self.dayNames[$0] } }

  /// `18:00-23:30 mon fri Europe/Rome`
  package var summary: String {
    let all = days.count == 7 ? [] : dayList
    return (["\(Self.text(from))-\(Self.text(until))"] + all + [zone.identifier]).joined(separator: " ")
  }
}
