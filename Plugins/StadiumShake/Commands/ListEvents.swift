internal import QixShake

/// `qix stadium event list`
struct ListEvents: Command {
  static let declaration = Declaration(
    "list", "List the shows with watermarked music, latest first.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix stadium event list", "all events")],
    answer: AnswerShape("stadium.event-list/1", "events", rows: Event.fields))

  private let page = PageOptions("Events", after: .text, placeholder: "NAME")

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { connection in
      let last = try page.after.map { try Event.require($0, in: connection).number }
      return try Event.page(after: last, limit: page.sought, in: connection)
    }
    var document = Document("stadium.event-list/1")
    document.page("events", Event.fields, found: found, page)
    if found.isEmpty {
      document.note("There are no events. Add one with `qix stadium event add NAME --start TIME --length 3h`.")
    }
    return document
  }
}
