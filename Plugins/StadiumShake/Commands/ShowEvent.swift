internal import QixShake

/// `qix stadium event show`
struct ShowEvent: Command {
  static let declaration = Declaration(
    "show", "Show one show with watermarked music.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix stadium event show derby", "its slots, and how many of its recordings counted")],
    answer: AnswerShape("stadium.event-show/1", fields))

  private static let fields: [Field<(event: Event, pieces: Int, recordings: Int64, users: Int64)>] =
    Event.allFields.of { $0.event } + [
      Field("pieces", .count) { $0.pieces },
      Field("recordings", .integer, "recordings that counted") { $0.recordings },
      Field("users", .integer) { $0.users },
    ]

  private let subject = EventNamed()

  func run(in context: Context) throws -> Document {
    let (event, pieces, counts) = try context.database.read { connection in
      let event = try Event.require(subject.name, in: connection)
      return (event, try Piece.all(of: event, in: connection).count, try Hearing.counts(of: event, in: connection))
    }
    var document = Document(
      "stadium.event-show/1", Self.fields,
      of: (event: event, pieces: pieces, recordings: counts.recordings, users: counts.users))
    document.primary = event.name
    return document
  }
}
