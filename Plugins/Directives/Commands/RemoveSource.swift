internal import QixModule

/// `qix directive source remove`
struct RemoveSource: Command {
  static let declaration = Declaration(
    "remove", "Remove a source and its directives.", roles: .adminsOnly,
    discussion: "Its version number is removed too. If the source is added again, any version is accepted.",
    examples: [Example("qix directive source remove agency", "its directives no longer apply")],
    answer: AnswerShape("directive.source.remove/1", DirectiveSource.fields(age: .integer)), effect: .changes)

  @Positional("source", .text, "Which source") private var name: String

  func run(in context: Context) throws -> Document {
    let source = try context.change("shakes.source-remove", subject: "source:\(name)") { connection, _ in
      let source = try DirectiveSource.find(name, in: connection)
      try source.remove(in: connection)
      return source
    }
    var document = source.document("directive.source.remove/1")
    document.next("`qix directive source list`")
    return document
  }
}
