internal import QixShake

/// `qix stadium event end`
struct EndEvent: Command {
  static let declaration = Declaration(
    "end", "End a show early: recordings of music played later don't count.", roles: [.operator],
    discussion: "Shakes that counted stay. If the event has not begun, nothing of it will count.",
    examples: [Example("qix stadium event end derby --reason 'called off'", "for good")],
    answer: AnswerShape("stadium.event-end/1", Event.allFields), effect: .changes)

  private let subject = EventNamed()

  func run(in context: Context) throws -> Document {
    let (name, now) = (subject.name, context.clock.now())
    let event = try context.change("stadiumshake.event-end", subject: name) { connection, _ in
      let event = try Event.require(name, in: connection)
      guard now < event.end else {
        throw Failure(
          "stadiumshake.event-over", .conflict, "the event '\(name)' is over",
          hint: "Add another event: `qix stadium event add`.")
      }
      try connection.execute(
        "UPDATE stadiumshake_events SET ends_at = \(max(now, event.start)) WHERE event = \(event.number)")
      return try Event.require(name, in: connection)
    }
    return event.document("stadium.event-end/1")
  }
}
