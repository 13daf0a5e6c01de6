internal import CoinsContract
internal import IdentityContract
internal import QixBatch
internal import QixModule

/// What every command that reads a batch has in common: the file, how it goes on, where answers go, what it says.
struct BatchOptions {
  @Option("file", .lines, "A batch: CSV with a header, or JSON Lines") private var path: String?
  private let format = RecordFormatOption()
  @Flag(
    "create-users", taking: "exact",
    "Create missing users as trial users with that external id; exact keeps each name as written")
  private var createsUsers: Bool
  @Flag("keep-going", "Skip lines that fail; the default is to stop there")
  private var isKeepGoing: Bool
  private let wish = WishOptions()
  private let places = AnswerOptions(": line, key, outcome, transfer")
  private let shape = ShapeOptions()

  var isGiven: Bool { path != nil }

  /// The file that is named; then nothing of a single operation may be given, else nothing of a batch.
  func file(excluding single: [ParameterSlot] = []) throws -> String? {
    guard let path else {
      // One by one: joined lists would cost each single grant a hundredth.
      let own = [$createsUsers, $isKeepGoing, format.slot].firstGiven
      if let first = own ?? places.slots.firstGiven ?? wish.slots.firstGiven ?? shape.slots.firstGiven {
        throw UsageError("\(first) is only for a batch", hint: "Name its file with --file, or leave \(first) out.")
      }
      return nil
    }
    if let clash = single.firstGiven {
      throw UsageError(
        "--file and \(clash) can't be given together", hint: "In a batch each line has a column for it.")
    }
    try places.check()
    return path
  }

  /// - Throws: `UsageError` where no file is named.
  func required() throws -> String {
    guard let path = try file() else {
      throw UsageError("say which file to read: --file FILE", hint: "`--file -` reads standard input.")
    }
    return path
  }

  /// Does the batch and says how it went.
  /// - Parameter columns: those that mean something to the command.
  func run<Lines: BatchLines>(
    _ path: String, _ action: String, columns: [String], in context: Context,
    _ makeLines: (AccountNames, RecordShape) throws -> Lines
  ) throws -> Document {
    let (shape, given, isDryRun) = (try shape.shape(columns: columns, in: context), try wish.wish(), context.isDryRun)
    let directory = try context.service(Users.presented)
    // Nothing is read, and no answer file made, where there is no database to do it in.
    let limit = try context.database.read { try $0.value(of: CoinsModule.approvalAbove) }
    let isLimited = limit > 0
    let source = try BatchSource(path, isCopied: isLimited, home: context.home, face: context.face)
    let lines = try makeLines(AccountNames(directory: directory), shape)
    let wish = try given.refused(by: source.refusingBatch(format.format, shape.mapping))
    var rows: BatchRows?
    try context.database.read { connection in
      // What a version before 0.6.0 has begun goes on under the keys that it gave.
      let isOld = try Ledger.isKnown(prefix: source.lineKeys.prefix, in: connection)
      guard wish != .unsaid || !isOld else { return }
      rows = try BatchRows(
        wish, action: "coins.\(action)", file: source.name, isNameless: source.isNameless, sha256: source.digest,
        by: context.database.actor, knowsOthers: context.mayTell(.key), in: connection)
      rows?.awaitsAnswers = places.areGiven
    }
    try places.check(beside: source)
    try places.requirePlaces()
    // The lines themselves, for who may not know what stands in the file.
    let mayTell = context.mayTell(.content)
    if places.hasRejects, !mayTell { throw ContentWithheld(option: "--rejects") }
    // With it any table would do, and what stands in it could be asked for one by one.
    if !shape.mapping.isEmpty, !mayTell { throw ContentWithheld(option: "--file with --map") }
    let answers = Answers(
      try places.open(orElse: Answers.lost, context.face), isDryRun: isDryRun, months: try PastMonths(context),
      namesUsers: mayTell, sentence: context.face.sentence)
    var batch = try Batch(
      action, source, format: format.format, shape: shape, lines: lines,
      users: UserResolver(
        directory, makesMissing: createsUsers, isExact: $createsUsers.hasWord, rows: rows,
        policy: Ledger.policy(in: context)),
      rows: rows,
      isKeepGoing: isKeepGoing,
      isLimited: isLimited, isDryRun: isDryRun, reason: context.invocation.reason, context: context)
    var failure: (any Error)?
    do {
      if let request = try batch.run(answers) {
        try? answers.finish(hasFailed: true)
        var document = request.document(at: context.clock.now())
        // Whoever reads answers there waits for lines, and the error says it all.
        document.isSilent = places.takeStandardOutput
        if batch.faults.count > 0 {
          document.warn("\(batch.faults.count.counted("line")) of the file would not be done, approved or not.")
          batch.faults.tellAll(in: &document, allWith: "--rejects", for: context.principal, context.face)
        }
        tellOfEarlier(rows, in: &document)
        return document
      }
    } catch {
      failure = error
    }
    if failure == nil {
      try answers.finish(hasFailed: false, header: batch.header)
      if let rows, rows.isOpen, batch.isWhole { _ = try context.database.bookkeep { try rows.close(in: $0) } }
    } else {
      try? answers.finish(hasFailed: true)
    }
    if failure == nil, let fault = answers.counts.firstRefusal {
      let refused = answers.counts.refused
      // Of a single fault a dry run says what the file itself would say.
      failure =
        isDryRun && !isKeepGoing && refused == 1
        ? fault
        : SomeRefused(
          count: refused, first: fault, isDryRun: isDryRun, isKeepGoing: isKeepGoing, hasRejects: places.hasRejects,
          caller: context.principal)
    }
    var counts = answers.counts
    // The check ends at the first line that can't be done, before any is answered.
    if failure is LineFault { counts.refused = max(1, counts.refused) }
    var document = answer(counts, batch, isAgain: wish.isAgain, in: context)
    try tellWhatWasDone(answers.counts, batch, isAgain: wish.isAgain, in: &document, context)
    tellOfEarlier(rows, in: &document)
    if isDryRun, !isKeepGoing, answers.counts.refused == 1, answers.counts.lines > 1 {
      document.note(SomeRefused.stops)
    }
    document.failure = failure ?? batch.missingApproval
    if isDryRun {
      answers.faults.tell(in: &document, allWith: "--rejects", for: context.principal, context.face)
    }
    if failure != nil, let missing = batch.missingApproval?.sentence {
      document.note("\(missing.asSentence).")
    }
    return document
  }

  /// Says what "done before" may hide: that it was taken back since, and that keys are done once whatever is asked for.
  private func tellWhatWasDone<Lines>(
    _ counts: Answers.Counts, _ batch: Batch<Lines>, isAgain: Bool, in document: inout Document, _ context: Context
  ) throws {
    guard counts.replayed > 0, let rows = batch.rows else { return }
    let keyed = counts.replayed - Int64(rows.known)
    if isAgain, keyed > 0 {
      document.warn(
        """
        \(keyed.counted("line has a key of its own", "lines have keys of their own")) and \
        \(keyed == 1 ? "was" : "were") not done again, since a key works once. To do them once more, use other keys.
        """)
    }
    guard !isAgain else { return }
    let standing = try context.database.read { connection in
      try BatchRecord.find(rows.name, in: connection).map { try BatchStanding(of: $0, in: connection) }
    }
    guard let standing, standing.reversed > 0 else { return }
    document.warn(
      """
      \(standing.reversed.counted("coin")) of the batch '\(rows.toldName)' \
      \(standing.reversed == 1 ? "was" : "were") taken back since; its lines still count as done. To do the file \
      once more, give --new-batch NAME.
      """)
  }

  /// Says how often the batch was done before, where `--again` does it once more: it is easily typed once too often.
  private func tellOfEarlier(_ rows: BatchRows?, in document: inout Document) {
    guard let rows, !rows.earlier.isEmpty else { return }
    let earlier = rows.earlier
    let (shown, rest) = (earlier.prefix(5).map { "'\(rows.told($0.name))'" }, earlier.count - 5)
    document.warn(
      """
      This batch was done before, \(earlier.count.counted("time")): \
      \(shown.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : ""). To do its lines once more, add \
      --again.
      """)
  }

  private func answer<Lines>(
    _ counts: Answers.Counts, _ batch: Batch<Lines>, isAgain: Bool, in context: Context
  ) -> Document {
    // Where nothing was done, there is no batch of that name.
    let isNone = isAgain && counts.done == 0 && !(batch.rows?.isBegun ?? false)
    let done = Done(
      file: batch.source.name, digest: batch.source.digest, batch: isNone ? nil : batch.rows?.toldName, counts: counts,
      identical: batch.identical, isDryRun: context.isDryRun)
    var document = Document("coins.batch/1", Done.fields, of: done)
    // Where answers went to standard output they are all that is there.
    document.isSilent = places.takeStandardOutput
    if batch.identical > 0 {
      document.note(
        "\(batch.identical.counted("line repeats", "lines repeat")) another line of the file; each is done separately.")
    }
    let mayTell = context.mayTell(.content)
    if counts.dated > 0, mayTell {
      document.warn(
        "\(counts.dated.counted("line is", "lines are")) dated in months that are over, so reports on those months change."
      )
    }
    if counts.expired > 0, mayTell {
      document.warn(
        "\(counts.expired.counted("line grants", "lines grant")) coins that have already expired and can't be spent."
      )
    }
    batch.users.doubtful.tell(in: &document, namesOne: mayTell)
    if counts.lines == 0, batch.isWhole {
      document.note("There are no lines below the header: was the export complete?")
    }
    if !batch.lines.kept.isEmpty, counts.lines > 0, mayTell {
      document.note("Kept with the transfers: \(batch.lines.kept.joined(separator: ", ")).")
      if let date = batch.lines.kept.first(where: MistakenColumn.mayBeMoment) {
        document.note("If '\(date)' says when each line happened, add --map at='\(date)'.")
      }
    }
    return document
  }
}

extension BatchOptions {
  /// What became of a batch.
  struct Done {
    let file: String
    let digest: String
    let batch: String?
    let counts: Answers.Counts
    let identical: Int
    let isDryRun: Bool

    static let fields: [Field<Done>] = [
      Field("file", .text) { $0.file },
      Field("sha256", .text, for: .content) { $0.digest },
      Field("batch", .text) { $0.batch },
      Field("done", .integer) { $0.counts.done }.labelled { $0.isDryRun ? "would be done" : "done" },
      Field("replayed", .integer, "done before") { $0.counts.replayed },
      Field("refused", .integer) { $0.counts.refused }.labelled { $0.isDryRun ? "would be refused" : "refused" },
      Field("coins", .coins, for: .content) { $0.counts.coins },
      Field("identical", .count, "identical lines") { $0.identical },
      Field("users_created", .integer) { $0.counts.users },
    ]
  }
}

/// A batch went to its end, but not every line was done.
struct SomeRefused: Placed {
  let count: Int64
  let first: LineFault
  let isDryRun: Bool
  let isKeepGoing: Bool
  /// Whether the lines are put apart already.
  let hasRejects: Bool
  let caller: Principal

  /// That of the first line, so that a script can tell malformed lines from an empty budget.
  var category: ErrorCategory { first.category }
  var code: String { "coins.lines-refused" }
  var place: String { "\(words); the first: \(first.place)" }
  var problemCode: String { first.code }
  var sentence: Sentence { "\(words); the first: \(first)" }
  static let stops: Sentence =
    "Without --keep-going a run ends at that line. If the check finds the line first, nothing is done at all."

  private var words: String {
    isDryRun
      ? "\(count.counted("line")) would not be done" : "\(count.counted("line was", "lines were")) not done"
  }
  var hint: Sentence? {
    if isDryRun, !isKeepGoing { return Self.stops }
    let others: Sentence = isDryRun ? "The others would be done." : "Lines that could be done are done."
    return hasRejects ? others : "\(others) \(AnswerOptions.advice(on: isDryRun ? "these" : "the others", for: caller))"
  }
}
