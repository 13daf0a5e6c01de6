internal import QixModule

/// `qix directive remove`
struct RemoveDirective: Command {
  static let declaration = Declaration(
    "remove", "Remove a directive.", roles: [.operator],
    discussion: "Past shakes keep its name in their records.",
    examples: [Example("qix directive remove summer --reason 'the summer is over'", "it no longer applies")],
    answer: AnswerShape("directive.remove/1", fields), effect: .changes)

  private static let fields: [Field<Directive>] = [Directive.name] + Directive.summary

  @Positional("directive", .text, "The directive's name") private var name: String

  func run(in context: Context) throws -> Document {
    let directive = try context.change("shakes.directive-remove", subject: "directive:\(name)") { connection, _ in
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      if parts.count == 2 {
        _ = try DirectiveSource.find(parts[0], in: connection)
        throw Failure(
          "shakes.directive-fetched", .refused,
          "the directive '\(name)' comes from a source, so the next fetch would add it again",
          hint: "Remove it at the source, or remove the source with `qix directive source remove \(parts[0])`.")
      }
      return try DirectiveStore.remove(name, in: connection)
    }
    var document = Document("directive.remove/1", Self.fields, of: directive)
    document.primary = directive.name
    document.next("`qix directive list`")
    return document
  }
}
