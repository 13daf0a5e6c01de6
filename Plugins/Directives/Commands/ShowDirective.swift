internal import QixModule

/// `qix directive show`
struct ShowDirective: Command {
  static let declaration = Declaration(
    "show", "Show one directive, as a document has it too.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix directive show summer", "one of this installation"),
      Example("qix directive show agency/summer", "one that was fetched"),
    ],
    answer: """
      directive.show/1: directive text?, source text?, state text, rank integer, when text, does text?, priority
      integer, from time?, until time?, json text
      """)

  @Positional("directive", .text, "What the directive is called") private var name: String

  func run(in context: Context) throws -> Document {
    let index = try context.directiveIndex()
    guard let place = index.all.firstIndex(where: { $0.reference == name }) else { throw DirectiveError.notFound(name) }
    let standing = index.all[place]
    let directive = standing.directive
    var document = Document("directive.show/1")
    document.primary = standing.reference
    document.field("directive", .text(standing.reference))
    document.field("source", .text(standing.source))
    document.field("state", .text(standing.state(at: context.clock.now())))
    document.field("rank", .count(place + 1))
    document.field("when", .text(directive.condition.summary))
    document.field("does", .text(directive.decision.summary))
    document.field("priority", .integer(directive.priority))
    document.field("from", .timestamp(directive.from))
    document.field("until", .timestamp(directive.until))
    document.field("json", "as JSON", .text("\(directive.json)"))
    return document
  }
}
