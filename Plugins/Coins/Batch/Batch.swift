internal import CoinsContract
internal import IdentityContract
internal import QixBatch
internal import QixModule

/// Does the lines of a file, in commits of many lines each. It is read twice: to be checked, and to be done.
struct Batch<Lines: BatchLines> {
  let action: String
  let source: BatchSource
  let format: RecordFormat
  let shape: RecordShape
  var lines: Lines
  var users: UserResolver
  let isKeepGoing: Bool
  /// Whether new coins may need somebody's approval; then the source must be a copy.
  let isLimited: Bool
  /// Whether all that is done is taken back.
  var isDryRun: Bool
  let reason: String?
  let context: Context
  /// Which lines without a key were done before; nil for a file that was begun by a version before 0.6.0.
  let rows: BatchRows?
  var scratch = ByteBuffer()
  /// Lines that say what a line before them says.
  var identical = 0
  /// Whether what stands in the file may be told.
  let mayTell: Bool
  /// Who sends it, taken from the context once: each line asks.
  let principal: Principal
  /// Whose the lines' own keys are.
  let asker: String?
  /// What the clock showed at the beginning.
  let started: Timestamp
  let owned: OwnedTransfers
  /// What the parts of a dry run before this one have taken out of budgets.
  var spent: [String: Int64] = [:]
  /// Whether the file was read to its end.
  private(set) var isWhole = false
  /// New coins that may be brought into being.
  var allowance = Allowance.unlimited
  /// The error that the file's coins take a second person, which a dry run tells after all the rest.
  var missingApproval: ApprovalError?
  /// The lines that would not be done, where somebody is asked to approve the file.
  var faults = FirstFaults()
  /// The header line as it stands in the file, to put above rejected lines.
  var header: [UInt8]?

  /// Lines in one commit: beyond, larger commits gain little and others wait longer.
  static var commitSize: Int { 65_536 }
  /// Lines in one transaction of a dry run that can be taken back in parts: nobody waits for the whole of a long file.
  static var trialSize: Int { 32_768 }
  /// Bytes spent on caching pages: with what is remembered of accounts and users a batch stays below 100 MB.
  static var cache: Int { 32 << 20 }

  /// Why a commit was ended.
  enum Stop: Sendable {
    case end, full, interrupted
    /// Nothing was done: another batch has done lines since others were looked at.
    case news
    case fault(LineFault)
    /// Nothing was done: somebody has to approve the file's coins first.
    case waits(ApprovalRequest)
  }

  init(
    _ action: String, _ source: BatchSource, format: RecordFormat, shape: RecordShape, lines: Lines,
    users: UserResolver,
    rows: BatchRows?, isKeepGoing: Bool, isLimited: Bool, isDryRun: Bool, reason: String?, context: Context
  ) {
    self.action = action
    self.source = source
    self.format = format
    self.shape = shape
    self.lines = lines
    self.users = users
    self.rows = rows
    self.isKeepGoing = isKeepGoing
    self.isLimited = isLimited
    self.isDryRun = isDryRun
    self.reason = reason
    self.context = context
    principal = context.principal
    asker = Ledger.asker(in: context)
    mayTell = context.mayTell(.content)
    started = context.clock.now()
    owned = OwnedTransfers(context)
  }

  /// Does it all.
  /// - Returns: the request for a second person's approval, where nothing could be done before; nil where it was done.
  /// - Throws: `LineFault` for the line at which it stopped; what came before is done.
  mutating func run(_ answers: Answers) throws -> ApprovalRequest? {
    var wanted = try check()
    let policy = try Ledger.policy(in: context)
    var isAsked = false
    let most: Int? = isDryRun ? (Lines.areGrants ? Self.trialSize : nil) : Self.commitSize
    try context.database.setCache(bytes: Self.cache)
    var reader = try open()
    var ledger: Ledger?
    var stop = Stop.full
    let progress = context.face.progress(action, total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    context.face.catchInterruption()
    while case .full = stop {
      let first = reader.line + 1
      do {
        stop = try context.database.write(Change("coins.\(action)", reason: reason), isDryRun: isDryRun) {
          connection, change in
          let isOutdated = try rows?.isOutdated(in: connection) ?? false
          if !isAsked {
            if try rows?.hasNews(in: connection) ?? false { return .news }
            let gate = ApprovalGate(context, isDryRun: isDryRun, in: connection)
            if let request = try allow(wanted, by: gate, policy) {
              change.requests(request)
              return .waits(request)
            }
          }
          let current =
            try ledger
            ?? Ledger(connection, random: context.random, policy: policy, grantor: principal, writesTogether: true)
          ledger = current
          // What it remembers of a part before was taken back.
          if isDryRun { current.forget() }
          try current.begin(at: context.clock.now())
          users.begin(isAnew: isDryRun)
          if !spent.isEmpty {
            let nobody = AccountReference.wallet(try users.directory.create(externalID: nil, in: connection))
            for (budget, coins) in spent { _ = try current.apply(.hold(coins, from: .budget(budget), to: nobody)) }
          }
          let (before, posted) = (answers.counts, current.lastTransfer)
          if isOutdated { try startAnew(&reader, in: connection) }
          let stop = try fill(&reader, current, answers, progress, most: most)
          guard try allowance.settle(in: connection) else { throw ApprovalError.uncounted(file: source.name) }
          try current.seal()
          // A part of a dry run is there no more when the next begins, and is taken for nobody's.
          if isDryRun, case .full = stop { return stop }
          let isEnd = if case .end = stop { true } else { false }
          try rows?.write(
            first: posted + 1, last: current.lastTransfer, lines: answers.counts.done - before.done,
            coins: answers.counts.coins - before.coins, refused: answers.counts.refused, isWhole: isEnd, at: started,
            in: connection)
          change.subject =
            "\(source.name) (sha256 \(source.digest.prefix(16))) lines \(first)-\(reader.line): "
            + "\((answers.counts.done - before.done).counted("transfer")), "
            + (answers.counts.coins - before.coins).counted("coin")
          return stop
        }
      } catch {
        answers.takeBack()
        throw error
      }
      if case .news = stop {
        wanted = try check()
        reader = try open()
        stop = .full
        continue
      }
      isAsked = true
      rows?.committed()
      try answers.write(users: users.created)
    }
    switch stop {
    case .waits(let request): return request
    case .end, .full, .news:
      isWhole = true
      return nil
    case .interrupted: throw isDryRun ? Interrupted() : .goesOn
    case .fault(let fault): throw fault
    }
  }

  /// What is wrong, and where; nil when it isn't the line's fault.
  func located(_ error: any Error, _ reader: borrowing RecordReader) -> LineFault? {
    switch error {
    case is StorageError, is ServiceError: nil
    case let error as LineFault: error
    case let error as RecordError: LineFault(error, line: reader.line)
    case let error as Located:
      LineFault(
        file: source.name, line: reader.line, column: nil, field: error.field.map { reader.title(of: $0) },
        cause: error.cause)
    case let error as FieldFault:
      LineFault(
        file: source.name, line: reader.line, column: nil, field: error.field.map { reader.title(of: $0) }, cause: error
      )
    case let error as any Diagnosable: LineFault(file: source.name, line: reader.line, column: nil, cause: error)
    default: nil
    }
  }

  mutating func open() throws -> RecordReader {
    rows?.begin()
    var reader = try RecordReader(
      source: source.rewound(), name: source.name, format: format, mapping: shape.mapping, example: Lines.example)
    do {
      try lines.bind(&reader)
    } catch let fault as FieldFault {
      throw LineFault(file: source.name, line: 1, column: nil, cause: fault)
    }
    header = reader.rejectsHeader(hasPlaces: rows != nil)
    return reader
  }
}
