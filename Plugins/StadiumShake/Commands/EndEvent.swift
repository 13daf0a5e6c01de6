internal import QixShake

/// `qix stadium event end`
struct EndEvent: OldCommand {
  static let declaration = Declaration(
    "end", "End a show before its time: what is played later doesn't count.", roles: [.operator],
    discussion: "What has counted stays. An event that hasn't begun has no slots then.",
    parameters: [EventNamed.name],
    examples: [Example("qix stadium event end derby --reason 'called off'", "for good")], effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(EventNamed.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let event = try context.database.write(
      Change("stadiumshake.event-end", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let event = try Event.require(name, in: connection)
      guard now < event.end else { throw StadiumShakeError.over(name) }
      try connection.run(
        "UPDATE stadiumshake_events SET ends_at = ?2 WHERE event = ?1", .integer(event.number),
        .time(max(now, event.start)))
      return try Event.require(name, in: connection)
    }
    var document = Document("stadium.event-end/1")
    event.describe(in: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
