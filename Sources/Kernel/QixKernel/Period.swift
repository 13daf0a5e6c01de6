/// A length of time as people set it: months, days and a rest, added to a moment in this order.
package struct Period: Hashable, Sendable {
  package var months: Int64
  package var days: Int64
  package var microseconds: Int64

  package init(months: Int64 = 0, days: Int64 = 0, microseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.microseconds = microseconds
  }
}

extension Period: CustomStringConvertible {
  /// ISO 8601: `P12M`, `P90D`, `PT900S`.
  package var description: String {
    let time = microseconds == 0 ? "" : "T\(microseconds / 1_000_000)S"
    let date = (months == 0 ? "" : "\(months)M") + (days == 0 ? "" : "\(days)D")
    return date.isEmpty && time.isEmpty ? "P0D" : "P\(date)\(time)"
  }

  /// The text with hours and minutes, as people write it: `PT15M`, `PT1H30M`.
  package var written: String {
    guard microseconds > 0 else { return description }
    let seconds = microseconds / 1_000_000
    let time = [(seconds / 3_600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
      .map { $0.0 == 0 ? "" : "\($0.0)\($0.1)" }.joined()
    let date = Period(months: months, days: days)
    return (date == Period() ? "P" : date.description) + (time.isEmpty ? "" : "T\(time)")
  }

  /// Reads the date part of ISO 8601's durations: years, months, weeks and days in this order, such as `P1Y6M`, each at
  /// most four digits; nil for anything else and for no time at all.
  package init?(_ text: some StringProtocol) {
    self.init(date: Array(text.utf8)[...])
  }

  /// Reads any ISO 8601 duration of whole units: years, months, weeks and days, then behind a `T` hours, minutes and
  /// seconds, such as `P1DT12H` or `PT90S`, each at most nine digits; nil for anything else and for no time at all.
  package init?(iso8601 text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard let end = bytes.firstIndex(of: UInt8(ascii: "T")) else {
      self.init(date: bytes[...])
      return
    }
    var period = Period()
    if bytes[..<end] != [UInt8(ascii: "P")] {
      guard let date = Period(date: bytes[..<end]) else { return nil }
      period = date
    }
    guard let time = Self.amounts(bytes[(end + 1)...], of: "HMS", digits: 9) else { return nil }
    period.microseconds = (time[0] * 3_600 + time[1] * 60 + time[2]) * 1_000_000
    guard period != Period() else { return nil }
    self = period
  }

  private init?(date text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "P"), let amounts = Self.amounts(text.dropFirst(), of: "YMWD", digits: 4) else {
      return nil
    }
    self.init(months: amounts[0] * 12 + amounts[1], days: amounts[2] * 7 + amounts[3])
    guard months > 0 || days > 0 else { return nil }
  }

  /// The number before each unit, 0 where it is missing; nil unless there is one at least and they stand in the order of
  /// the units.
  ///
  /// On bytes in arrays, since policies are read by nearly every command, and each collection of another kind costs the
  /// first who uses it (decision 0020).
  private static func amounts(_ text: ArraySlice<UInt8>, of units: StaticString, digits most: Int) -> [Int64]? {
    let letters = UnsafeBufferPointer(start: units.utf8Start, count: units.utf8CodeUnitCount)
    var amounts = [Int64](repeating: 0, count: letters.count)
    var next = 0
    var (value, digits) = (Int64(0), 0)
    for byte in text {
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        digits += 1
        guard digits <= most else { return nil }
      } else {
        while next < letters.count, letters[next] != byte { next += 1 }
        guard next < letters.count, digits > 0 else { return nil }
        amounts[next] = value
        next += 1
        (value, digits) = (0, 0)
      }
    }
    return next > 0 && digits == 0 ? amounts : nil
  }
}

extension Timestamp {
  /// The moment a period later: months keep the day where the month has it, else take its last one; the time of day
  /// stays.
  package func adding(_ period: Period) -> Timestamp {
    let later = period.months == 0 ? date : date.adding(months: period.months)
    let timeOfDay = microseconds - Timestamp(startOf: date).microseconds
    return Timestamp(
      microseconds: Timestamp(startOf: later).microseconds + timeOfDay + period.days * Timestamp.day
        + period.microseconds)
  }
}
