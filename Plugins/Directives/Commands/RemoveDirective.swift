internal import QixModule

/// `qix directive remove`
struct RemoveDirective: Command {
  static let declaration = Declaration(
    "remove", "Remove a directive.", roles: [.operator],
    discussion: "Past shakes keep its name in their records.",
    examples: [Example("qix directive remove summer --reason 'the summer is over'", "it no longer applies")],
    answer: "directive.remove/1: directive text?, when text, does text?",
    effect: .changes)

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
    var document = Document("directive.remove/1")
    document.primary = directive.name
    document.field("directive", .text(directive.name))
    document.field("when", .text(directive.condition.summary))
    document.field("does", .text(directive.decision.summary))
    document.next("`qix directive list`")
    return document
  }
}
