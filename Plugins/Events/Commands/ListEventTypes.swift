internal import QixModule

/// `qix event types`
struct ListEventTypes: Command {
  static let declaration = Declaration(
    "types", "List the types of events and their data.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix event types", "all types")],
    answer: AnswerShape("event.types/1", "types", rows: fields))

  private static let fields: [Field<EventType>] = [
    Field("type", .text) { $0.name },
    Field("summary", .text) { $0.summary },
    Field("data", .text) { $0.members },
  ]

  func run(in context: Context) throws -> Document {
    var document = Document("event.types/1")
    document.table("types", Self.fields, rows: try context.service(Events.feed).types)
    return document
  }
}
