internal import IdentityContract
internal import QixShake

/// `qix shake read`
struct ShakeReadCommand: OldCommand {
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Who reads: usr_… or external id", isRequired: true)
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "Its name or cmp_…", isRequired: true)
  private static let answers = OldOption(
    "answers", .file, "Answers in JSON or CSV, in place of asking; - is standard input")
  private static let key = OldOption(
    "idempotency-key", .text, placeholder: "KEY", "Hand in once: the same key again gives the first answer")

  static let declaration = Declaration(
    "read", "Read a text, answer the questions about it, and hand in.", roles: [.operator, .integrator],
    discussion: """
      In a terminal it shows the text, asks one question after the other, and hands in. Each answer is kept at once and \
      stays as it was given; Ctrl-C stops, and the same command goes on later.

      In a script --answers names a file: an object of a question's key and its answer in JSON, or the columns question \
      and answer in CSV. `qix read questions show` has the keys. Without it nobody is asked where there is no terminal.
      """,
    parameters: [user, campaign, answers, key],
    examples: [
      Example("qix shake read --user shop-4711 --campaign vitamins", "in a terminal"),
      Example("qix shake read --user shop-4711 --campaign vitamins --answers answers.json --json", "in a script"),
    ], effect: .changes)

  private let user: String
  private let campaign: String
  private let answers: String?
  private let key: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(Self.user)
    campaign = try arguments.require(Self.campaign)
    answers = arguments[Self.answers]
    key = arguments[Self.key]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    if answers == nil, !isDryRun, arguments.format != .human || arguments.isQuiet {
      throw UsageError("who is asked reads the questions", hint: "Give --answers FILE with --json, --tsv or --quiet.")
    }
  }

  func run(in context: Context) throws {
    let terminal = context.terminal
    guard answers != nil || isDryRun || terminal.hasPerson else {
      throw UsageError("there is no terminal to ask the questions on", hint: "Give --answers FILE.")
    }
    let file = try answers.map { try AnswersFile($0, in: context) }
    let directory = try context.service(Users.directory)
    let user = try context.database.read { connection in
      guard let user = try directory.find(self.user, in: connection) else { throw UserError.notFound(self.user) }
      return user
    }
    let session = ReadDialogue(
      runner: try context.service(Shakes.runner), user: user, campaign: campaign, reason: reason, key: key,
      terminal: terminal)
    if isDryRun { return try showBeginning(session) }
    let answer: ShakeAnswer
    do {
      answer = try file.map { try session.answer(from: $0) } ?? session.converse()
    } catch let error as Interrupted {
      terminal.note(
        "What was answered is kept. Go on with: qix shake read --user \(self.user) --campaign \(campaign)")
      throw error
    }
    try emit(answer, to: terminal)
  }

  private func showBeginning(_ session: ReadDialogue) throws {
    let answer = try session.run("open", isDryRun: true)
    guard case .needsMore(let step) = answer.outcome else { return try emit(answer, to: session.terminal) }
    var document = Document("shake.read-begin/1")
    document.field("campaign", "campaign", .identifier("\(answer.campaign)"))
    document.field("words", "words", step.fields["words"]?.integer.map(Cell.integer) ?? .missing)
    document.field("seconds", "seconds at least", step.fields["seconds"]?.integer.map(Cell.integer) ?? .missing)
    document.field("open", "open questions", .integer(Int64(step.fields["open"]?.array?.count ?? 0)))
    document.field("dry_run", "dry run", .boolean(true))
    try session.terminal.emit(document)
    session.terminal.note("Nothing was changed.")
  }

  private func emit(_ answer: ShakeAnswer, to terminal: Terminal) throws {
    var document = Document("shake.read/1")
    document.primary = "\(answer.shake)"
    document.field("shake", "shake", .identifier("\(answer.shake)"))
    document.field("campaign", "campaign", .identifier("\(answer.campaign)"))
    let (outcome, coins, transfer): (String, Int64, String?)
    switch answer.outcome {
    case .won(let won, let posted): (outcome, coins, transfer) = ("won", won, posted)
    case .nothing, .waits: (outcome, coins, transfer) = ("nothing", 0, nil)
    case .refused(let refusal): throw ReadShakeError.refused(refusal)
    case .needsMore: throw ReadShakeError.unknownStep
    }
    document.field("outcome", "outcome", .text(outcome))
    document.field("coins", "coins", .coins(coins))
    document.field("transfer", "transfer", transfer.map(Cell.identifier) ?? .missing)
    document.field("replayed", "replayed", .boolean(answer.isReplay))
    try terminal.emit(document)
    terminal.note(
      answer.isReplay
        ? "The key was used before: this is the answer of that time, and nothing moved now."
        : "Next: `qix wallet show \(user)`.")
  }
}
