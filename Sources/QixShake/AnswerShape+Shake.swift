package import QixCommands

extension AnswerShape {
  /// The answer of a command that shakes: see `ShakeAnswer.document`.
  package static func shake(_ schema: String) -> Self { shake(schema, adding: [Field<Never>]()) }

  /// - Parameter own: the members that the type knows besides, which `adding` adds.
  package static func shake<Own>(
    _ schema: String, adding own: @autoclosure @escaping @Sendable () -> [Field<Own>]
  ) -> Self {
    shake(schema, adding: own(), ending: [Field<Never>]())
  }

  /// - Parameter end: members behind all others, in place of those of their keys.
  package static func shake<Own, End>(
    _ schema: String, adding own: @autoclosure @escaping @Sendable () -> [Field<Own>],
    ending end: @autoclosure @escaping @Sendable () -> [Field<End>]
  ) -> Self {
    typealias Row = (told: ShakeFields.Told, own: Own, end: End)
    @Sendable func fields() -> [Field<Row>] {
      let ends = end()
      let others = ShakeFields.end.filter { field in !ends.contains { $0.column.key == field.column.key } }
      return ShakeFields.head.of { $0.told } + own().of { $0.own } + ShakeFields.outcome.of { $0.told }
        + others.of { $0.told.answer } + ends.of { $0.end }
    }
    return AnswerShape(schema, fields(), last: ["hint", "until", "replayed", "fields"])
  }
}
