internal import QixModule

extension Directive {
  /// A row of a table.
  static let fields = [RowField("directive") { .text($0.name) }] + traits

  /// All but what it is called.
  static let traits: [RowField<Directive>] = [
    RowField(number: "priority") { .integer($0.priority) },
    RowField("when") { .text($0.condition.summary) },
    RowField("does") { .text($0.decision.summary) },
    RowField("from") { .timestamp($0.from) },
    RowField("until") { .timestamp($0.until) },
  ]
}
