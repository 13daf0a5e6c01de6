internal import QixModule

/// `qix event types`
struct ListEventTypes: Command {
  static let declaration = Declaration(
    "types", "List the types of events and their data.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix event types", "all types")],
    answer: "event.types/1: types [type text, summary text, data text]")

  func run(in context: Context) throws -> Document {
    var document = Document("event.types/1")
    document.table(
      "types",
      [
        RowField("type") { .text($0.name) },
        RowField("summary") { .text($0.summary) },
        RowField<EventType>("data") { .text($0.members) },
      ], rows: try context.service(Events.feed).types)
    return document
  }
}
