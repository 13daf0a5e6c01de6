internal import IdentityContract
internal import QixBatch
internal import QixShake

/// `qix shake send`
struct SendShake: DeferringCommand {
  static let declaration = Declaration(
    "send", "Shake: find out what it is, whether it counts, and what is won.", roles: [.operator, .integrator, .user],
    discussion: """
      A shake that a rule refuses is an answer, recorded like any other, and the exit code is 6. One that needs more \
      tells the next step; go on by shaking again in the same campaign.

      With --file each line is an object with user and, as needed, type, campaign, link, session, place, device, \
      evidence, key. The file is read and checked completely before the first shake, and never held in memory: lines, \
      users, and keys that stand for two different shakes. A line without a key is known by what it says within \
      the batch of the file's name. The same file again repeats nothing. Where another file may be that batch or a new \
      one, nothing is sent: --continue BATCH sends what the batch lacks, --new-batch NAME sends all. With \
      --keep-going nothing is checked before, and a line that is no attempt is answered and passed over; the exit code \
      is then that of the first of them. A dry run shows every such line, and looks at 8,192 lines at a time, as if \
      nothing had been shaken before them.
      """,
    examples: [
      Example("qix shake send --user shop-4712 --type tv --campaign harvest --idempotency-key tv-981", "one shake"),
      Example("qix shake send --user shop-4711 --link qix://acme/summer", "what a deep link led to"),
      Example("qix shake send --file shakes.jsonl --results answers.jsonl --keep-going", "many"),
    ],
    answer: """
      shake.answer/1: shake? id, campaign id, type text, outcome text, step? text, message? text, until? time?,
      replayed boolean, fields? [name text, value text], refusal? text, hint? text?, coins? coins, transfer? id |
      shake.batch/1: file text, sha256 text?, batch text?, won integer, coins coins, nothing integer, refused integer,
      needs_more integer, waiting integer, replayed integer, errors integer, identical integer
      """, effect: .changes, route: .at("POST /v1/shakes"),
    givenByCustomers: ["type", "campaign", "link", "session", "place", "device", "evidence"])

  @Option("user", .user, placeholder: "USER", "Who shakes: usr_… or external id") private var user: String?
  @Option("type", .text, placeholder: "TYPE", "Such as tv; without it the context decides") private var type: String?
  @Option("campaign", .named(CampaignID.self), placeholder: "CAMPAIGN", "Its name or cmp_…") private var campaign:
    String?
  @Option("link", .text, placeholder: "LINK", "The deep link that led here: qix://BRAND/CAMPAIGN")
  private var link: String?
  @Option("session", .text, placeholder: "NAME", "The session of an event or a show") private var session: String?
  @Option("place", .text, placeholder: "NAME", "Where the user is, as the operator calls it") private var place: String?
  @Option("device", .text, placeholder: "NAME", "What the device calls itself; a keyed hash is kept")
  private var device: String?
  @Option("evidence", .file, "A JSON object with what the type takes; - is standard input")
  private var evidence: String?
  private let key = ShakeKey("Do it")
  @Option("file", .lines, "Many shakes: JSON Lines, an object for each; - is standard input") private var file: String?
  @Flag("keep-going", "Pass over lines that are no attempts; else nothing is sent where one is")
  private var keepsGoing: Bool
  @Option("results", .output(.derived), "Answer each line here, as JSON Lines; - is standard output")
  private var results: String?
  private let batch = WishOptions()

  func check() throws {
    let ofOne = [$user, $type, $campaign, $link, $session, $place, $device, $evidence, key.$text].firstGiven
    if file != nil, ofOne != nil {
      throw UsageError(
        "--file can't be given together with what one shake takes", hint: "In a batch each line says it itself.")
    }
    if file == nil, let first = ([$keepsGoing, $results] + batch.slots).firstGiven {
      throw UsageError("\(first) is only for a batch", hint: "Name its file with --file, or leave \(first) out.")
    }
    if file == nil, user == nil {
      throw UsageError("say who shakes: --user USER", hint: "Or send many with --file FILE.")
    }
    if key.text?.hasPrefix(BatchRows.keyPrefix) ?? false {
      throw UsageError(
        "keys that begin with '\(BatchRows.keyPrefix)' are kept for lines of files", hint: "Give another key.")
    }
  }

  func run(in context: Context) throws -> Document {
    guard let user else {
      var sending = try ShakeBatch(
        file ?? "-", isKeepGoing: keepsGoing, results: results, batch.wish(), context)
      return try sending.run()
    }
    return try context.shake(request(of: user, context)).page(in: context)
  }

  func begin(in context: Context, done: @escaping @Sendable (Result<Document, any Error>) -> Void) throws -> Bool {
    guard let user else { return false }
    return try context.submit(request(of: user, context)) { answer in done(answer.map { $0.page(in: context) }) }
  }

  private func request(of user: String, _ context: Context) throws -> ShakeRequest {
    ShakeRequest(
      user: try context.user(user), type: type, campaign: campaign,
      context: ShakeContext(link: link, session: session, place: place, device: device),
      evidence: try evidence.map { try Self.evidence(from: $0, context.face) } ?? Evidence(), key: key.text)
  }

  private static func evidence(from path: String, _ face: any Face) throws -> Evidence {
    if path.hasPrefix("{") {
      throw UsageError(
        "--evidence takes a file, not the JSON itself, which others could read among the arguments",
        hint: "Write it into a file, or pipe it: echo '{…}' | qix shake send --evidence - …")
    }
    let value: JSONValue
    do {
      value = try face.json(from: path, limit: Evidence.mostBytes, option: "--evidence").value
    } catch InputError.tooLarge {
      throw ShakesError.evidenceTooLong
    }
    guard let object = value.object else {
      throw UsageError("the evidence is no JSON object", hint: "Write it as {\"name\": value}.")
    }
    return Evidence(object)
  }
}
