internal import IdentityContract
internal import QixShake

/// `qix shake stadium`
struct ShakeStadium: OldCommand {
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Who shakes: usr_… or external id", isRequired: true)
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "Its name or cmp_…; without it the one that fits")
  private static let audio = OldOption(
    "audio", .file, "What the phone has recorded: WAV, FLAC, Ogg, Opus or MP3; - is standard input", isRequired: true)
  private static let evidence = OldOption(
    "evidence", .file, "A JSON object with the user's latitude and longitude; - is standard input")
  private static let place = OldOption(
    "place", .text, placeholder: "PLACE", "Where the user is, as the operator calls it")
  private static let device = OldOption(
    "device", .text, placeholder: "NAME", "What the device calls itself; a keyed hash is kept")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Shake once: the same key again gives the first answer")

  static let declaration = Declaration(
    "stadium", "Shake with a recording of a stadium's music.", roles: [.operator, .integrator],
    discussion: """
      The end of the recording is searched for the marks that can be played now, in a process of its own with limits on \
      memory, time and what it may do; the recording's SHA-256 is kept, the recording is not. One that doesn't count has \
      exit code 6.
      """,
    parameters: [user, campaign, audio, evidence, place, device, key],
    examples: [
      Example("qix shake stadium --user shop-4711 --campaign cup --audio heard.ogg", "ten seconds of a phone's"),
      Example(
        "qix shake stadium --user shop-4711 --campaign cup --audio heard.ogg --evidence position.json "
          + "--idempotency-key st-981", "where the user's position counts"),
    ], effect: .changes)

  private let user: String
  private let campaign: String?
  private let audio: String
  private let evidence: String?
  private let place: String?
  private let device: String?
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(Self.user)
    campaign = arguments[Self.campaign]
    audio = try arguments.require(Self.audio)
    evidence = arguments[Self.evidence]
    guard audio != "-" || evidence != "-" else {
      throw UsageError("--audio and --evidence can't both be standard input", hint: "Write one of them into a file.")
    }
    place = arguments[Self.place]
    device = arguments[Self.device]
    key = arguments[Self.key]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    // When the server has the recording, whatever the search takes.
    let now = context.clock.now()
    let directory = try context.service(Users.directory)
    let user = try context.database.read { connection in
      guard let found = try directory.find(self.user, in: connection) else { throw UserError.notFound(self.user) }
      return found
    }
    let evidence = try Self.evidence(self.evidence, context.terminal)
    let sight = try Ear.hear(audio, at: now, context)
    let answer = try context.service(Shakes.runner).run(
      ShakeRequest(
        user: user, type: StadiumShake.name, campaign: campaign,
        context: ShakeContext(place: place, device: device), evidence: evidence, sights: ["audio": sight], key: key),
      reason: reason, isDryRun: isDryRun)
    let (outcome, coins, transfer): (String, Int64, String?)
    switch answer.outcome {
    case .won(let won, let posted): (outcome, coins, transfer) = ("won", won, posted)
    case .nothing: (outcome, coins, transfer) = ("nothing", 0, nil)
    case .refused(let refusal): throw StadiumShakeError.refused(refusal)
    case .waits, .needsMore: throw StadiumShakeError.unexpectedStep
    }
    let heard = try context.database.read { connection in
      try connection.first(
        """
        SELECT e.name, h.slot FROM stadiumshake_hearings h JOIN stadiumshake_events e ON e.event = h.event
        WHERE h.shake = ?1
        """, .id(answer.shake)
      ) { ($0.text(0), $0.integer(1)) }
    }
    // A dry run's ids name nothing.
    let names = !isDryRun || answer.isReplay
    var document = Document("shake.stadium/1")
    if names { document.primary = "\(answer.shake)" }
    document.field("shake", "shake", names ? .identifier("\(answer.shake)") : .missing)
    document.field("campaign", "campaign", .identifier("\(answer.campaign)"))
    document.field("event", "event", heard.map { .text($0.0) } ?? .missing)
    document.field("slot", "slot", heard.map { .integer($0.1) } ?? .missing)
    document.field("outcome", "outcome", .text(outcome))
    document.field("coins", "coins", .coins(coins))
    document.field("transfer", "transfer", names ? transfer.map(Cell.identifier) ?? .missing : .missing)
    document.field("replayed", "replayed", .boolean(answer.isReplay))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed."
        : answer.isReplay
          ? "The key was used before: this is the answer of that time, and nothing moved now."
          : "Next: `qix wallet show \(self.user)`.")
  }

  private static func evidence(_ path: String?, _ terminal: Terminal) throws -> Evidence {
    guard let path else { return Evidence() }
    guard
      let object = try terminal.json(from: path, limit: Evidence.mostBytes, option: "--evidence").value.object
    else {
      throw UsageError("the evidence is no JSON object", hint: "Write it as {\"latitude\": 41.4, \"longitude\": 2.1}.")
    }
    return Evidence(object)
  }
}
