internal import QixShake

/// `qix video show`
struct ShowVideo: Command {
  static let declaration = Declaration(
    "show", "Show a video.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix video show teaser", "its length, and how often it was watched")],
    answer: AnswerShape("video.show/1", fields))

  private static let fields: [Field<(video: Video, sessions: Int64, finished: Int64)>] =
    Video.facts.of { $0.video } + [
      Field("sessions", .integer) { $0.sessions },
      Field("finished", .integer) { $0.finished },
    ]

  private let subject = VideoNamed()

  func run(in context: Context) throws -> Document {
    let (video, sessions, finished) = try context.database.read { connection in
      let video = try Video.require(subject.name, in: connection)
      let counts = try connection.fetchOne(
        """
        SELECT count(*) AS count, count(finished_at) AS finished FROM videoshake_sessions WHERE video = \(video.number)
        """
      ) { ($0["count"] as Int64, $0["finished"] as Int64) }
      return (video, counts?.0 ?? 0, counts?.1 ?? 0)
    }
    var document = Document(
      "video.show/1", Self.fields, of: (video: video, sessions: sessions, finished: finished))
    document.primary = video.name
    if sessions > 0 { document.next("`qix video report \(video.name)`") }
    return document
  }
}
