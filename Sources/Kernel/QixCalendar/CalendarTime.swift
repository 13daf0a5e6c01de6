package import QixKernel

/// A time of an iCalendar file: what a clock on the wall of a zone shows (RFC 5545 §3.3.4 and §3.3.5).
package struct CalendarTime: Sendable, Equatable {
  package let wall: Timestamp
  package let zone: TimeZone
  /// Whether a whole day is meant.
  package let isDate: Bool

  package var moment: Timestamp { zone.moment(wall: wall) }

  /// A time as it is written, before its zone is known.
  enum Reading: Equatable {
    case date(CalendarDate)
    case wall(Timestamp)
    case moment(Timestamp)

    /// `20270301`, `20270301T203000`, `20270301T193000Z`; nil for anything else.
    /// - Parameter first: the first year that is taken.
    init?(_ text: String, from first: Int64 = 1_970) {
      let bytes = Array(text.utf8)
      guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16,
        let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[4..<6]),
        let day = Self.number(bytes[6..<8]),
        (first..<RecurrenceRule.lastYear).contains(year), let date = CalendarDate(year: year, month: month, day: day)
      else { return nil }
      guard bytes.count > 8 else {
        self = .date(date)
        return
      }
      guard bytes[8] == UInt8(ascii: "T"), let hour = Self.number(bytes[9..<11]), hour < 24,
        let minute = Self.number(bytes[11..<13]), minute < 60, let second = Self.number(bytes[13..<15]), second < 60
      else { return nil }
      let time = Timestamp(startOf: date)
        .advanced(byMicroseconds: (hour * 3_600 + minute * 60 + second) * 1_000_000)
      if bytes.count == 16 {
        guard bytes[15] == UInt8(ascii: "Z") else { return nil }
        self = .moment(time)
      } else {
        self = .wall(time)
      }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
      var value: Int64 = 0
      for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + Int64(digit - UInt8(ascii: "0"))
      }
      return value
    }
  }
}

/// The duration of something in a calendar.
package enum CalendarLength: Sendable, Equatable {
  /// A duration from its DTEND: microseconds, the same for every occurrence (RFC 5545 §3.8.5.3).
  case exact(Int64)
  /// A duration from its DURATION, or whole days: by the clock on the wall.
  case nominal(Period)

  package func end(from start: Timestamp, in zone: TimeZone) -> Timestamp {
    switch self {
    case .exact(let microseconds): start.advanced(byMicroseconds: microseconds)
    case .nominal(let period): zone.adding(period, to: start)
    }
  }

  /// A duration of RFC 5545 §3.3.6 that is longer than nothing; nil for anything else.
  init?(duration text: String) {
    var text = text.hasPrefix("+") ? String(text.dropFirst()) : text
    // Some programs write zero days.
    for front in ["P0DT", "P0WT"] where text.hasPrefix(front) { text = "PT" + text.dropFirst(front.count) }
    // It knows no months and years, and an M before the T would be one.
    let date = text.prefix { $0 != "T" }
    guard !date.contains("M"), !date.contains("Y"), let period = Period(iso8601: text),
      period.days * Timestamp.day + period.microseconds > 0
    else { return nil }
    self = .nominal(period)
  }
}
