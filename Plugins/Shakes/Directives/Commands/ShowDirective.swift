internal import QixKernel
internal import QixTerminal

/// `qix directive show`
struct ShowDirective: OldCommand {
  static let declaration = Declaration(
    "show", "Show one directive, as a document has it too.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [DirectiveOptions.name],
    examples: [
      Example("qix directive show summer", "one of this installation"),
      Example("qix directive show agency/summer", "one that was fetched"),
    ])

  private let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(DirectiveOptions.name) }

  func run(in context: Context) throws {
    let index = try context.directiveIndex()
    guard let place = index.all.firstIndex(where: { $0.reference == name }) else { throw DirectiveError.notFound(name) }
    let standing = index.all[place]
    let directive = standing.directive
    var document = Document("directive.show/1")
    document.primary = standing.reference
    document.field("directive", "directive", .text(standing.reference))
    document.field("source", "source", standing.source.map(Cell.text) ?? .missing)
    document.field("state", "state", .text(standing.state(at: context.clock.now())))
    document.field("rank", "rank", .integer(Int64(place + 1)))
    document.field("when", "when", .text(directive.condition.summary))
    document.field("does", "does", .text(directive.decision.summary))
    document.field("priority", "priority", .integer(directive.priority))
    document.field("from", "from", directive.from.map(Cell.timestamp) ?? .missing)
    document.field("until", "until", directive.until.map(Cell.timestamp) ?? .missing)
    document.field("json", "as JSON", .text("\(directive.json)"))
    try context.terminal.emit(document)
  }
}
