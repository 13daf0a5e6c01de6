internal import CoinsContract
internal import QixBatch
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// Checking a file before anything moves.
extension Batch {
  /// Reads the whole file and asks everything that can be known without moving coins: values, users, accounts, budgets.
  mutating func check() throws {
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
      // Users who are yet to be made are one to the check, so lines that differ in them alone are found later.
      var keys = KeysOfFile()
      var scratch = ByteBuffer()
      let most = try connection.value(of: CoinsModule.mostPerOperation)
      try forEachOperation(in: connection) { operation, line, record in
        do {
          try Ledger.checkForm(of: operation, at: now)
          if operation.from == .issuer, let amount = operation.amount, amount > most {
            throw CoinsError.beyondMost(amount, most: most)
          }
        } catch {
          // What was done before is not judged again.
          guard try Ledger.isKnown(operation.key, in: connection) else { throw error }
        }
        if let key = operation.key {
          let isOne = Fingerprint(operation, scratch: &scratch).withBytes { keys.add(key, body: $0) }
          guard isOne else { throw CoinsError.keyConflict(key) }
        }
        try spending.add(operation, line: line, at: now, in: connection)
        if record & 4_095 == 0 { progress.advance(to: Int64(record)) }
      }
      guard spending.shortfall != nil else { return }
      // Lines that were done before cost nothing now, and what they put in is there: count again without them.
      spending = Spending(countsCredits: true)
      try forEachOperation(in: connection) { operation, line, _ in
        guard try !Ledger.isKnown(operation.key, in: connection) else { return }
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
}
