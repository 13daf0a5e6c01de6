internal import CoinsContract
internal import QixBatch
internal import QixCalendar
internal import QixModule

/// Checking a file before anything moves.
extension Batch {
  /// Reads the whole file: which of its lines were done before, what the others bring into being, and, unless faulty lines
  /// are passed over, everything that can be known without moving coins: values, users, accounts, budgets.
  /// - Returns: the coins that the file would bring into being; nil where that is nothing.
  /// - Throws: `batch.between`, `batch.keys-missing`; `LineFault` for the first line that can't be done.
  mutating func check() throws -> NewCoins? {
    users.isReadingAhead = true
    defer { users.isReadingAhead = false }
    let progress = context.face.progress("checking", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    // Told when the read is over: a terminal reads its time zone from the same database.
    var notes: [Sentence] = []
    var faults: FirstFaults?
    defer {
      notes.forEach { context.face.note($0) }
      faults?.sentences(in: context.face).forEach { context.face.note("\($0)") }
    }
    return try context.database.read { connection in
      while true {
        let found = try look(progress, in: connection)
        do {
          guard let rows else { return newCoins(found) }
          identical = found.census.identical
          switch try rows.decide(found.census, isForAll: { try found.covers($0, in: connection) }, in: connection) {
          case .goesOn(let note):
            if found.census.known < found.census.lines { try requirePayer(in: connection) }
            if let note { notes.append(note) }
            return newCoins(found)
          case .again: continue
          }
        } catch {
          // No line is answered after this, so the faults are told here.
          if isDryRun { faults = found.faults }
          throw error
        }
      }
    }
  }

  /// What a look over the file has found.
  private struct Look {
    var census: LineCensus
    var faults = FirstFaults()
    /// The users of the lines; nil where no batch of the name has begun.
    var users: Set<UserID>?
    /// Coins that all lines bring into being, and those that were not done before.
    var made: (all: Int64, new: Int64) = (0, 0)

    mutating func add(_ operation: Operation, isDone: Bool) {
      if users != nil {
        for case .wallet(let user)? in [operation.from, operation.to] { users?.insert(user) }
      }
      guard operation.makesCoins, let amount = operation.amount else { return }
      func sum(_ coins: Int64) -> Int64 { coins.addingReportingOverflow(amount).overflow ? .max : coins + amount }
      made = (sum(made.all), isDone ? made.new : sum(made.new))
    }

    /// Whether each user of a batch has a line.
    func covers(_ batch: BatchRecord, in connection: Connection) throws -> Bool {
      guard let users else { return false }
      return try batch.hasUser(in: connection) && !batch.hasUser(where: { !users.contains($0) }, in: connection)
    }
  }

  private mutating func look(_ progress: any Progress, in connection: Connection) throws -> Look {
    let isStrict = !isKeepGoing && !isDryRun
    let now = context.clock.now()
    let most = try connection.value(of: CoinsModule.mostPerOperation)
    var found = Look(census: LineCensus(tellsCoins: mayTell), users: rows?.isBegun ?? false ? [] : nil)
    // Users who are yet to be made are one to the check, so lines that differ in them alone are found later.
    var (keys, spending, grants) = (KeysOfFile(), Spending(), TokenGrants(principal))
    var scratch = ByteBuffer()
    var reader = try open()
    var chain = LinkedLines()
    while let line = try nextLine(&reader, in: connection) {
      rows?.dropPending()
      if reader.record & 4_095 == 0 { progress.advance(to: Int64(reader.record)) }
      chain = LinkedLines()
      if line.isLinked { chain.append(line, at: LineName(line: reader.line, row: reader.record, user: nil)) }
      let operation: Operation
      switch line.content {
      case .success(let read): operation = read
      case .failure(let fault):
        if isStrict { throw fault }
        found.faults.add(fault)
        found.census.faulty += 1
        if fault.endsReading {
          found.census.close()
          return found
        }
        continue
      }
      let isDone = try line.place?.isKnown ?? KnownKeys.contains(operation.key, in: connection)
      found.census.add(
        line.meaning, isKeyed: line.isKeyed, isDone: isDone, isCrossed: line.isCrossed, coins: operation.amount ?? 0,
        line: reader.line)
      found.add(operation, isDone: isDone)
      guard isStrict else { continue }
      do {
        // A key that follows from the line stands for nothing else.
        if line.isKeyed, let key = operation.key {
          Fingerprint.write(operation, into: &scratch)
          guard scratch.withBytes({ keys.add(key, body: $0) }) else { throw CoinsError.keyConflict(key) }
        }
        // What was done before is answered as it was then, and not judged again.
        guard !isDone else { continue }
        try Ledger.checkForm(of: operation, at: now)
        if operation.from == .issuer, let amount = operation.amount, amount > most {
          throw CoinsError.beyondMost(amount, most: most)
        }
        try grants?.check(operation, at: now, in: connection)
        grants?.add(operation, operation.amount ?? 0)
        try spending.add(operation, line: reader.line, at: now, in: connection)
      } catch {
        throw located(error, reader) ?? error
      }
    }
    found.census.close()
    guard isStrict else { return found }
    chain.breakOff(in: source.name)
    if let fault = chain.fault { throw fault }
    if let (line, error) = spending.shortfall {
      throw LineFault(file: source.name, line: line, column: nil, cause: error)
    }
    return found
  }

  /// Makes sure that lines which a budget was to pay don't bring new coins into being, because `--from` was left out.
  /// - Throws: `batch.other-payer`
  private func requirePayer(in connection: Connection) throws {
    guard lines.payer == .issuer, let record = rows?.record,
      let first = try record.transfers(in: connection).last?.lowerBound,
      let budget: String = try connection.fetchOne(
        """
        SELECT a.name FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.debit
        WHERE t.transfer = \(first) AND a.kind = 2
        """)
    else { return }
    let name = rows?.toldName ?? record.name
    throw Failure(
      "batch.other-payer", .conflict,
      "the budget '\(budget)' has paid for the batch '\(name)', and new coins would pay for the rest",
      hint: "Give --from budget:\(budget). To let new coins pay, start a new batch with --new-batch NAME.")
  }

  private func newCoins(_ found: Look) -> NewCoins? {
    guard isLimited, found.made.all > 0 else { return nil }
    // --continue pays for the new lines alone.
    let isRest = if case .goesOn = rows?.wish { true } else { false }
    return NewCoins(
      file: source.name, digest: source.digest, action: action, scope: lines.scope,
      reading: reading + (rows?.wish.words ?? []), expires: lines.expires, total: found.made.all,
      amount: isRest ? found.made.new : found.made.all, missing: found.made.new, reason: reason)
  }

  /// How the options say that the file is to be read, which decides what its bytes mean; empty where they say nothing.
  private var reading: [String] {
    format.words + shape.words + (shape.zone == .utc ? [] : ["--zone \(shape.zone.identifier)"])
  }
}
