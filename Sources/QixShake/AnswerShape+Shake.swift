package import QixCommands

extension AnswerShape {
  /// The answer of a command that shakes: see `ShakeAnswer.document`.
  package static func shake(_ schema: String) -> Self { shake(schema, adding: [Field<Never>]()) }

  /// - Parameter own: the members that the type knows besides, which `adding` adds.
  package static func shake<Own>(
    _ schema: String, adding own: @autoclosure @escaping @Sendable () -> [Field<Own>]
  ) -> Self {
    typealias Row = (told: ShakeFields.Told, own: Own)
    return AnswerShape(
      schema,
      ShakeFields.head.of { (row: Row) in row.told } + own().of { $0.own } + ShakeFields.outcome.of { $0.told }
        + ShakeFields.end.of { $0.told.answer })
  }
}
