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

  /// What ends it, besides a count.
  package enum End: Sendable, Equatable {
    /// The last occurrence is at this moment at the latest.
    case moment(Timestamp)
    /// The same as a clock on the wall shows it, in the zone of what repeats.
    case wall(Timestamp)
    /// The last occurrence is on this day at the latest.
    case day(CalendarDate)
  }

  package let frequency: Frequency
  package let count: Int64?
  package let end: End?
  /// The rule in one spelling, without its UNTIL.
  let text: String

  /// Whether it stops by itself.
  package var isFinite: Bool { count != nil || end != nil }

  /// The longest text that is looked at, in bytes.
  package static let longestText = 2_000

  /// - Throws: `RecurrenceError.malformed` with what is wrong.
  package init(_ text: String) throws(RecurrenceError) {
    guard text.utf8.count <= Self.longestText else {
      throw .malformed("it is longer than \(Self.longestText) bytes")
    }
    var parts: [String: String] = [:]
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[1].isEmpty else { throw .malformed("'\(Self.shown(part))' is no NAME=VALUE") }
      let name = sides[0].uppercased()
      guard parts.updateValue(sides[1].uppercased(), forKey: name) == nil else {
        throw .malformed("\(Self.shown(name)) stands in it twice")
      }
    }
    try self.init(parts)
  }

  private init(_ parts: [String: String]) throws(RecurrenceError) {
    for name in parts.keys.sorted() where !RecurrencePart.known.contains(name) {
      if name == "RSCALE" || name == "SKIP" { throw .malformed("\(name) (RFC 7529) is not supported") }
      throw .malformed("it has no part '\(Self.shown(name))'")
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
        throw .malformed("UNTIL must be a date or a moment, such as 20271231 or 20271231T225959Z")
      }
      return end
    }
    if count != nil, end != nil { throw .malformed("it has both COUNT and UNTIL") }
    var canonical = "FREQ=\(frequency.rawValue)"
    for part in RecurrencePart.all {
      if let value = parts[part.name] { canonical += ";\(part.name)=\(try part.checked(value, for: frequency))" }
    }
    // libical counts such weeks wrongly.
    if frequency == .weekly, parts["INTERVAL"] ?? "1" != "1", !["MO", "SU"].contains(parts["WKST"] ?? "MO") {
      throw .malformed("weeks that are counted by an INTERVAL begin with WKST=MO or WKST=SU")
    }
    let lists = RecurrencePart.all.filter { parts[$0.name] != nil && $0.name.hasPrefix("BY") }.map(\.name)
    if lists == ["BYSETPOS"] { throw .malformed("BYSETPOS needs another BY… beside it") }
    if parts["BYWEEKNO"] != nil, RecurrencePart.hasOrdinal(parts["BYDAY"]) {
      throw .malformed("BYDAY can't be counted where there is a BYWEEKNO")
    }
    if let count { canonical += ";COUNT=\(count)" }
    text = canonical
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

/// Why a rule can't be used.
package enum RecurrenceError: Diagnosable, Equatable {
  case malformed(String)
  /// It repeats each second.
  case tooOften
  /// Nothing says where to stop.
  case endless
  /// The first time isn't one of the rule's.
  case notAtStart
  case tooMany(Int)
  /// It takes too long to find out.
  case tooLong
  case failed

  package var category: ErrorCategory { self == .failed ? .failed : .usage }

  package var code: String {
    switch self {
    case .malformed: "calendar.rule"
    case .tooOften: "calendar.rule-too-often"
    case .endless: "calendar.rule-endless"
    case .notAtStart: "calendar.rule-not-at-start"
    case .tooMany: "calendar.rule-too-many"
    case .tooLong: "calendar.rule-too-long"
    case .failed: "calendar.rule-failed"
    }
  }

  package var description: String {
    switch self {
    case .malformed(let problem): "the rule can't be read: \(problem)"
    case .tooOften: "the rule repeats every second"
    case .endless: "the rule never ends"
    case .notAtStart: "the first time is none of the rule's own, so nobody can say whether it counts"
    case .tooMany(let most): "the rule gives more than \(most) times"
    case .tooLong: "the rule takes too long to follow"
    case .failed: "libical failed on the rule"
    }
  }

  package var hint: String? {
    switch self {
    case .malformed: "It is written as RFC 5545 says, such as FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20271231."
    case .tooOften: "The shortest is FREQ=MINUTELY; write INTERVAL for less often."
    case .endless: "Give --until, or end it by an UNTIL or a COUNT of its own."
    case .notAtStart: "Let it begin at the first time that the rule gives (RFC 5545 §3.8.5.3)."
    case .tooMany: "Take a shorter span, or end the rule sooner."
    case .tooLong: "It may give no time at all, or begin long ago: write it more simply, or let it begin later."
    case .failed: nil
    }
  }
}
