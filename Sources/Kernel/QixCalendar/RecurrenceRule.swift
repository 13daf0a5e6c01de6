package import QixKernel

/// A rule by which something repeats: RRULE of RFC 5545 §3.3.10, read strictly.
package struct RecurrenceRule: Sendable, Equatable {
  package enum Frequency: String, Sendable, CaseIterable {
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// The end of the rule, besides a count.
  package enum End: Sendable, Equatable {
    /// The last occurrence is at this moment at the latest.
    case moment(Timestamp)
    /// A time as a wall clock shows it, in the zone of what repeats.
    case wall(Timestamp)
    /// The last occurrence is on this day at the latest.
    case day(CalendarDate)
  }

  /// A day of the week, or the nth one of a month or year.
  struct Weekday: Sendable, Hashable {
    static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    /// The position, from the end where it is negative; 0 for each.
    let ordinal: Int64
    /// 0 is Monday.
    let day: Int64
  }

  package let frequency: Frequency
  package let count: Int64?
  package let end: End?
  let interval: Int64
  /// The numbers of each part, ascending; none where the rule doesn't have it.
  let months, weeks, yearDays, monthDays, hours, minutes, seconds, positions: [Int64]
  let days: [Weekday]
  /// The day on which weeks begin; 0 is Monday.
  let weekStart: Int64

  /// Whether it stops by itself.
  package var isFinite: Bool { count != nil || end != nil }

  /// The longest text that is looked at, in bytes.
  package static let longestText = 2_000
  /// No rule is followed beyond it.
  package static let lastYear: Int64 = 2_500
  /// Occurrences at the most that one rule may give.
  package static let mostOccurrences = 20_000

  /// - Parameter isOfDays: whether what repeats has no time of day, so that hours, minutes and seconds mean nothing
  ///   (RFC 5545 §3.3.10).
  /// - Throws: `RecurrenceError.malformed` with what is wrong.
  package init(_ text: String, isOfDays: Bool = false) throws(RecurrenceError) {
    guard text.utf8.count <= Self.longestText else {
      throw .malformed("it is longer than \(Self.longestText) bytes")
    }
    var parts: [String: String] = [:]
    // Some programs end it as they part it.
    for part in (text.hasSuffix(";") ? text.dropLast() : text[...]).split(
      separator: ";", omittingEmptySubsequences: false)
    {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[1].isEmpty else { throw .malformed("'\(Self.shown(part))' is not NAME=VALUE") }
      let name = sides[0].uppercased()
      guard parts.updateValue(sides[1].uppercased(), forKey: name) == nil else {
        throw .malformed("\(Self.shown(name)) stands in it twice")
      }
    }
    if isOfDays { for name in ["BYHOUR", "BYMINUTE", "BYSECOND"] { parts[name] = nil } }
    try self.init(parts)
  }

  private init(_ parts: [String: String]) throws(RecurrenceError) {
    for name in parts.keys.sorted() where !RecurrencePart.known.contains(name) {
      if name == "RSCALE" || name == "SKIP" { throw .malformed("\(name) (RFC 7529) is not supported") }
      throw .malformed("a rule has no part '\(Self.shown(name))'")
    }
    guard let given = parts["FREQ"] else { throw .malformed("FREQ is missing") }
    guard let frequency = Frequency(rawValue: given) else {
      if given == "SECONDLY" { throw .tooOften }
      throw .malformed("FREQ must be one of \(Frequency.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.frequency = frequency
    count = try parts["COUNT"].map { value throws(RecurrenceError) in
      try RecurrencePart.number(value, in: 1...1_000_000, of: "COUNT")
    }
    end = try parts["UNTIL"].map { value throws(RecurrenceError) in
      guard let end = End(value) else {
        throw .malformed("UNTIL must be a date or a time, such as 20271231 or 20271231T225959Z")
      }
      return end
    }
    if count != nil, end != nil { throw .malformed("it has both COUNT and UNTIL") }
    let intervals = try RecurrencePart.interval.numbers(parts, for: frequency)
    guard intervals.count < 2 else { throw .malformed("INTERVAL is one number") }
    interval = intervals.first ?? 1
    months = try RecurrencePart.months.numbers(parts, for: frequency)
    weeks = try RecurrencePart.weeks.numbers(parts, for: frequency)
    yearDays = try RecurrencePart.yearDays.numbers(parts, for: frequency)
    monthDays = try RecurrencePart.monthDays.numbers(parts, for: frequency)
    days = try RecurrencePart.days.weekdays(parts, for: frequency)
    hours = try RecurrencePart.hours.numbers(parts, for: frequency)
    minutes = try RecurrencePart.minutes.numbers(parts, for: frequency)
    seconds = try RecurrencePart.seconds.numbers(parts, for: frequency)
    positions = try RecurrencePart.positions.numbers(parts, for: frequency)
    guard let weekStart = Weekday.names.firstIndex(of: parts["WKST"] ?? "MO") else {
      throw .malformed("WKST must be a day, such as MO")
    }
    self.weekStart = Int64(weekStart)
    if !positions.isEmpty, !parts.keys.contains(where: { $0.hasPrefix("BY") && $0 != "BYSETPOS" }) {
      throw .malformed("BYSETPOS needs another BY… part")
    }
    if !weeks.isEmpty, days.contains(where: { $0.ordinal != 0 }) {
      throw .malformed("counted days in BYDAY can't be combined with BYWEEKNO")
    }
  }

  /// A stranger's text, short and on one line.
  private static func shown(_ text: some StringProtocol) -> String {
    String(text.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=,+".contains($0)) ? $0 : "?" })
  }
}

extension RecurrenceRule.End {
  init?(_ text: String) {
    guard let time = CalendarTime.Reading(text) else { return nil }
    switch time {
    case .date(let date): self = .day(date)
    case .wall(let wall): self = .wall(wall)
    case .moment(let moment): self = .moment(moment)
    }
  }
}
