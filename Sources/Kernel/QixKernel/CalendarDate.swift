/// A day of the proleptic Gregorian calendar, years 0001 to 9999.
package struct CalendarDate: Hashable, Comparable, Sendable {
  package let year: Int64
  package let month: Int64
  package let day: Int64

  /// Nil when there is no such day.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9_999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Days since 1970-01-01; the inverse of `daysSinceEpoch`. Years outside 1…9999 are shown as they come.
  ///
  /// Years are counted from March in eras of 400, so that the leap day is the last of its year.
  package init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = Timestamp.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var daysSinceEpoch: Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = Timestamp.floorDivide(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Returns that day some months later, or the last day of that month where it has no such day.
  package func adding(months count: Int64) -> CalendarDate {
    let index = year * 12 + month - 1 + count
    let newYear = Timestamp.floorDivide(index, 12)
    let newMonth = index - newYear * 12 + 1
    let newDay = min(day, Self.days(in: newMonth, of: newYear))
    return CalendarDate(unchecked: newYear, newMonth, newDay)
  }

  private init(unchecked year: Int64, _ month: Int64, _ day: Int64) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// `2027-06-30`.
  package var description: String {
    String(unsafeUninitializedCapacity: 32) { bytes in
      var text = DigitWriter(bytes)
      text.append(self)
      return text.count
    }
  }

  /// Reads `2027-06-30`; nil for anything else and for a day that does not exist.
  package init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let date = text.withUTF8({ CalendarDate(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = date
  }

  /// Reads a date from the bytes of a file, without a string between.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    var scanner = DigitScanner(bytes)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }
}

/// Reads the fixed-width ASCII digits of ISO 8601; other scripts' digits are not digits here.
struct DigitScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// - Parameter bytes: stay valid as long as the scanner is used.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func number(_ width: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// One to nine decimals of a second, cut (not rounded) to microseconds.
  mutating func microseconds() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while count < 9, let digit = digit() {
      if count < 6 { value = value * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in min(count, 6)..<6 { value *= 10 }
    return value
  }

  mutating func date() -> CalendarDate? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  private mutating func digit() -> Int64? {
    guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else { return nil }
    defer { position += 1 }
    return Int64(bytes[position] - UInt8(ascii: "0"))
  }
}
