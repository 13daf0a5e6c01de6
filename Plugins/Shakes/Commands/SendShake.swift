internal import IdentityContract
internal import QixBatch
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix shake send`
struct SendShake: OldCommand {
  static let user = OldOption("user", .text, placeholder: "USER", "Who shakes: usr_… or external id")
  static let type = OldOption("type", .text, placeholder: "TYPE", "Such as tv; without it the context decides")
  static let campaign = OldOption("campaign", .text, placeholder: "CAMPAIGN", "Its name or cmp_…")
  static let link = OldOption("link", .text, placeholder: "LINK", "The deep link that led here: qix://BRAND/CAMPAIGN")
  static let session = OldOption("session", .text, placeholder: "NAME", "The session of an event or a show")
  static let place = OldOption("place", .text, placeholder: "NAME", "Where the user is, as the operator calls it")
  static let device = OldOption(
    "device", .text, placeholder: "NAME", "What the device calls itself; a keyed hash is kept")
  static let evidence = OldOption("evidence", .file, "A JSON object with what the type takes; - is standard input")
  static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Do it once: the same key again gives the first answer")
  static let file = OldOption("file", .file, "Many shakes: JSON Lines, an object for each; - is standard input")
  static let keepGoing = OldFlag(
    "keep-going", "Pass over lines that are no attempts; else nothing is sent where one is")
  static let results = OldOption(
    "results", .output(.derived), "Answer each line here, as JSON Lines; - is standard output")

  static let declaration = Declaration(
    "send", "Shake: find out what it is, whether it counts, and what is won.", roles: [.operator, .integrator],
    discussion: """
      A shake that a rule refuses is an answer, recorded like any other, and the exit code is 6. One that needs more \
      tells the next step; go on by shaking again in the same campaign.

      With --file each line is an object with user and, as needed, type, campaign, link, session, place, device, \
      evidence, key. The file is read and checked completely before the first shake, and never held in memory: lines, \
      users, and keys that stand for two different shakes. A line without a key is known by what it says within its \
      batch, whose name is the file's or that of --batch: the same file again, or one with lines mended or added, \
      finishes what is missing and repeats nothing. Lines that another batch has done are refused. With \
      --keep-going nothing is checked before, and a line that is no attempt is answered and passed over; the exit code \
      is then that of the first of them. A dry run shows every such line, and looks at 8,192 lines at a time, as if \
      nothing had been shaken before them.
      """,
    parameters: [
      user, type, campaign, link, session, place, device, evidence, key, file, keepGoing, results,
    ] + BatchWish.parameters,
    examples: [
      Example("qix shake send --user shop-4711 --type tv --campaign summer --idempotency-key tv-981", "one shake"),
      Example("qix shake send --user shop-4711 --link qix://acme/summer", "what a deep link led to"),
      Example("qix shake send --file shakes.jsonl --results answers.jsonl --keep-going", "many"),
    ], effect: .changes)

  private let arguments: Arguments
  private let wish: BatchWish

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    wish = try BatchWish(arguments)
    if let clash = Self.clash(arguments) { throw clash }
    if let key = arguments[Self.key], key.hasPrefix(BatchRows.keyPrefix) {
      throw UsageError(
        "keys that begin with '\(BatchRows.keyPrefix)' are kept for lines of files", hint: "Give another key.")
    }
  }

  /// What can't be given together.
  private static func clash(_ arguments: Arguments) -> UsageError? {
    let single = [user, type, campaign, link, session, place, device, evidence, key]
    if arguments[file] == nil {
      let given = [
        arguments[keepGoing] ? "--keep-going" : nil, arguments[results].map { _ in "--results" },
        BatchWish.first(of: arguments),
      ]
      if let first = given.compactMap({ $0 }).first {
        return UsageError("\(first) is only for a batch", hint: "Name its file with --file, or leave \(first) out.")
      }
      return arguments[user] == nil
        ? UsageError("say who shakes: --user USER", hint: "Or send many with --file FILE.") : nil
    }
    guard single.contains(where: { arguments[$0] != nil }) else { return nil }
    return UsageError(
      "--file can't be given together with what one shake takes", hint: "In a batch each line says it itself.")
  }

  func run(in context: Context) throws {
    let directory = try context.service(Users.directory)
    if let path = arguments[Self.file] {
      var batch = try ShakeBatch(
        path, isKeepGoing: arguments[Self.keepGoing], isDryRun: arguments.isDryRun, reason: arguments.reason,
        results: arguments[Self.results], wish, directory, context)
      return try batch.run()
    }
    let reference = try arguments.require(Self.user)
    let request = ShakeRequest(
      user: try context.database.read { connection in
        guard let user = try directory.find(reference, in: connection) else { throw UserError.notFound(reference) }
        return user
      },
      type: arguments[Self.type], campaign: arguments[Self.campaign],
      context: ShakeContext(
        link: arguments[Self.link], session: arguments[Self.session], place: arguments[Self.place],
        device: arguments[Self.device]),
      evidence: try arguments[Self.evidence].map { try Self.evidence(from: $0, context.terminal) } ?? Evidence(),
      key: arguments[Self.key])
    let answer = try context.service(Shakes.runner).run(
      request, reason: arguments.reason, isDryRun: arguments.isDryRun)
    try ShakeAnswerOutput(answer, isDryRun: arguments.isDryRun).emit(to: context.terminal)
  }

  private static func evidence(from path: String, _ terminal: Terminal) throws -> Evidence {
    if path.hasPrefix("{") {
      throw UsageError(
        "--evidence takes a file, not the JSON itself, which others could read among the arguments",
        hint: "Write it into a file, or pipe it: echo '{…}' | qix shake send --evidence - …")
    }
    let value: JSONValue
    do {
      value = try terminal.json(from: path, limit: Evidence.mostBytes, option: "--evidence").value
    } catch InputError.tooLarge {
      throw ShakesError.evidenceTooLong
    }
    guard let object = value.object else {
      throw UsageError("the evidence is no JSON object", hint: "Write it as {\"name\": value}.")
    }
    return Evidence(object)
  }
}
