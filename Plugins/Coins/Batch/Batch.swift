internal import CoinsContract
internal import IdentityContract
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// Does the lines of a file, in commits of many lines each.
///
/// Unless it was told to keep going, the whole file is read and checked before the first coin moves.
struct Batch<Lines: BatchLines> {
  let action: String
  let source: BatchSource
  let format: RecordFormat
  var lines: Lines
  var users: UserResolver
  let isKeepGoing: Bool
  let isDryRun: Bool
  let reason: String?
  let context: Context
  /// Whether the file was read to its end.
  private(set) var isWhole = false
  /// New coins that were brought into being so far.
  private var made: Int64 = 0
  /// The header line as it stands in the file, to put above rejected lines.
  private var header: [UInt8]?

  /// Lines in one commit: beyond, larger commits gain little and others wait longer.
  static var commitSize: Int { 65_536 }
  /// Bytes spent on caching pages: with what is remembered of accounts and users a batch stays below 100 MB.
  static var cache: Int { 32 << 20 }

  /// Why a commit was ended.
  private enum Stop: Sendable {
    case end, full, interrupted
    case fault(LineFault)
    /// Nothing was done: somebody has to approve the file's coins first.
    case waits(Approval, limit: Int64)
  }

  init(
    _ action: String, _ source: BatchSource, format: RecordFormat, lines: Lines, users: UserResolver,
    isKeepGoing: Bool, isDryRun: Bool, reason: String?, context: Context
  ) {
    self.action = action
    self.source = source
    self.format = format
    self.lines = lines
    self.users = users
    self.isKeepGoing = isKeepGoing
    self.isDryRun = isDryRun
    self.reason = reason
    self.context = context
  }

  /// Does it all.
  /// - Throws: `LineFault` for the line at which it stopped; what came before is done.
  mutating func run(_ answers: Answers) throws {
    if !isKeepGoing { try check() }
    let policy = try Ledger.policy(in: context)
    let actor = context.database.actor
    var wanted = try newCoins()
    let most = wanted?.missing ?? .max
    try context.database.setCache(bytes: Self.cache)
    var reader = try open()
    var ledger: Ledger?
    var stop = Stop.full
    let progress = context.terminal.progress(action, total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    context.terminal.catchInterruption()
    while case .full = stop {
      let first = reader.line + 1
      do {
        stop = try context.database.write(Change("coins.\(action)", reason: reason), isDryRun: isDryRun) {
          connection, change in
          if let coins = wanted {
            let gate = ApprovalGate(
              actor: actor, now: context.clock.now(), random: context.random, connection: connection)
            if let limit = try gate.limit(), try !gate.admit(coins, limit: limit) {
              // A dry run asks nobody.
              if isDryRun { throw ApprovalError.wouldBeNeeded(amount: coins.amount, limit: limit) }
              let approval = try gate.request(coins)
              change.action = "coins.request-approval"
              change.subject = "\(approval.id): \(approval.operation)"
              return .waits(approval, limit: limit)
            }
          }
          let current = try ledger ?? Ledger(connection, random: context.random, policy: policy)
          ledger = current
          try current.begin(at: context.clock.now())
          let before = answers.counts
          let stop = try fill(&reader, current, answers, progress)
          // Somebody could write to the file while it is read, and more than was approved.
          guard made <= most else {
            throw StorageError.file(path: source.name, problem: "it was changed while it was being read")
          }
          try current.seal()
          change.subject =
            "\(source.name) (sha256 \(source.digest.prefix(16))) lines \(first)-\(reader.line): "
            + "\(answers.counts.done - before.done) transfers, \(answers.counts.coins - before.coins) coins"
          return stop
        }
      } catch {
        answers.takeBack()
        throw error
      }
      wanted = nil
      try answers.write(users: users.created)
    }
    switch stop {
    case .waits(let approval, let limit): try approval.ask(in: context, limit: limit)
    case .end, .full: isWhole = true
    case .interrupted: throw Interrupted()
    case .fault(let fault): throw fault
    }
  }

  /// Fills one commit.
  private mutating func fill(
    _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers, _ progress: Progress
  ) throws -> Stop {
    let limit = isDryRun ? Int.max : reader.record + Self.commitSize
    while let line = try nextLine(&reader, in: ledger.connection) {
      let fault =
        line.isLinked
        ? try doChain(from: line, &reader, ledger, answers) : try doAlone(line, reader, ledger, answers)
      if let fault, !isKeepGoing || fault.endsReading { return .fault(fault) }
      if reader.record & 1_023 == 0 {
        progress.advance(to: answers.counts.lines)
        if context.terminal.interruption.isRequested { return .interrupted }
      }
      if reader.record >= limit { return .full }
    }
    return .end
  }

  /// Does a line that is linked with no other.
  /// - Returns: why it was not done; nil when it was.
  private mutating func doAlone(
    _ line: BatchLine, _ reader: borrowing RecordReader, _ ledger: Ledger, _ answers: Answers
  ) throws -> LineFault? {
    let fault: LineFault
    switch line.content {
    case .failure(let found): fault = found
    case .success(let operation):
      do {
        let outcome = try ledger.apply(operation)
        count(outcome, of: operation)
        answers.accept(outcome, line: reader.line, key: operation.key)
        return nil
      } catch {
        guard let found = located(error, reader) else { throw error }
        fault = found
      }
    }
    answers.refuse(fault, raw: reader.raw(), header: header)
    return fault
  }

  /// Does the chain that begins with a line, whole or not at all, and answers each of its lines.
  /// - Returns: why it was not done; nil when it was.
  private mutating func doChain(
    from first: BatchLine, _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers
  ) throws -> LineFault? {
    var chain = LinkedLines()
    var line = first
    chain.append(line, at: reader.line, raw: answers.keepsRejects ? Array(reader.raw()) : [])
    while line.isLinked {
      guard let next = try nextLine(&reader, in: ledger.connection) else {
        chain.breakOff(in: source.name)
        break
      }
      line = next
      chain.append(line, at: reader.line, raw: answers.keepsRejects ? Array(reader.raw()) : [])
    }
    if chain.fault == nil {
      var position = 0
      do {
        let outcomes = try ledger.applyLinked(chain.operations) { position = $0 }
        for (outcome, entry) in zip(outcomes, chain.entries) {
          if let operation = entry.operation { count(outcome, of: operation) }
          answers.accept(outcome, line: entry.line, key: entry.operation?.key)
        }
        return nil
      } catch {
        guard let fault = located(error, reader) else { throw error }
        chain.fault = LineFault(
          file: source.name, line: chain.entries[position].line, column: nil, cause: fault.cause)
      }
    }
    guard let fault = chain.fault else { preconditionFailure("a chain that was not done has a fault") }
    for entry in chain.entries {
      answers.refuse(entry.line == fault.line ? fault : fault.linked(to: entry.line), raw: entry.raw, header: header)
    }
    // Where a chain has two faults, the one that ends reading ends the batch.
    if case .failure(let last) = line.content, last.endsReading { return last }
    return fault
  }

  private mutating func count(_ outcome: Outcome, of operation: Operation) {
    if operation.makesCoins, !outcome.isReplay { made = made.addingReportingOverflow(outcome.amount).partialValue }
  }

  /// Reads the next line; nil at the end. What is wrong with the line itself is a part of what is returned.
  private mutating func nextLine(_ reader: inout RecordReader, in connection: Connection) throws -> BatchLine? {
    do {
      guard try reader.next() else { return nil }
    } catch {
      // Nobody knows with what it was linked, so that a line it may have been linked with is not done alone.
      return BatchLine(
        content: .failure(LineFault(error, line: reader.line)),
        isLinked: !error.endsReading && lines.mayBeLinked(reader))
    }
    var isLinked = true
    do {
      isLinked = try lines.isLinked(reader)
      return BatchLine(
        content: .success(try lines.operation(reader, &users, in: connection)), isLinked: isLinked)
    } catch {
      guard let fault = located(error, reader) else { throw error }
      return BatchLine(content: .failure(fault), isLinked: isLinked)
    }
  }

  /// What is wrong, and where; nil when it isn't the line's fault.
  private func located(_ error: any Error, _ reader: borrowing RecordReader) -> LineFault? {
    switch error {
    case is StorageError, is ServiceError: nil
    case let error as LineFault: error
    case let error as RecordError: LineFault(error, line: reader.line)
    case let error as Located:
      LineFault(
        file: source.name, line: reader.line, column: error.field.map { reader.columnOffset($0) }, cause: error.cause)
    case let error as FieldFault:
      LineFault(file: source.name, line: reader.line, column: error.field.map { reader.columnOffset($0) }, cause: error)
    case let error as any Diagnosable: LineFault(file: source.name, line: reader.line, column: nil, cause: error)
    default: nil
    }
  }

  private mutating func open() throws -> RecordReader {
    var reader = try RecordReader(source: source.rewound(), name: source.name, format: format)
    do {
      try lines.bind(&reader)
    } catch let fault as FieldFault {
      throw LineFault(file: source.name, line: 1, column: nil, cause: fault)
    }
    header = reader.format == .csv ? Array(reader.raw()) : nil
    return reader
  }

  // MARK: Checking before anything moves

  /// Reads the whole file and asks everything that can be known without moving coins: values, users, accounts, budgets.
  private mutating func check() throws {
    let wanted = users.missing
    if wanted == .create { users.missing = .assume }
    defer {
      users.missing = wanted
      users.forgetAssumed()
    }
    let progress = context.terminal.progress("checking", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    let now = context.clock.now()
    try context.database.read { connection in
      var spending = Spending(countsCredits: false)
      try forEachOperation(in: connection) { operation, line, record in
        do {
          try Ledger.checkForm(of: operation, at: now)
        } catch {
          // What was done before is not judged again.
          guard try Self.isKnown(operation.key, in: connection) else { throw error }
        }
        try spending.add(operation, line: line, at: now, in: connection)
        if record & 4_095 == 0 { progress.advance(to: Int64(record)) }
      }
      guard spending.shortfall != nil else { return }
      // Lines that were done before cost nothing now, and what they put in is there: count again without them.
      spending = Spending(countsCredits: true)
      try forEachOperation(in: connection) { operation, line, _ in
        guard try !Self.isKnown(operation.key, in: connection) else { return }
        try spending.add(operation, line: line, at: now, in: connection)
      }
      if let (line, error) = spending.shortfall {
        throw LineFault(file: source.name, line: line, column: nil, cause: error)
      }
    }
  }

  private mutating func forEachOperation(
    in connection: Connection, _ body: (Operation, Int, Int) throws -> Void
  ) throws {
    var reader = try open()
    var chain = LinkedLines()
    while let line = try nextLine(&reader, in: connection) {
      do {
        try body(try line.content.get(), reader.line, reader.record)
      } catch {
        throw located(error, reader) ?? error
      }
      chain = LinkedLines()
      if line.isLinked { chain.append(line, at: reader.line, raw: []) }
    }
    if !chain.entries.isEmpty {
      chain.breakOff(in: source.name)
      if let fault = chain.fault { throw fault }
    }
  }

  /// What the file would bring into being; nil when nobody has to approve that.
  private mutating func newCoins() throws -> NewCoins? {
    guard try context.database.read({ try $0.value(of: CoinsModule.approvalAbove) }) > 0 else { return nil }
    let missing = users.missing
    if missing == .create { users.missing = .assume }
    defer {
      users.missing = missing
      users.forgetAssumed()
    }
    let (all, left) = try context.database.read { connection in
      var (all, left): (Int64, Int64) = (0, 0)
      var reader = try open()
      // Lines with a fault bring nothing into being.
      while let line = try nextLine(&reader, in: connection) {
        switch line.content {
        case .failure(let fault): if fault.endsReading { return (all, left) }
        case .success(let operation):
          guard operation.makesCoins, let amount = operation.amount else { continue }
          all = all.addingReportingOverflow(amount).overflow ? .max : all + amount
          guard try !Self.isKnown(operation.key, in: connection) else { continue }
          left = left.addingReportingOverflow(amount).overflow ? .max : left + amount
        }
      }
      return (all, left)
    }
    guard all > 0 else { return nil }
    return NewCoins(
      file: source.name, digest: source.digest, action: action, scope: lines.scope, amount: all, missing: left,
      reason: reason)
  }

  private static func isKnown(_ key: String?, in connection: Connection) throws -> Bool {
    guard let key else { return false }
    let statement = try connection.statement("SELECT 1 FROM coins_transfers WHERE key = ?1")
    statement.bind(key, at: 1)
    return try statement.first { _ in true } ?? false
  }
}
