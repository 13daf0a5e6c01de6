internal import DirectivesContract

/// Which of several directives that hold is the one: the greatest priority; then the one that says more about the
/// context; then the one with the longer link; then one of this installation before a fetched one; then the older.
struct DirectiveRank: Sendable, Comparable {
  let priority: Int64
  let conditions: Int
  let linkLength: Int
  /// 0 for this installation, then the sources from the oldest on.
  let source: Int
  /// Of the directive among those of its source.
  let number: Int64

  init(_ directive: Directive, source: Int, number: Int64) {
    priority = directive.priority
    conditions = directive.condition.count
    linkLength = directive.condition.linkLength
    self.source = source
    self.number = number
  }

  /// The better one is the smaller.
  static func < (left: Self, right: Self) -> Bool {
    if left.priority != right.priority { return left.priority > right.priority }
    if left.conditions != right.conditions { return left.conditions > right.conditions }
    if left.linkLength != right.linkLength { return left.linkLength > right.linkLength }
    return (left.source, left.number) < (right.source, right.number)
  }
}

/// A directive in its place among all others.
struct StandingDirective: Sendable, Equatable {
  let directive: Directive
  /// Nil for one of this installation.
  let source: String?
  let rank: DirectiveRank
  /// Why it can't hold anywhere; nil where it can.
  var fault: DirectiveMismatch?

  /// Its name in all outputs: its name, or its source's, a slash, and its name.
  var reference: String { source.map { "\($0)/\(directive.name)" } ?? directive.name }
}
