internal import DirectivesContract
internal import QixModule

extension Directive {
  /// A row of a table.
  static let fields: [Field<Directive>] = [name] + traits

  /// All but what it is called.
  static let traits: [Field<Directive>] = [priority] + summary + period

  static let name = Field<Directive>("directive", .text.orNull) { $0.name }
  static let priority = Field<Directive>("priority", .integer) { $0.priority }
  static let summary: [Field<Directive>] = [
    Field("when", .text) { $0.condition.summary },
    Field("does", .text.orNull) { $0.decision.summary },
  ]
  static let period: [Field<Directive>] = [
    Field("from", .time) { $0.from },
    Field("until", .time) { $0.until },
  ]
}
