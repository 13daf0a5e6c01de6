internal import IdentityContract
internal import QixBatch
internal import QixShake

/// `qix shake send`
struct SendShake: DeferringCommand {
  static let declaration = Declaration(
    "send", "Send a shake: check whether it counts, and pay what it wins.", roles: [.operator, .integrator, .user],
    discussion: """
      A shake that a rule refuses is still an answer: it is recorded, and has \(exit: .refused). If a shake needs \
      more, the answer shows the next step; shake again in the same campaign to continue.

      With --file each line is an object with user and, as needed, type, campaign, link, session, place, device, \
      evidence, key. Before the first shake the whole file is checked, without loading it into memory: lines, users, \
      and keys used for two different shakes. A line without a key is identified by its content, within the batch \
      named after the file.

      Sending the same file again repeats nothing. If another file may be that batch or a new one, nothing is sent: \
      --continue BATCH sends what the batch lacks, --new-batch NAME sends all. With --keep-going nothing is checked \
      first. Invalid lines are answered and skipped; the command ends as the first of them did. A dry run shows every \
      invalid line. It checks 8,192 lines at a time, as if no shakes came before them.
      """,
    examples: [
      Example("qix shake send --user shop-4712 --type tv --campaign harvest --idempotency-key tv-981", "one shake"),
      Example("qix shake send --user shop-4711 --link qix://acme/summer", "from a deep link"),
      Example("qix shake send --file shakes.jsonl --results answers.jsonl --keep-going", "many shakes"),
    ],
    answer: AnswerShape("shake.answer/1", ShakeAnswer.fields, last: ["refusal", "hint", "coins", "transfer"])
      | AnswerShape("shake.batch/1", ShakeBatch.fields(isDryRun: false)), effect: .changes,
    route: .at("POST /v1/shakes"),
    givenByCustomers: ["type", "campaign", "link", "session", "place", "device", "evidence"])

  @Option("user", .user, placeholder: "USER", "The user who shakes: usr_… or external id") private var user: String?
  @Option("type", .text, placeholder: "TYPE", "Such as tv; default: from the context") private var type: String?
  @Option("campaign", .named(CampaignID.self), placeholder: "CAMPAIGN", "Its name or cmp_…") private var campaign:
    String?
  @Option("link", .text, placeholder: "LINK", "The deep link that the user followed: qix://BRAND/CAMPAIGN")
  private var link: String?
  @Option("session", .text, placeholder: "NAME", "The session of an event or a show") private var session: String?
  @Option("place", .text, placeholder: "NAME", "The user's location, by the operator's name for it") private var place:
    String?
  @Option("device", .text, placeholder: "NAME", "The device's own name; only a keyed hash is kept")
  private var device: String?
  @Option("evidence", .file, "A JSON object with the evidence of the type")
  private var evidence: String?
  private let key = ShakeKey("Do it")
  @Option("file", .lines, "Many shakes: JSON Lines, an object for each") private var file: String?
  @Flag("keep-going", "Skip invalid lines; the default is to send nothing if there is one")
  private var keepsGoing: Bool
  @Option(
    "results", .output(.derived).serving(.results),
    "Write the answer to each line here, as JSON Lines; - is standard output")
  private var results: String?
  private let batch = WishOptions()

  func check() throws {
    let ofOne = [$user, $type, $campaign, $link, $session, $place, $device, $evidence, key.$text].firstGiven
    if file != nil, ofOne != nil {
      throw UsageError(
        "--file can't be given together with options of a single shake", hint: "In a batch, write them into each line.")
    }
    if file == nil, let first = ([$keepsGoing, $results] + batch.slots).firstGiven {
      throw UsageError("\(first) is only for a batch", hint: "Give the batch with --file, or remove \(first).")
    }
    if file == nil, user == nil {
      throw UsageError("missing --user USER", hint: "To send many shakes, give --file FILE.")
    }
    if key.text?.hasPrefix(BatchRows.keyPrefix) ?? false {
      throw UsageError(
        "keys that begin with '\(BatchRows.keyPrefix)' are reserved for lines of files", hint: "Give another key.")
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
        "--evidence takes a file, not JSON: other users of this machine could read the arguments",
        hint: "Write it into a file, or pipe it: echo '{…}' | qix shake send --evidence - …")
    }
    let value: JSONValue
    do {
      value = try face.json(from: path, limit: Evidence.mostBytes, option: "--evidence").value
    } catch InputError.tooLarge {
      throw ShakesError.evidenceTooLong
    }
    guard let object = value.object else {
      throw UsageError("the evidence is not a JSON object", hint: "Write it as {\"name\": value}.")
    }
    return Evidence(object)
  }
}
