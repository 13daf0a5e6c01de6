internal import QixModule

/// `qix directive show`
struct ShowDirective: Command {
  static let declaration = Declaration(
    "show", "Show a directive, also in the form of a document.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix directive show summer", "a directive of this installation"),
      Example("qix directive show agency/summer", "a fetched directive"),
    ],
    answer: """
      directive.show/1: directive text?, source text?, state text, rank integer, when text, does text?, priority
      integer, from time?, until time?, json text
      """)

  @Positional("directive", .text, "The directive's name") private var name: String

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
