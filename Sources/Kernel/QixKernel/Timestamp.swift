/// A moment: microseconds since 1970-01-01T00:00:00Z, leap seconds not counted, as the database stores it.
package struct Timestamp: Hashable, Comparable, Sendable {
  package let microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// A moment from a database, which others may have written to: what is beyond 30,000 years stands for their end, so that
  /// nothing overflows that is counted from it.
  /// - Parameter unit: microseconds that each of the number stands for.
  package init(stored number: Int64, of unit: Int64 = 1) {
    let (microseconds, overflow) = number.multipliedReportingOverflow(by: unit)
    let bound: Int64 = 1_000_000_000_000_000_000
    self.microseconds = overflow ? (number < 0 ? -bound : bound) : min(max(microseconds, -bound), bound)
  }

  /// Midnight UTC at the start of a date.
  package init(startOf date: CalendarDate) { microseconds = date.daysSinceEpoch * Self.day }

  package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

  /// The first and the last moment of the years that are written with four digits.
  package static let earliest = Timestamp(microseconds: -62_135_596_800_000_000)
  package static let latest = Timestamp(microseconds: 253_402_300_799_999_999)
  /// What 0.6.0 has stored for the end of 9999-12-31.
  package static let formerEnd = "10000-01-01T00:00:00Z"
  /// Whether it can be written and read again.
  package var isInCalendar: Bool { self >= .earliest && self <= .latest }
  /// The nearest moment that can be: the end of 9999-12-31 lies behind the calendar.
  package var inCalendar: Timestamp { min(max(self, .earliest), .latest) }

  /// Microseconds in a day.
  package static let day: Int64 = 86_400_000_000

  /// The UTC date on which it falls.
  package var date: CalendarDate { CalendarDate(daysSinceEpoch: Self.floorDivide(microseconds, Self.day)) }

  package func advanced(byMicroseconds count: Int64) -> Timestamp { Timestamp(microseconds: microseconds + count) }

  static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Timestamp: CustomStringConvertible {
  /// ISO 8601 in UTC: `2027-06-30T12:00:00Z`, with as many decimals of a second as are needed, none, 3 or 6.
  package var description: String {
    let seconds = Self.floorDivide(microseconds, 1_000_000)
    let fraction = microseconds - seconds * 1_000_000
    let inDay = seconds - Self.floorDivide(seconds, 86_400) * 86_400
    // Lists print thousands: the digits go straight into the one string.
    return String(unsafeUninitializedCapacity: 40) { bytes in
      var text = DigitWriter(bytes)
      text.append(date)
      text.append("T")
      text.append(inDay / 3_600, width: 2)
      text.append(":")
      text.append(inDay / 60 % 60, width: 2)
      text.append(":")
      text.append(inDay % 60, width: 2)
      if fraction != 0 {
        text.append(".")
        if fraction % 1_000 == 0 {
          text.append(fraction / 1_000, width: 3)
        } else {
          text.append(fraction, width: 6)
        }
      }
      text.append("Z")
      return text.count
    }
  }

  /// Reads `2027-06-30` (midnight UTC), or a date and time with `T` or a space between them, seconds and up to nine
  /// decimals optional, and `Z`, an offset such as `+02:00`, or nothing (UTC) behind. Nil for anything else.
  package init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let time = text.withUTF8({ Timestamp(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = time
  }

  /// Whether a text with a date and a time says where its clock is: a `Z` or an offset stands behind the time of day.
  package static func saysOffset(_ utf8: some Collection<UInt8>) -> Bool {
    utf8.dropFirst("2027-06-01T".utf8.count).contains { byte in
      byte == UInt8(ascii: "Z") || byte == UInt8(ascii: "z") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
  }

  /// Reads a time from the bytes of a file, without a string between.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    var scanner = DigitScanner(bytes)
    guard let date = scanner.date() else { return nil }
    guard !scanner.isAtEnd else {
      self.init(startOf: date)
      return
    }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let hour = scanner.number(2), hour < 24,
      scanner.take(":"), let minute = scanner.number(2), minute < 60
    else { return nil }
    var second: Int64 = 0
    var fraction: Int64 = 0
    if scanner.take(":") {
      guard let value = scanner.number(2), value < 60 else { return nil }
      second = value
      if scanner.take(".") {
        guard let value = scanner.microseconds() else { return nil }
        fraction = value
      }
    }
    var offset: Int64 = 0
    if !scanner.isAtEnd, !scanner.take("Z"), !scanner.take("z") {
      let sign: Int64 = scanner.take("+") ? 1 : scanner.take("-") ? -1 : 0
      guard sign != 0, let hours = scanner.number(2), hours < 24 else { return nil }
      _ = scanner.take(":")
      guard let minutes = scanner.number(2), minutes < 60 else { return nil }
      offset = sign * (hours * 60 + minutes) * 60
    }
    guard scanner.isAtEnd else { return nil }
    let seconds = date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second - offset
    self.init(microseconds: seconds * 1_000_000 + fraction)
    // An offset leads out of the years that can be written.
    guard isInCalendar else { return nil }
  }
}
