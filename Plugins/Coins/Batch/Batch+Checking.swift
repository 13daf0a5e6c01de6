internal import CoinsContract
internal import QixBatch
internal import QixModule

/// Checking a file before anything moves.
extension Batch {
  /// Reads the whole file and asks everything that can be known without moving coins: values, users, accounts, budgets.
  mutating func check() throws {
    users.isReadingAhead = true
    defer { users.isReadingAhead = false }
    let progress = context.terminal.progress("checking", total: source.lineFeeds, unit: "lines")
    defer { progress.finish() }
    let now = context.clock.now()
    try context.database.read { connection in
      var spending = Spending(countsCredits: false)
      // Users who are yet to be made are one to the check, so lines that differ in them alone are found later.
      var keys = KeysOfFile()
      var scratch = ByteBuffer()
      let most = try connection.value(of: CoinsModule.mostPerOperation)
      var grants = TokenGrants(principal)
      var seen = Seen(areUsersKept: isMaybeChanged)
      try forEachOperation(in: connection, isCounting: true) { read, line, record in
        let (operation, place) = (read.operation, read.place)
        seen.add(read)
        try KnownKeys.judge(operation.key, in: connection) {
          try Ledger.checkForm(of: operation, at: now)
          if operation.from == .issuer, let amount = operation.amount, amount > most {
            throw CoinsError.beyondMost(amount, most: most)
          }
        }
        if grants != nil, try !KnownKeys.contains(operation.key, in: connection) {
          try grants?.check(operation, at: now, in: connection)
          grants?.add(operation, operation.amount ?? 0)
        }
        // A key that follows from the line stands for nothing else.
        if place == nil, let key = operation.key {
          Fingerprint.write(operation, into: &scratch)
          guard scratch.withBytes({ keys.add(key, body: $0) }) else { throw CoinsError.keyConflict(key) }
        }
        try spending.add(operation, line: line, at: now, in: connection)
        if record & 4_095 == 0 { progress.advance(to: Int64(record)) }
      }
      try decide(seen, in: connection)
      guard spending.shortfall != nil else { return }
      // Lines that were done before cost nothing now, and what they put in is there: count again without them.
      spending = Spending(countsCredits: true)
      try forEachOperation(in: connection, isCounting: false) { read, line, _ in
        guard try !KnownKeys.contains(read.operation.key, in: connection) else { return }
        try spending.add(read.operation, line: line, at: now, in: connection)
      }
      if let (line, error) = spending.shortfall {
        throw LineFault(file: source.name, line: line, column: nil, cause: error)
      }
    }
  }

  /// A line that can be done, as far as it tells by itself.
  private struct Read {
    let operation: Operation
    let place: BatchRows.Place?
    let keyed: UInt64?

    init(_ line: BatchLine) throws {
      operation = try line.content.get()
      (place, keyed) = (line.place, line.keyed)
    }
  }

  /// What the lines of a file without a key of their own come to, and whom they are for.
  private struct Seen {
    private(set) var census = LineCensus()
    private(set) var users: Set<UserID>?

    init(areUsersKept: Bool) { users = areUsersKept ? [] : nil }

    mutating func addFault() { census.faulty += 1 }

    mutating func add(_ line: Read) {
      if let keyed = line.keyed { census.add(keyed: keyed) }
      guard let place = line.place else { return }
      census.add(place)
      guard users != nil else { return }
      let operation = line.operation
      for case .wallet(let user)? in [operation.from, operation.to] { users?.insert(user) }
    }
  }

  /// Whether something was done under the batch's name, so that it may be the same one, changed.
  private var isMaybeChanged: Bool {
    guard let rows, rows.isBegun else { return false }
    return source.isFile || rows.isNamed
  }

  /// Finds out, where the file isn't checked, which of its lines were done before.
  mutating func countLines() throws {
    users.isReadingAhead = true
    defer { users.isReadingAhead = false }
    try context.database.read { connection in
      var seen = Seen(areUsersKept: isMaybeChanged)
      var faults = FirstFaults()
      var reader = try open()
      isCounting = true
      defer { isCounting = false }
      while let line = try nextLine(&reader, in: connection) {
        if let read = try? Read(line) { seen.add(read) }
        rows?.dropPending()
        guard case .failure(let fault) = line.content else { continue }
        seen.addFault()
        faults.add(fault)
        if fault.endsReading { break }
      }
      do {
        try decide(seen, in: connection)
      } catch {
        // Nothing is done then, so nobody else tells them.
        if isDryRun { faults.sentences(in: context.terminal).forEach(context.terminal.note) }
        throw error
      }
    }
  }

  private mutating func decide(_ seen: Seen, in connection: Connection) throws {
    identical = seen.census.identical
    guard let rows else { return }
    let note = try rows.decide(
      seen.census,
      isForTheSame: { batch in
        guard let users = seen.users else { return false }
        // Under a name that is given it is that batch, so that whoever comes again in another line is one too many.
        guard !rows.isNamed else { return try batch.hasUser(where: users.contains, in: connection) }
        return try batch.hasUser(in: connection) && !batch.hasUser(where: { !users.contains($0) }, in: connection)
      }, in: connection)
    if let note { context.terminal.note(note) }
  }

  private mutating func forEachOperation(
    in connection: Connection, isCounting: Bool, _ body: (Read, Int, Int) throws -> Void
  ) throws {
    self.isCounting = isCounting
    defer { self.isCounting = false }
    var reader = try open()
    var chain = LinkedLines()
    while let line = try nextLine(&reader, in: connection) {
      do {
        try body(try Read(line), reader.line, reader.record)
        rows?.dropPending()
      } catch {
        throw located(error, reader) ?? error
      }
      chain = LinkedLines()
      if line.isLinked { chain.append(line, at: LineName(line: reader.line, row: reader.record, user: nil), nil) }
    }
    if !chain.entries.isEmpty {
      chain.breakOff(in: source.name)
      if let fault = chain.fault { throw fault }
    }
  }
}
