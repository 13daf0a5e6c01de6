internal import QixKernel

/// A part of a rule, and what may stand in it (RFC 5545 §3.3.10).
struct RecurrencePart {
  let name: String
  /// The range of its numbers' absolute values.
  let range: ClosedRange<Int64>
  /// Whether its numbers may count from the end.
  var isSigned = false
  /// The frequencies with which it can't stand, by the table of §3.3.10.
  var isForbidden: Set<RecurrenceRule.Frequency> = []

  static let interval = RecurrencePart(name: "INTERVAL", range: 1...10_000)
  static let months = RecurrencePart(name: "BYMONTH", range: 1...12)
  static let weeks = RecurrencePart(
    name: "BYWEEKNO", range: 1...53, isSigned: true,
    isForbidden: Set(RecurrenceRule.Frequency.allCases).subtracting([.yearly]))
  static let yearDays = RecurrencePart(
    name: "BYYEARDAY", range: 1...366, isSigned: true, isForbidden: [.daily, .weekly, .monthly])
  static let monthDays = RecurrencePart(name: "BYMONTHDAY", range: 1...31, isSigned: true, isForbidden: [.weekly])
  static let days = RecurrencePart(name: "BYDAY", range: 1...53, isSigned: true)
  static let hours = RecurrencePart(name: "BYHOUR", range: 0...23)
  static let minutes = RecurrencePart(name: "BYMINUTE", range: 0...59)
  /// The RFC has a second 60, which no clock here shows.
  static let seconds = RecurrencePart(name: "BYSECOND", range: 0...59)
  static let positions = RecurrencePart(name: "BYSETPOS", range: 1...366, isSigned: true)

  static let all = [interval, months, weeks, yearDays, monthDays, days, hours, minutes, seconds, positions]
  static let known = Set(all.map(\.name) + ["FREQ", "COUNT", "UNTIL", "WKST"])

  /// Its numbers ascending, each once; none where the part isn't there.
  func numbers(
    _ parts: [String: String], for frequency: RecurrenceRule.Frequency
  ) throws(RecurrenceError) -> [Int64] {
    var numbers: Set<Int64> = []
    for element in try elements(parts, frequency) { numbers.insert(try number(element)) }
    return numbers.sorted()
  }

  /// The days of BYDAY, each once: `MO`, or `-1MO`, the last one of the month or year.
  func weekdays(
    _ parts: [String: String], for frequency: RecurrenceRule.Frequency
  ) throws(RecurrenceError) -> [RecurrenceRule.Weekday] {
    var weekdays: [RecurrenceRule.Weekday] = []
    for element in try elements(parts, frequency) {
      guard let day = RecurrenceRule.Weekday.names.firstIndex(of: String(element.suffix(2))) else {
        throw .malformed("BYDAY must be days, such as MO or -1SU")
      }
      let ordinal = element.dropLast(2)
      guard ordinal.isEmpty || frequency == .monthly || frequency == .yearly else {
        throw .malformed("counted days such as 1MO need FREQ=MONTHLY or FREQ=YEARLY")
      }
      let weekday = RecurrenceRule.Weekday(ordinal: ordinal.isEmpty ? 0 : try number(ordinal), day: Int64(day))
      if !weekdays.contains(weekday) { weekdays.append(weekday) }
    }
    return weekdays
  }

  private func elements(
    _ parts: [String: String], _ frequency: RecurrenceRule.Frequency
  ) throws(RecurrenceError) -> [Substring] {
    guard let value = parts[name] else { return [] }
    guard !isForbidden.contains(frequency) else {
      throw .malformed("\(name) can't be used with FREQ=\(frequency.rawValue)")
    }
    return value.split(separator: ",", omittingEmptySubsequences: false)
  }

  private func number(_ text: Substring) throws(RecurrenceError) -> Int64 {
    var digits = text
    if isSigned, digits.first == "-" || digits.first == "+" { digits = digits.dropFirst() }
    let number = try Self.number(String(digits), in: range, of: name)
    return text.first == "-" ? -number : number
  }

  static func number(_ text: String, in range: ClosedRange<Int64>, of name: String) throws(RecurrenceError) -> Int64 {
    let isPlain =
      (1...7).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isPlain, let number = Int64(text), range.contains(number) else {
      throw .malformed("\(name) must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
