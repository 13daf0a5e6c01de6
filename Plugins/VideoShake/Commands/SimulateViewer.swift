internal import CampaignsContract
internal import IdentityContract
internal import QixShake

/// `qix shake video`
struct SimulateViewer: Command {
  static let declaration = Declaration(
    "video", "Simulate a player that watches a video, honestly or cheating.", roles: [.operator, .integrator],
    discussion: """
      Sends and waits like a player, and shows the server's answers. Use it to test a campaign's settings. The coins \
      won are real. The server's clock decides, so an honest viewer takes as long as the video. With --speed-up the \
      player's clock runs faster, which is also a cheat.

      A real player sends the same messages with `qix shake send`; see docs/video.md. If the shake is refused at the \
      end, the command ends with \(exit: .refused).
      """,
    examples: [
      Example("qix shake video --user shop-4711 --campaign film", "an honest viewer"),
      Example("qix shake video --user shop-4711 --campaign film --simulate skip", "a viewer who jumps to the end"),
      Example("qix shake video --user shop-4711 --campaign film --speed-up 10", "a player whose clock runs too fast"),
    ],
    answer: AnswerShape("shake.video/1", Page.fields), effect: .changes,
    route: .local("it runs as long as the video; players use `qix shake send`"))

  private let shake = ShakeOptions<String>("Who watches")
  @Option(
    "simulate", .choice(of: Viewer.self), placeholder: "VIEWER",
    "honest, or a cheat: skip, hidden, fast, replay, bot", default: "honest")
  private var viewer: Viewer
  @Option(
    "speed-up", .integer(in: 1...1_000), placeholder: "TIMES",
    "How much faster the player's clock runs than the server's", default: "1")
  private var speed: Int64
  @Option(
    "answer", .text, placeholder: "TEXT", "Its answer to the question (default: the right one)")
  private var answer: String?

  private struct Page {
    let user: UserID
    let campaign: Campaign
    let viewer: Viewer
    let speed: Int64
    let course: [SimulatedPlayer.Event]
    let last: ShakeAnswer
    let isDryRun: Bool

    static let fields: [Field<Page>] = [
      Field("user", .id) { $0.user },
      Field("campaign", .text) { $0.campaign.name },
      Field("viewer", .text) { $0.viewer.rawValue },
      Field("speed_up", .integer, "speed-up") { $0.speed },
      Field("shake", .id) { $0.isDryRun ? nil : $0.last.shake },
      Field("course", rows: SimulatedPlayer.Event.fields) { $0.course },
      Field("outcome", .text) { $0.last.outcome.name },
      Field("coins", .coins) { $0.last.coins },
      Field("code", .text) { $0.last.refusal?.code },
    ]
  }

  func run(in context: Context) throws -> Document {
    let user = try context.user(shake.user)
    let campaigns = try context.service(Campaigns.directory)
    let campaign = try context.database.read {
      try campaigns.required(shake.campaign, by: VideoShakeModule.id, in: $0)
    }
    guard let use = campaign.types.first(where: { $0.type == VideoShake.name }) else {
      throw Failure(
        "videoshake.campaign-without-video", .usage, "the campaign '\(campaign.name)' takes no video shakes",
        hint: "`qix campaign show \(campaign.name)` shows which shakes it takes.")
    }
    let face = context.face
    var player = SimulatedPlayer(
      viewer, speed: speed, knows: answer ?? use.settings["right"]?.string, clock: context.clock,
      tell: { event in if face.output.isTerminal { face.note("\(event.sentence)") } },
      send: { message in
        try context.shake(
          ShakeRequest(user: user, type: VideoShake.name, campaign: "\(campaign.id)", evidence: Evidence(message)))
      })
    // A dry run leaves no session that the next message could go on with.
    let last = try context.isDryRun ? player.tryStart() : player.play()
    var document = Document(
      "shake.video/1", Page.fields,
      of: Page(
        user: user, campaign: campaign, viewer: viewer, speed: speed, course: player.events, last: last,
        isDryRun: context.isDryRun))
    if !context.isDryRun { document.primary = "\(last.shake)" }
    document.failure = last.refusal.map(Failure.init)
    return document
  }
}

extension SimulatedPlayer.Event {
  fileprivate static let fields: [Field<Self>] = [
    Field("after", .decimal(places: 1)) { $0.after },
    Field("step", .text) { $0.step },
    Field("position", .decimal(places: 1)) { $0.position },
    Field("answer", .text) { $0.answer },
    Field("watched", .decimal(places: 1)) { $0.watched },
  ]

  fileprivate var sentence: String {
    func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    let place = position.map { " at \(text($0)) s" } ?? ""
    let count = watched.map { ", \(text($0)) s watched" } ?? ""
    return "\(text(after)) s: \(step)\(place): \(answer)\(count)"
  }
}
