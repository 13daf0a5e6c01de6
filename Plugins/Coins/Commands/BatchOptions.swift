internal import CoinsContract
internal import IdentityContract
internal import QixBatch
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// What every command that reads a batch has in common: the file, how it goes on, where answers go, what it says.
struct BatchOptions {
  static let file = OldOption("file", .file, "A batch: CSV with a header, or JSON Lines; - is standard input")
  static let format = OldOption(
    "format", .choice(["csv", "json-lines"]), placeholder: "FORMAT", "Of the file; found out where it isn't given")
  static let createUsers = OldFlag(
    "create-users", "Make the users that don't exist, as trial users with that external id")
  static let keepGoing = OldFlag("keep-going", "Go on behind a line that can't be done; the default is to stop there")
  static let results = OldOption(
    "results", .output(.derived),
    "Answer each line here, as JSON Lines: line, key, outcome, transfer; - is standard output")
  static let rejects = OldOption(
    "rejects", .output(.derived), "Put the lines that could not be done here, to mend and send again")

  static let parameters: [any Parameter] =
    [file, format, createUsers, keepGoing] + BatchWish.parameters + [results, rejects] + RecordShape.parameters

  let path: String
  private let format: RecordFormat
  private let createsUsers: Bool
  private let isKeepGoing: Bool
  let shape: RecordShape
  private let wish: BatchWish
  private let results: String?
  private let rejects: String?
  private let isDryRun: Bool
  private let reason: String?

  /// Nil when no file is named; then none of the options of a batch may be given.
  /// - Parameter columns: those that mean something to the command.
  init?(
    _ arguments: Arguments, columns: [String], excluding single: [(name: String, isGiven: Bool)]
  ) throws {
    guard let path = arguments[Self.file] else {
      if let first = Self.first(of: arguments) {
        throw UsageError("\(first) is only for a batch", hint: "Name its file with --file, or leave \(first) out.")
      }
      return nil
    }
    if let clash = single.first(where: \.isGiven) {
      throw UsageError(
        "--file and \(clash.name) can't be given together", hint: "In a batch each line has a column for it.")
    }
    self.path = path
    format = arguments[Self.format].map { $0 == "csv" ? .csv : .jsonLines } ?? .automatic
    createsUsers = arguments[Self.createUsers]
    isKeepGoing = arguments[Self.keepGoing]
    shape = try RecordShape(arguments, columns: columns)
    wish = try BatchWish(arguments)
    results = arguments[Self.results]
    rejects = arguments[Self.rejects]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    if let results, results == rejects {
      throw UsageError("--results and --rejects name the same file", hint: "Give each a file of its own.")
    }
  }

  /// The first of the options that was given. One by one: a list of pairs would cost each single grant a hundredth.
  private static func first(of arguments: Arguments) -> String? {
    if arguments[createUsers] { return "--create-users" }
    if arguments[keepGoing] { return "--keep-going" }
    if arguments[format] != nil { return "--format" }
    if arguments[results] != nil { return "--results" }
    if arguments[rejects] != nil { return "--rejects" }
    return BatchWish.first(of: arguments) ?? RecordShape.first(of: arguments)
  }

  /// Does the batch and says how it went.
  func run<Lines: BatchLines>(
    _ action: String, in context: Context, _ makeLines: (AccountNames) throws -> Lines
  ) throws {
    let directory = try context.service(Users.directory)
    // Nothing is read, and no answer file made, where there is no database to do it in.
    let limit = try context.database.read { try $0.value(of: CoinsModule.approvalAbove) }
    let isLimited = limit > 0
    let source = try BatchSource(path, isCopied: isLimited, home: context.home, terminal: context.terminal)
    let lines = try makeLines(AccountNames(directory: directory))
    var rows: BatchRows?
    try context.database.read { connection in
      // What a version before 0.6.0 has begun goes on under the keys that it gave.
      let isOld = try Ledger.isKnown(prefix: source.lineKeys.prefix, in: connection)
      guard wish.name != nil || wish.isAgain || !isOld else { return }
      let (actor, terminal) = (context.database.actor, context.terminal)
      rows = try BatchRows(
        wish, action: "coins.\(action)", file: source.name, sha256: source.digest, in: connection,
        mayName: { $0.actor == actor || terminal.mayTell(.key) })
    }
    for (option, answers) in [("--results", results), ("--rejects", rejects)] {
      guard let answers, source.isSame(as: answers) || source.isSame(as: OutputFile.partial(of: answers)) else {
        continue
      }
      throw UsageError("\(option) names the file that is read", hint: "Give the answers a file of their own.")
    }
    func file(_ path: String?) throws -> AnswerFile? {
      try path.map { try AnswerFile($0, orElse: Answers.lost, context.terminal) }
    }
    // Of two files neither is begun where the other can't be.
    for path in [results, rejects].compactMap({ $0 }) { try OutputFile.requirePlace(path) }
    // The lines themselves, for who may not know what stands in the file.
    let mayTell = context.terminal.mayTell(.content)
    if rejects != nil, !mayTell { throw ContentWithheld(option: "--rejects") }
    // With it any table would do, and what stands in it could be asked for one by one.
    if !shape.mapping.isEmpty, !mayTell { throw ContentWithheld(option: "--file with --map") }
    let answers = Answers(
      results: try file(results), rejects: try file(rejects), isDryRun: isDryRun, namesUsers: mayTell,
      sentence: context.terminal.sentence)
    var batch = Batch(
      action, source, format: format, shape: shape, lines: lines,
      users: UserResolver(directory, makesMissing: createsUsers), rows: rows,
      isKeepGoing: isKeepGoing,
      isLimited: isLimited, isDryRun: isDryRun, reason: reason, context: context)
    do {
      try batch.run(answers)
    } catch {
      try? answers.finish(hasFailed: true)
      try answer(answers.counts, batch, in: context.terminal)
      tell(answers, in: context.terminal)
      throw error
    }
    try answers.finish(hasFailed: false, header: batch.header)
    try answer(answers.counts, batch, in: context.terminal)
    tell(answers, in: context.terminal)
    if let fault = answers.counts.firstRefusal {
      // What the file itself would say.
      if isDryRun, !isKeepGoing, answers.counts.refused == 1 { throw fault }
      throw SomeRefused(count: answers.counts.refused, first: fault, isDryRun: isDryRun, isKeepGoing: isKeepGoing)
    }
  }

  /// Names every fault that a dry run has found, as far as somebody reads them.
  private func tell(_ answers: Answers, in terminal: Terminal) {
    guard isDryRun, answers.counts.refused > 1 else { return }
    for fault in answers.faults { terminal.note(terminal.sentence(of: fault)) }
    let more = answers.counts.refused - Int64(answers.faults.count)
    if more > 0 { terminal.note("And \(more.counted("more line")); --rejects FILE has them all.") }
  }

  private func answer<Lines>(_ counts: Answers.Counts, _ batch: Batch<Lines>, in terminal: Terminal) throws {
    // Where answers went to standard output they are all that is there.
    guard results != "-", rejects != "-" else { return }
    var document = Document("coins.batch/1")
    document.field("file", "file", .text(batch.source.name))
    document.field("sha256", "sha256", .text(batch.source.digest), confidential: .content)
    document.field("batch", "batch", batch.rows?.toldName.map(Cell.text) ?? .missing)
    document.field("done", isDryRun ? "would be done" : "done", .integer(counts.done))
    document.field("replayed", "done before", .integer(counts.replayed))
    document.field("refused", isDryRun ? "would be refused" : "refused", .integer(counts.refused))
    document.field("coins", "coins", .coins(counts.coins))
    document.field("identical", "say the same", .integer(Int64(batch.identical)))
    document.field("users_created", "users made", .integer(counts.users))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if isDryRun { terminal.note("Nothing was changed.") }
    if batch.identical > 0 {
      terminal.note(
        "\(batch.identical.counted("line says", "lines say")) what another line of the file says; each is done for "
          + "itself.")
    }
    if counts.lines == 0, batch.isWhole {
      terminal.note("There are no lines below the header: was the export complete?")
    }
    if !batch.lines.kept.isEmpty, counts.lines > 0, terminal.mayTell(.content) {
      terminal.note("Kept with the transfers: \(batch.lines.kept.joined(separator: ", ")).")
    }
  }
}

/// A batch went to its end, but not every line was done.
struct SomeRefused: Placed {
  let count: Int64
  let first: LineFault
  let isDryRun: Bool
  let isKeepGoing: Bool

  /// That of the first line, so that a script can tell malformed lines from an empty budget.
  var category: ErrorCategory { first.category }
  var code: String { "coins.lines-refused" }
  var place: String { "\(words); the first: \(first.place)" }
  var problemCode: String { first.code }
  var description: String { "\(words); the first: \(first)" }
  private var words: String {
    isDryRun
      ? "\(count.counted("line")) would not be done" : "\(count.counted("line was", "lines were")) not done"
  }
  var hint: String? {
    if isDryRun {
      return isKeepGoing
        ? "The others would be done. --rejects FILE puts these into a file of their own, to mend and send."
        : "Nothing of the file would be done then; --keep-going does the others."
    }
    return
      "Lines that could be done are done. --rejects FILE puts the others into a file of their own, to mend and send."
  }
}
