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
          let current = try ledger ?? Ledger(connection, random: context.random)
          ledger = current
          try current.begin(at: context.clock.now())
          let (before, coins) = (answers.done, answers.coins)
          let stop = try fill(&reader, current, answers, progress)
          try current.seal()
          change.subject =
            "\(source.name) (sha256 \(source.digest.prefix(16))) lines \(first)-\(reader.line): "
            + "\(answers.done - before) transfers, \(answers.coins - coins) coins"
          return stop
        }
      } catch {
        ledger?.forget()
        throw error
      }
      try answers.write()
    }
    if isDryRun { users.forget() }
    switch stop {
    case .end, .full: return
    case .interrupted: throw Interrupted()
    case .fault(let fault): throw fault
    }
  }

  /// Fills one commit.
  private mutating func fill(
    _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers, _ progress: Progress
  ) throws -> Stop {
    let limit = isDryRun ? Int.max : reader.record + Self.commitSize
    var chain = LinkedLines()
    while true {
      do {
        guard try reader.next() else { break }
        let isLinked = try lines.isLinked(reader)
        if isLinked || !chain.isEmpty {
          chain.append(line: reader.line, raw: answers.keepsRejects ? Array(reader.raw()) : [])
          chain.add(try lines.operation(reader, &users, in: ledger.connection))
          if isLinked { continue }
          let outcomes = try ledger.applyLinked(chain.operations)
          for (outcome, entry) in zip(outcomes, chain.entries) {
            answers.accept(outcome, line: entry.line, key: entry.operation?.key)
          }
          chain = LinkedLines()
        } else {
          let operation = try lines.operation(reader, &users, in: ledger.connection)
          answers.accept(try ledger.apply(operation), line: reader.line, key: operation.key)
        }
      } catch {
        guard var fault = located(error, reader) else { throw error }
        if chain.isEmpty {
          answers.refuse(fault, raw: reader.raw(), header: header)
        } else {
          // When every line could be read, it was the ledger that refused one of them.
          if chain.isComplete { fault = fault.moved(to: chain.entries[ledger.appliedInGroup].line) }
          readRest(of: &chain, from: &reader, answers)
          refuse(&chain, because: fault, answers)
        }
        guard isKeepGoing, !fault.endsReading else { return .fault(fault) }
      }
      if reader.record & 1_023 == 0 {
        progress.advance(to: answers.lines)
        if context.terminal.interruption.isRequested, chain.isEmpty { return .interrupted }
      }
      if reader.record >= limit, chain.isEmpty { return .full }
    }
    guard let last = chain.entries.last else { return .end }
    let fault = LineFault(
      file: source.name, line: last.line, column: nil,
      cause: FieldFault(
        nil, "the line is linked with the next one, but it is the last",
        hint: "Leave 'linked' empty on the last line of those that belong together."))
    refuse(&chain, because: fault, answers)
    return isKeepGoing ? .end : .fault(fault)
  }

  /// The rest of a chain falls with the line at fault.
  private mutating func readRest(of chain: inout LinkedLines, from reader: inout RecordReader, _ answers: Answers) {
    do {
      while try lines.isLinked(reader), try reader.next() {
        chain.append(line: reader.line, raw: answers.keepsRejects ? Array(reader.raw()) : [])
      }
    } catch {
      // What can't be read ends the chain; reading on finds the fault again where it ends reading.
    }
  }

  private func refuse(_ chain: inout LinkedLines, because fault: LineFault, _ answers: Answers) {
    for entry in chain.entries {
      answers.refuse(entry.line == fault.line ? fault : fault.linked(to: entry.line), raw: entry.raw, header: header)
    }
    chain = LinkedLines()
  }

  /// What is wrong, and where; nil when it isn't the line's fault.
  private func located(_ error: any Error, _ reader: borrowing RecordReader) -> LineFault? {
    switch error {
    case is StorageError, is ServiceError: nil
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

  /// Reads the whole file and asks everything that can be known without moving coins: values, users, budgets.
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
      var spending = Spending()
      try forEachOperation(in: connection) { operation, line, record in
        try spending.add(operation, line: line, at: now, in: connection)
        if record & 4_095 == 0 { progress.advance(to: Int64(record)) }
      }
      guard spending.shortfall != nil else { return }
      // Lines that were done before cost nothing now: count again without them.
      spending = Spending()
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
    do {
      while try reader.next() {
        _ = try lines.isLinked(reader)
        try body(try lines.operation(reader, &users, in: connection), reader.line, reader.record)
      }
    } catch {
      throw located(error, reader) ?? error
    }
  }

  private static func isKnown(_ key: String?, in connection: Connection) throws -> Bool {
    guard let key else { return false }
    let statement = try connection.statement("SELECT 1 FROM coins_transfers WHERE key = ?1")
    statement.bind(key, at: 1)
    return try statement.first { _ in true } ?? false
  }
}
