internal import QixModule

/// `qix directive show`
struct ShowDirective: Command {
  static let declaration = Declaration(
    "show", "Show a directive, also in the form of a document.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix directive show summer", "a directive of this installation"),
      Example("qix directive show agency/summer", "a fetched directive"),
    ],
    answer: AnswerShape("directive.show/1", fields))

  private static let fields: [Field<(standing: StandingDirective, rank: Int, now: Timestamp)>] =
    [
      Field("directive", .text.orNull) { $0.standing.reference },
      Field("source", .text) { $0.standing.source },
      Field("state", .text) { $0.standing.state(at: $0.now) },
      Field("rank", .count) { $0.rank },
    ]
    + (Directive.summary + [Directive.priority] + Directive.period).of { $0.standing.directive }
    + [Field("json", .text, "as JSON") { "\($0.standing.directive.json)" }]

  @Positional("directive", .text, "The directive's name") private var name: String

  func run(in context: Context) throws -> Document {
    let index = try context.directiveIndex()
    guard let place = index.all.firstIndex(where: { $0.reference == name }) else { throw DirectiveError.notFound(name) }
    let standing = index.all[place]
    var document = Document(
      "directive.show/1", Self.fields, of: (standing: standing, rank: place + 1, now: context.clock.now()))
    document.primary = standing.reference
    return document
  }
}
