internal import CampaignsContract
internal import IdentityContract
internal import QixShake

/// `qix shake video`
struct SimulateViewer: OldCommand {
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Who watches: usr_… or external id", isRequired: true)
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "Its name or cmp_…", isRequired: true)
  private static let simulate = OldOption(
    "simulate", .choice(of: Viewer.self), placeholder: "VIEWER",
    "honest, or a cheat: skip, hidden, fast, replay, bot", default: "honest")
  private static let speed = OldOption<Int64>(
    "speed-up", .integer(in: 1...1_000), placeholder: "TIMES",
    "How much faster than the server's clock the player's runs", default: "1")
  private static let answer = OldOption(
    "answer", .text, placeholder: "TEXT", "What it answers when it is asked; else what the campaign says is right")

  static let declaration = Declaration(
    "video", "Play a player that watches a video, honestly or not.", roles: [.operator, .integrator],
    discussion: """
      Sends what a player sends, waits as long as a player waits, and shows what the server made of it: a demonstration, \
      and a test of a campaign's settings. What is won is won for good. The server's clock decides, so an honest viewer \
      takes as long as the video; with --speed-up the player's clock runs ahead of it, which is a cheat, too.

      A real player sends the same messages with `qix shake send`; docs/video.md has them one by one. Where the shake is \
      refused in the end the exit code is 6.
      """,
    parameters: [user, campaign, simulate, speed, answer],
    examples: [
      Example("qix shake video --user shop-4711 --campaign summer", "an honest viewer"),
      Example("qix shake video --user shop-4711 --campaign summer --simulate skip", "one who jumps to the end"),
      Example("qix shake video --user shop-4711 --campaign summer --speed-up 10", "one whose clock runs too fast"),
    ], effect: .changes)

  private let user: String
  private let campaign: String
  private let viewer: Viewer
  private let speed: Int64
  private let answer: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(Self.user)
    campaign = try arguments.require(Self.campaign)
    viewer = try arguments.require(Self.simulate)
    speed = try arguments.require(Self.speed)
    answer = arguments[Self.answer]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let runner = try context.service(Shakes.runner)
    let directory = try context.service(Users.directory)
    let campaigns = try context.service(Campaigns.directory)
    let (who, found) = try context.database.read { connection in
      guard let who = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
      guard let found = try campaigns.find(campaign, in: connection) else { throw VideoShakeError.noCampaign(campaign) }
      return (who, found)
    }
    guard let use = found.types.first(where: { $0.type == VideoShake.name }) else {
      throw VideoShakeError.campaignWithoutVideo(found.name)
    }
    let terminal = context.terminal
    let send = { (message: JSONObject) in
      try runner.run(
        ShakeRequest(user: who, type: VideoShake.name, campaign: "\(found.id)", evidence: Evidence(message)),
        reason: reason, isDryRun: isDryRun)
    }
    var player = SimulatedPlayer(
      viewer, speed: speed, knows: answer ?? use.settings["right"]?.string, clock: context.clock,
      tell: { event in if terminal.isOutputTerminal { terminal.note(event.sentence) } }, send: send)
    // A dry run leaves no session that the next message could go on with.
    let last = try isDryRun ? player.tryStart() : player.play()
    try show(last, player.events, who, found, in: terminal)
  }

  private func show(
    _ answer: ShakeAnswer, _ events: [SimulatedPlayer.Event], _ user: UserID, _ campaign: Campaign,
    in terminal: Terminal
  ) throws {
    var document = Document("shake.video/1")
    if !isDryRun { document.primary = "\(answer.shake)" }
    document.field("user", "user", .identifier("\(user)"))
    document.field("campaign", "campaign", .text(campaign.name))
    document.field("viewer", "viewer", .text(viewer.rawValue))
    document.field("speed_up", "speed-up", .integer(speed))
    document.field("shake", "shake", isDryRun ? .missing : .identifier("\(answer.shake)"))
    document.table(
      "course",
      columns: [
        Column("after", "AFTER", alignment: .trailing), Column("step", "STEP"),
        Column("position", "POSITION", alignment: .trailing), Column("answer", "ANSWER"),
        Column("watched", "WATCHED", alignment: .trailing),
      ], rows: events.map(\.cells))
    var refusal: Refusal?
    var coins: Int64?
    switch answer.outcome {
    case .won(let won, _): coins = won
    case .refused(let reason): refusal = reason
    case .nothing, .needsMore, .waits: break
    }
    document.field("outcome", "outcome", .text(answer.outcome.word))
    document.field("coins", "coins", coins.map(Cell.coins) ?? .missing)
    document.field("code", "code", refusal.map { .text($0.code) } ?? .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if isDryRun { terminal.note("Nothing was changed.") }
    if let refusal {
      throw VideoShakeError.refused(code: refusal.code, sentence: refusal.sentence, hint: refusal.hint)
    }
  }
}

extension SimulatedPlayer.Event {
  fileprivate func seconds(_ value: Double?) -> Cell { value.map { .decimal($0, places: 1) } ?? .missing }

  fileprivate var cells: [Cell] {
    [seconds(after), .text(step), seconds(position), .text(answer), seconds(watched)]
  }

  fileprivate var sentence: String {
    func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    let place = position.map { " at \(text($0)) s" } ?? ""
    let count = watched.map { ", \(text($0)) s watched" } ?? ""
    return "\(text(after)) s: \(step)\(place): \(answer)\(count)"
  }
}

extension ShakeAnswer.Outcome {
  fileprivate var word: String {
    switch self {
    case .won: "won"
    case .nothing: "nothing"
    case .refused: "refused"
    case .needsMore: "needs-more"
    case .waits: "waits"
    }
  }
}
