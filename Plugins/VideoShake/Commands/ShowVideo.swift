internal import CampaignsContract
internal import QixShake

/// `qix video show`
struct ShowVideo: Command {
  static let declaration = Declaration(
    "show", "Show a video.", roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: "Customers see the videos of campaigns that take shakes now.",
    examples: [Example("qix video show teaser", "its length, and how often it was watched")],
    answer: AnswerShape("video.show/2", fields), givenByCustomers: ["name"])

  private static let fields: [Field<(video: Video, sessions: Int64, finished: Int64)>] =
    Video.facts.of { $0.video } + [
      Field("sessions", .integer, for: .business) { $0.sessions },
      Field("finished", .integer, for: .business) { $0.finished },
    ]

  private let subject = VideoNamed()

  func run(in context: Context) throws -> Document {
    let (video, sessions, finished): (Video, Int64, Int64) = try context.database.read { connection in
      let video = try Video.require(subject.name, in: connection)
      if context.principal.isCustomer {
        let now = context.clock.now()
        let isAsked = try context.service(Campaigns.directory).running(in: connection).contains { campaign in
          campaign.start <= now && now < campaign.end && campaign.asks(for: video.name)
        }
        guard isAsked else { throw Video.notFound(subject.name) }
      }
      guard context.mayTell(.business) else { return (video, 0, 0) }
      let counts = try connection.fetchOne(
        """
        SELECT count(*) AS count, count(finished_at) AS finished FROM videoshake_sessions WHERE video = \(video.number)
        """
      ) { ($0["count"] as Int64, $0["finished"] as Int64) }
      return (video, counts?.0 ?? 0, counts?.1 ?? 0)
    }
    var document = Document(
      "video.show/2", Self.fields, of: (video: video, sessions: sessions, finished: finished))
    document.primary = video.name
    if sessions > 0 { document.next("`qix video report \(video.name)`") }
    return document
  }
}
