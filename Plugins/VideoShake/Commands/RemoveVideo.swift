internal import CampaignsContract
internal import QixShake

/// `qix video remove`
struct RemoveVideo: Command {
  static let declaration = Declaration(
    "remove", "Remove a video, so that no new session can begin.", roles: [.operator],
    discussion: "Past sessions stay on record. Another video can then have the name.",
    examples: [Example("qix video remove teaser --reason 'the campaign is over'", "for good")],
    answer: AnswerShape("video.remove/1", fields), effect: .changes)

  private static let fields: [Field<(name: String, open: Int64)>] = [
    Field("video", .text) { $0.name },
    Field("open_sessions", .integer) { $0.open },
  ]

  private let subject = VideoNamed()

  func run(in context: Context) throws -> Document {
    let name = subject.name
    let campaigns = try context.service(Campaigns.directory)
    let open = try context.change("videoshake.remove", subject: name) { connection, _ in
      let video = try Video.require(name, in: connection)
      for campaign in try campaigns.running(in: connection) where campaign.asks(for: name) {
        throw Failure(
          "videoshake.video-in-use", .conflict,
          "the campaign '\(campaign.name)' is running and uses the video '\(name)'",
          hint: "Pause or end it first: `qix campaign pause \(campaign.name)`.")
      }
      try connection.execute(
        "UPDATE videoshake_videos SET removed_at = \(context.clock.now()) WHERE video = \(video.number)")
      return try connection.fetchOne(
        "SELECT count(*) FROM videoshake_sessions WHERE video = \(video.number) AND state = 1") ?? 0
    }
    var document = Document("video.remove/1", Self.fields, of: (name: name, open: open))
    document.primary = name
    return document
  }
}

extension Campaign {
  /// Whether it asks people to watch a video.
  func asks(for video: String) -> Bool {
    types.contains { $0.type == VideoShake.name && $0.settings["video"]?.string == video }
  }
}
