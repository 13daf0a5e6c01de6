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

  /// The same with hours and minutes, as people write it: `PT15M`, `PT1H30M`.
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
    var rest = text.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
    self.init()
    var units = Array("YMWD".utf8)[...]
    while !rest.isEmpty {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[digits.endIndex...]
      guard (1...4).contains(digits.count), let value = Int64(String(decoding: digits, as: UTF8.self)),
        let unit = rest.popFirst(), let place = units.firstIndex(of: unit)
      else { return nil }
      units = units[(place + 1)...]
      switch unit {
      case UInt8(ascii: "Y"): months += value * 12
      case UInt8(ascii: "M"): months += value
      case UInt8(ascii: "W"): days += value * 7
      default: days += value
      }
    }
    guard months > 0 || days > 0 else { return nil }
  }

  /// Reads any ISO 8601 duration of whole units: years, months, weeks and days, then behind a `T` hours, minutes and
  /// seconds, such as `P1DT12H` or `PT90S`, each at most nine digits; nil for anything else and for no time at all.
  package init?(iso8601 text: some StringProtocol) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    var period = Period()
    if parts[0] != "P" {
      guard let date = Period(parts[0]) else { return nil }
      period = date
    }
    if parts.count == 2 {
      guard let time = Self.time(parts[1].utf8) else { return nil }
      period.microseconds = time
    }
    guard period != Period() else { return nil }
    self = period
  }

  /// Microseconds of `1H30M5S`.
  private static func time(_ text: some Collection<UInt8>) -> Int64? {
    var rest = text[...]
    var units: [(letter: UInt8, seconds: Int64)] = [
      (UInt8(ascii: "H"), 3_600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1),
    ]
    var total: Int64 = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[digits.endIndex...]
      guard (1...9).contains(digits.count), let value = Int64(String(decoding: digits, as: UTF8.self)),
        let unit = rest.popFirst(), let place = units.firstIndex(where: { $0.letter == unit })
      else { return nil }
      total += value * units[place].seconds * 1_000_000
      units.removeFirst(place + 1)
    }
    return total
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
