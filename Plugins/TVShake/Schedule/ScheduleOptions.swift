internal import QixCalendar
internal import QixShake

/// `--channel`, `--since` and `--until`, of the commands that list broadcasts.
struct ScheduleSpan {
  @Option("channel", .channel, "The channel, such as 'Rai 1'") var channel: String?
  private let span = SpanOptions("What is on", isAhead: true, formerly: (["from"], []))

  /// - Throws: `Failure` of code `tvshake.span`
  func moments(at now: Timestamp) throws(Failure) -> (Timestamp, Timestamp) {
    try Self.moments(span.since ?? now, span.until)
  }

  /// Beyond it no schedule reaches.
  static var farthest: Timestamp {
    guard let day = CalendarDate(year: RecurrenceRule.lastYear + 1, month: 1, day: 1) else {
      preconditionFailure("there is such a day")
    }
    return Timestamp(startOf: day)
  }

  /// - Throws: `Failure` of code `tvshake.span`
  static func moments(_ from: Timestamp, _ until: Timestamp?) throws(Failure) -> (Timestamp, Timestamp) {
    let end = min(until ?? farthest, farthest)
    guard from < end else {
      throw Failure(
        "tvshake.span", .usage, "--until is before --since, or in the past", hint: "Give a later time.")
    }
    return (max(from, Timestamp(microseconds: 0)), end)
  }
}

extension ValueType where Value == String {
  /// A channel's name.
  static var channel: ValueType { name("CHANNEL", most: Broadcast.longestChannel) }
  /// A programme's name.
  static var programme: ValueType { name("PROGRAMME", most: Broadcast.longestProgramme) }

  private static func name(_ placeholder: String, most: Int) -> ValueType {
    ValueType(placeholder: placeholder) { text throws(ValueError) in
      if let problem = Broadcast.problem(withTitle: text, most: most) { throw ValueError("\(problem)") }
      return text
    }
  }
}

extension ValueType where Value == Timestamp {
  /// A time as a clock on the wall shows it: a date and a time of day, without an offset.
  static var wallTime: ValueType {
    ValueType(placeholder: "TIME") { text throws(ValueError) in
      // An offset would say where the clock is, which the zone says already.
      let isWall = text.utf8.count <= 19 && text.utf8.allSatisfy { $0 != UInt8(ascii: "Z") && $0 != UInt8(ascii: "+") }
      guard isWall, text.utf8.count >= 16, let wall = Timestamp(text), wall.microseconds >= 0 else {
        throw ValueError("write a local time as 2027-03-01T20:30, without an offset")
      }
      return wall
    }
  }
}

extension ValueType where Value == RecurrenceRule {
  static var rule: ValueType {
    ValueType(placeholder: "RRULE") { text throws(ValueError) in
      do throws(RecurrenceError) {
        return try RecurrenceRule(text)
      } catch {
        throw ValueError(error.hint.map { "\(error). \($0)" } ?? "\(error)")
      }
    }
  }
}
