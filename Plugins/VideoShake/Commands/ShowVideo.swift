internal import QixShake

/// `qix video show`
struct ShowVideo: OldCommand {
  static let declaration = Declaration(
    "show", "Show a video.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [VideoNamed.video],
    examples: [Example("qix video show teaser", "its length, and how often it was watched")])

  private let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(VideoNamed.video) }

  func run(in context: Context) throws {
    let (video, sessions, finished) = try context.database.read { connection in
      let video = try Video.require(name, in: connection)
      let counts = try connection.first(
        "SELECT count(*), count(finished_at) FROM videoshake_sessions WHERE video = ?1", .integer(video.number)
      ) { ($0.integer(0), $0.integer(1)) }
      return (video, counts?.0 ?? 0, counts?.1 ?? 0)
    }
    var document = Document("video.show/1")
    document.primary = video.name
    document.add(video)
    document.field("sessions", "sessions", .integer(sessions))
    document.field("finished", "finished", .integer(finished))
    try context.terminal.emit(document)
    if sessions > 0 { context.terminal.note("Next: `qix video report \(name)`.") }
  }
}
