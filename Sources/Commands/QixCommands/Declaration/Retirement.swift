package import QixKernel

/// That a command goes: since when nobody should begin to use it, when it will be gone, and what takes its place.
package struct Retirement: Sendable {
  package let since: CalendarDate
  package let ends: CalendarDate
  /// The words of the command that takes its place, without the program's name: `coins issue`.
  package let successor: String

  package init(since: CalendarDate, ends: CalendarDate, successor: String) {
    (self.since, self.ends, self.successor) = (since, ends, successor)
  }

  /// For who runs or reads it.
  package func sentence(_ path: [String]) -> Sentence {
    "`\(path.joined(separator: " "))` goes on \(ends); use `\(path[0]) \(successor)`."
  }
}
