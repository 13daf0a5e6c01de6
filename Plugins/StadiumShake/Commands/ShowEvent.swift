internal import QixShake

/// `qix stadium event show`
struct ShowEvent: Command {
  static let declaration = Declaration(
    "show", "Show one show with watermarked music.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix stadium event show derby", "its slots, and how many of its recordings counted")],
    answer: """
      stadium.event-show/1: name text, number integer, campaign id?, start time, end time, slot_seconds seconds,
      slots integer, latitude decimal?, longitude decimal?, added time,
      pieces integer, recordings integer, users integer
      """)

  private let subject = EventNamed()

  func run(in context: Context) throws -> Document {
    let (event, pieces, counts) = try context.database.read { connection in
      let event = try Event.require(subject.name, in: connection)
      return (event, try Piece.all(of: event, in: connection).count, try Hearing.counts(of: event, in: connection))
    }
    var document = event.document("stadium.event-show/1")
    document.field("pieces", .count(pieces))
    document.field("recordings", "recordings that counted", .integer(counts.recordings))
    document.field("users", .integer(counts.users))
    return document
  }
}
