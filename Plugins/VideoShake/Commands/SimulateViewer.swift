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
      end, the exit code is 6.
      """,
    examples: [
      Example("qix shake video --user shop-4711 --campaign film", "an honest viewer"),
      Example("qix shake video --user shop-4711 --campaign film --simulate skip", "a viewer who jumps to the end"),
      Example("qix shake video --user shop-4711 --campaign film --speed-up 10", "a player whose clock runs too fast"),
    ],
    answer: """
      shake.video/1: user id, campaign text, viewer text, speed_up integer, shake id?, course [after decimal, step
      text, position decimal?, answer text, watched decimal?], outcome text, coins coins?, code text?
      """, effect: .changes,
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
    var document = Document("shake.video/1")
    if !context.isDryRun { document.primary = "\(last.shake)" }
    document.field("user", .identifier(user))
    document.field("campaign", .text(campaign.name))
    document.field("viewer", .text(viewer.rawValue))
    document.field("speed_up", "speed-up", .integer(speed))
    document.field("shake", context.isDryRun ? .missing : .identifier(last.shake))
    document.table("course", SimulatedPlayer.Event.fields, rows: player.events)
    document.field("outcome", .text(last.outcome.name))
    document.field("coins", .coins(last.coins))
    document.field("code", .text(last.refusal?.code))
    document.failure = last.refusal.map(Failure.init)
    return document
  }
}

extension SimulatedPlayer.Event {
  fileprivate static let fields: [RowField<Self>] = [
    RowField(number: "after") { seconds($0.after) },
    RowField("step") { .text($0.step) },
    RowField(number: "position") { seconds($0.position) },
    RowField("answer") { .text($0.answer) },
    RowField(number: "watched") { seconds($0.watched) },
  ]

  private static func seconds(_ value: Double?) -> Cell { value.map { .decimal($0, places: 1) } ?? .missing }

  fileprivate var sentence: String {
    func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    let place = position.map { " at \(text($0)) s" } ?? ""
    let count = watched.map { ", \(text($0)) s watched" } ?? ""
    return "\(text(after)) s: \(step)\(place): \(answer)\(count)"
  }
}
