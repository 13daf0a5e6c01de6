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
        hint: "Write it as in RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20271231.")
    case .tooOften:
      Failure(
        "calendar.rule-too-often", .usage, "the rule repeats every second",
        hint: "Use FREQ=MINUTELY or less often, with INTERVAL if needed.")
    case .endless:
      Failure(
        "calendar.rule-endless", .usage, "the rule never ends",
        hint: "Give --until, or add UNTIL or COUNT to the rule.")
    case .never:
      Failure(
        "calendar.rule-never", .usage, "the rule has no time before the end of the year \(RecurrenceRule.lastYear)",
        hint: "Look for parts that contradict each other, as in FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30.")
    case .tooMany(let most):
      Failure(
        "calendar.rule-too-many", .usage, "the rule has more than \(most) times",
        hint: "Choose a shorter span, or end the rule sooner.")
    case .tooLong:
      Failure(
        "calendar.rule-too-long", .usage, "the rule takes too long to compute",
        hint: "Write it more simply, or let it begin later.")
    }
  }
}
