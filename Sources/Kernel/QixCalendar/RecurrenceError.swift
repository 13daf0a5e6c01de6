package import QixKernel

/// Why a rule can't be used.
package enum RecurrenceError: Failing, Equatable {
  case malformed(String)
  /// It repeats each second.
  case tooOften
  /// The rule has no end.
  case endless
  /// No time until the last year is one of its own.
  case never
  case tooMany(Int)
  /// More than `Recurrence.mostSteps` times and days have to be looked at.
  case tooLong

  package var failure: Failure {
    switch self {
    case .malformed(let problem):
      Failure(
        "calendar.rule", .usage, "the rule can't be read: \(problem)",
        hint: "It is written as RFC 5545 says, such as FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20271231.")
    case .tooOften:
      Failure(
        "calendar.rule-too-often", .usage, "the rule repeats every second",
        hint: "The shortest is FREQ=MINUTELY; write INTERVAL for less often.")
    case .endless:
      Failure(
        "calendar.rule-endless", .usage, "the rule never ends",
        hint: "Give --until, or end it by an UNTIL or a COUNT of its own.")
    case .never:
      Failure(
        "calendar.rule-never", .usage, "the rule gives no time at all until the year \(RecurrenceRule.lastYear)",
        hint: "Its parts contradict each other, as in FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30.")
    case .tooMany(let most):
      Failure(
        "calendar.rule-too-many", .usage, "the rule gives more than \(most) times",
        hint: "Take a shorter span, or end the rule sooner.")
    case .tooLong:
      Failure(
        "calendar.rule-too-long", .usage, "the rule takes too long to follow",
        hint: "It may give no time at all, or begin long ago: write it more simply, or let it begin later.")
    }
  }
}
