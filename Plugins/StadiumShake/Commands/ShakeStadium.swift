internal import IdentityContract
internal import QixShake

/// `qix shake stadium`
struct ShakeStadium: Command {
  static let declaration = Declaration(
    "stadium", "Shake with a recording of a stadium's music.", roles: [.operator, .integrator, .user],
    discussion: """
      A separate process without rights searches the end of the recording for watermarks that can be playing now. It \
      has limits on memory and time. qix keeps the recording's SHA-256, not the recording. A shake that doesn't count \
      has \(exit: .refused).
      """,
    examples: [
      Example("qix shake stadium --user shop-4711 --campaign cup --audio heard.ogg", "ten seconds recorded by a phone"),
      Example(
        "qix shake stadium --user shop-4711 --campaign cup --audio heard.ogg --evidence position.json "
          + "--idempotency-key st-981", "with the user's position"),
    ],
    answer: .shake("shake.stadium/1", adding: own), effect: .changes,
    givenByCustomers: ["campaign", "audio", "evidence", "place", "device"])

  private static let own: [Field<(event: String, slot: Int64)?>] = [
    Field("event", .text) { $0?.event },
    Field("slot", .integer) { $0?.slot },
  ]

  private let shake = ShakeOptions<String?>()
  @Option("audio", .file, "The phone's recording: WAV, FLAC, Ogg, MP3, MP4 or WebM")
  private var audio: String
  @Option("evidence", .file, "A JSON object with the user's latitude and longitude")
  private var evidence: String?
  @Option("place", .text, placeholder: "PLACE", "The user's place, by the operator's name for it")
  private var place: String?
  @Option("device", .text, placeholder: "NAME", "The device's own name; a keyed hash is kept")
  private var device: String?
  private let key = ShakeKey()

  func check() throws {
    guard audio != "-" || evidence != "-" else {
      throw UsageError("--audio and --evidence can't both be standard input", hint: "Write one of them into a file.")
    }
  }

  func run(in context: Context) throws -> Document {
    // When the recording was sent, whatever the search takes, and those before it.
    let now = context.asked
    let user = try context.user(shake.user)
    let evidence = try Self.evidence(self.evidence, context.face)
    let sight = try Ear.hear(audio, at: now, context)
    let answer = try context.shake(
      ShakeRequest(
        user: user, type: StadiumShake.name, campaign: try shake.campaign ?? Self.campaign(of: sight, context),
        context: ShakeContext(place: place, device: device), evidence: evidence, sights: ["audio": sight],
        key: key.text))
    return try answer.document(
      "shake.stadium/1", user: shake.user, in: context,
      adding: { document in
        let heard = try context.database.read { connection in
          try connection.fetchOne(
            """
            SELECT e.name, h.slot FROM stadiumshake_hearings h JOIN stadiumshake_events e ON e.event = h.event
            WHERE h.shake = \(answer.shake)
            """
          ) { (event: $0["name"] as String, slot: $0["slot"] as Int64) }
        }
        document.fields(Self.own, of: heard)
      })
  }

  /// The campaign of the event that a recording is of, where the event has one.
  private static func campaign(of sight: Sight, _ context: Context) throws -> String? {
    guard let mark = HearReading(sight.reading)?.found else { return nil }
    return try context.database.read { try Event.find(number: mark.event, in: $0)?.campaign.map { "\($0)" } }
  }

  private static func evidence(_ path: String?, _ face: any Face) throws -> Evidence {
    guard let path else { return Evidence() }
    guard
      let object = try face.json(from: path, limit: Evidence.mostBytes, option: "--evidence").value.object
    else {
      throw UsageError(
        """
        the evidence is not a JSON object
        """, hint: "Write it as {\"latitude\": 41.4, \"longitude\": 2.1}.")
    }
    return Evidence(object)
  }
}
