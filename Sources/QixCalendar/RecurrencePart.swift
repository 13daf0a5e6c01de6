internal import QixKernel

/// A part of a rule, and what may stand in it (RFC 5545 §3.3.10).
struct RecurrencePart {
  let name: String
  /// Of its numbers' absolute values; nil where it has none.
  let range: ClosedRange<Int64>?
  /// Whether its numbers may count from the end.
  var isSigned = false
  /// With which frequencies it makes no sense.
  var isForbidden: Set<RecurrenceRule.Frequency> = []

  /// In the order in which they are written.
  static let all = [
    RecurrencePart(name: "INTERVAL", range: 1...10_000),
    RecurrencePart(name: "BYMONTH", range: 1...12),
    RecurrencePart(name: "BYWEEKNO", range: 1...53, isSigned: true, isForbidden: allBut(.yearly)),
    RecurrencePart(name: "BYYEARDAY", range: 1...366, isSigned: true, isForbidden: [.daily, .weekly, .monthly]),
    RecurrencePart(name: "BYMONTHDAY", range: 1...31, isSigned: true, isForbidden: [.weekly]),
    RecurrencePart(name: "BYDAY", range: nil),
    // Hours of each hour are hours of each day, which libical follows; the other way it errs.
    RecurrencePart(name: "BYHOUR", range: 0...23, isForbidden: [.hourly]),
    RecurrencePart(name: "BYMINUTE", range: 0...59, isForbidden: [.minutely]),
    RecurrencePart(name: "BYSECOND", range: 0...59),
    RecurrencePart(name: "BYSETPOS", range: 1...366, isSigned: true, isForbidden: [.minutely, .hourly, .daily]),
    RecurrencePart(name: "WKST", range: nil),
  ]

  static let known = Set(all.map(\.name) + ["FREQ", "COUNT", "UNTIL"])

  private static func allBut(_ frequency: RecurrenceRule.Frequency) -> Set<RecurrenceRule.Frequency> {
    Set(RecurrenceRule.Frequency.allCases).subtracting([frequency])
  }

  private static let days: Set<String> = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The value in one spelling, each element once: libical has places for as many as there can be.
  func checked(_ value: String, for frequency: RecurrenceRule.Frequency) throws(RecurrenceError) -> String {
    guard !isForbidden.contains(frequency) else {
      throw .malformed("\(name) can't stand in a rule with FREQ=\(frequency.rawValue)")
    }
    switch name {
    case "WKST":
      guard Self.days.contains(value) else { throw .malformed("WKST must be a day, such as MO") }
      return value
    case "INTERVAL": return try "\(Self.number(value, in: range ?? 1...1, of: name))"
    default:
      var elements: [String] = []
      for element in value.split(separator: ",", omittingEmptySubsequences: false) {
        let checked = try name == "BYDAY" ? day(element, frequency) : number(element)
        if !elements.contains(checked) { elements.append(checked) }
      }
      // libical takes hours and minutes in the order in which they are written.
      if !isSigned, range != nil { elements.sort { Int64($0) ?? 0 < Int64($1) ?? 0 } }
      if name == "BYMONTHDAY", frequency != .monthly, frequency != .yearly,
        elements.contains(where: { $0.hasPrefix("-") })
      {
        throw .malformed("days are counted from the month's end in rules with FREQ=MONTHLY or FREQ=YEARLY alone")
      }
      return elements.joined(separator: ",")
    }
  }

  private func number(_ text: Substring) throws(RecurrenceError) -> String {
    guard let range else { preconditionFailure("a list of numbers has a range") }
    var digits = text
    var sign = ""
    if isSigned, let first = digits.first, first == "-" || first == "+" {
      digits = digits.dropFirst()
      if first == "-" { sign = "-" }
    }
    return try sign + "\(Self.number(String(digits), in: range, of: name))"
  }

  /// `MO`, or `-1MO`: the last one of the month or year.
  private func day(_ text: Substring, _ frequency: RecurrenceRule.Frequency) throws(RecurrenceError) -> String {
    let day = String(text.suffix(2))
    guard Self.days.contains(day) else { throw .malformed("BYDAY must be days, such as MO or -1SU") }
    let ordinal = text.dropLast(2)
    guard !ordinal.isEmpty else { return day }
    guard frequency == .monthly || frequency == .yearly else {
      throw .malformed("days are counted in rules with FREQ=MONTHLY or FREQ=YEARLY alone")
    }
    let digits = ordinal.first == "-" || ordinal.first == "+" ? ordinal.dropFirst() : ordinal
    let number = try Self.number(String(digits), in: 1...53, of: "BYDAY")
    return (ordinal.first == "-" ? "-" : "") + "\(number)" + day
  }

  static func hasOrdinal(_ days: String?) -> Bool { days?.contains(where: \.isNumber) ?? false }

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
