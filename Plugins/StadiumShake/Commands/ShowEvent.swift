internal import QixShake

/// `qix stadium event show`
struct ShowEvent: OldCommand {
  static let declaration = Declaration(
    "show", "Show a show whose music is marked.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [EventNamed.name],
    examples: [Example("qix stadium event show derby", "its slots, and how many recordings of it have counted")])

  private let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(EventNamed.name) }

  func run(in context: Context) throws {
    let (event, pieces, counts) = try context.database.read { connection in
      let event = try Event.require(name, in: connection)
      return (event, try Piece.all(of: event, in: connection).count, try Hearing.counts(of: event, in: connection))
    }
    var document = Document("stadium.event-show/1")
    event.describe(in: &document)
    document.field("pieces", "pieces", .integer(Int64(pieces)))
    document.field("recordings", "recordings that counted", .integer(counts.recordings))
    document.field("users", "users", .integer(counts.users))
    try context.terminal.emit(document)
  }
}
