package import QixKernel

/// Why a rule can't be used.
package enum RecurrenceError: Diagnosable, Equatable {
  case malformed(String)
  /// It repeats each second.
  case tooOften
  /// Nothing says where to stop.
  case endless
  /// No time until the last year is one of its own.
  case never
  case tooMany(Int)
  /// More than `Recurrence.mostSteps` times and days have to be looked at.
  case tooLong

  package var category: ErrorCategory { .usage }

  package var code: String {
    switch self {
    case .malformed: "calendar.rule"
    case .tooOften: "calendar.rule-too-often"
    case .endless: "calendar.rule-endless"
    case .never: "calendar.rule-never"
    case .tooMany: "calendar.rule-too-many"
    case .tooLong: "calendar.rule-too-long"
    }
  }

  package var description: String {
    switch self {
    case .malformed(let problem): "the rule can't be read: \(problem)"
    case .tooOften: "the rule repeats every second"
    case .endless: "the rule never ends"
    case .never: "the rule gives no time at all until the year \(RecurrenceRule.lastYear)"
    case .tooMany(let most): "the rule gives more than \(most) times"
    case .tooLong: "the rule takes too long to follow"
    }
  }

  package var hint: String? {
    switch self {
    case .malformed: "It is written as RFC 5545 says, such as FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20271231."
    case .tooOften: "The shortest is FREQ=MINUTELY; write INTERVAL for less often."
    case .endless: "Give --until, or end it by an UNTIL or a COUNT of its own."
    case .never: "Its parts contradict each other, as in FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30."
    case .tooMany: "Take a shorter span, or end the rule sooner."
    case .tooLong: "It may give no time at all, or begin long ago: write it more simply, or let it begin later."
    }
  }
}
