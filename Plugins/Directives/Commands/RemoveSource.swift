internal import QixModule

/// `qix directive source remove`
struct RemoveSource: Command {
  static let declaration = Declaration(
    "remove", "Fetch from a source no longer, and forget its directives.", roles: .adminsOnly,
    discussion: "What is forgotten with it is which version it was at: whoever adds it again takes any version.",
    examples: [Example("qix directive source remove agency", "its directives hold no longer")],
    answer: """
      directive.source.remove/1: source text?, url text, keys text, has_token boolean, max_age_seconds integer?
      """, effect: .changes)

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
