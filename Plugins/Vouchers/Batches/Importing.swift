internal import QixModule
internal import VouchersContract

/// Takes a brand's list into a series, piece by piece.
struct Importing {
  let context: Context
  let keys: VoucherKeys
  let wish: SeriesWish
  /// Whether people have these codes already.
  let areHandedOut: Bool
  let isKeepGoing: Bool

  /// Lines in one transaction.
  private static let step = 100_000
  /// Faults that are named; the rest is counted.
  static let mostFaults = 100

  /// The outcome.
  struct Outcome: Sendable {
    var series: Series?
    var imported: Int64 = 0
    /// Codes of this series that an earlier import has brought.
    var replayed: Int64 = 0
    var refused: Int64 = 0
    var faults: [(line: Int, fault: CodeFault)] = []
    /// Characters of the shortest code.
    var shortest: Int = .max

    mutating func refuse(_ line: Int, _ fault: CodeFault) {
      refused += 1
      if faults.count < Importing.mostFaults { faults.append((line, fault)) }
    }
  }

  private struct Entry {
    let line: Int
    let code: VoucherCode
    let hash: [UInt8]
  }

  /// - Throws: `vouchers.line` for the first line that can't be taken, unless the others are to go on.
  func run(_ path: String, _ shape: CodeList.Shape) throws -> Outcome {
    let symbology = try symbology()
    let list = try CodeList(path, shape, context.face)
    try context.database.setCache(bytes: Batch.cache)
    let progress = context.face.progress("importing", unit: "codes")
    defer { progress.finish() }
    // Ids from here on are of this run, whatever the clock does: a code that is there under one was in an earlier line.
    let last: VoucherID? = try context.database.read { connection in
      try connection.fetchOne("SELECT id FROM vouchers_vouchers ORDER BY id DESC LIMIT 1")
    }
    var generator = IdentifierGenerator(random: context.random, after: last.map { ($0.high, $0.low) } ?? (0, 0))
    let since: VoucherID = generator.next(at: context.clock.now())
    var outcome = Outcome()
    var isAtEnd = false
    while !isAtEnd {
      try context.face.interruption.check()
      var entries: [Entry] = []
      var bad: (line: Int, fault: CodeFault)?
      // A dry run is taken back as a whole, so it is done as one.
      while bad == nil, context.isDryRun || entries.count < Self.step {
        guard let line = try list.next(symbology) else {
          isAtEnd = true
          break
        }
        switch line.code {
        case .success(let code):
          let folded = code.folded
          outcome.shortest = min(outcome.shortest, folded.bytes.count)
          entries.append(Entry(line: line.number, code: code, hash: keys.hash(folded)))
        case .failure(let fault) where isKeepGoing: outcome.refuse(line.number, fault)
        case .failure(let fault): bad = (line.number, fault)
        }
      }
      if !entries.isEmpty { try take(entries, &generator, since: since, &outcome, list.name) }
      if let bad { throw bad.fault.failure(of: bad.line, in: list.name) }
      progress.advance(to: outcome.imported + outcome.replayed)
    }
    guard outcome.series != nil || outcome.refused > 0 else {
      throw Failure(
        "vouchers.list-empty", .usage, "\(list.name): there is no code in it",
        hint: "Check that the export was complete.")
    }
    return outcome
  }

  /// Returns the symbology of the existing series, or of the one that will be made.
  private func symbology() throws -> SeriesTerms.Symbology {
    try context.database.read { connection in
      guard let series = try Series.named(wish.name, in: connection) else { return try wish.terms().symbology }
      try wish.check(series)
      try Generation.requireOpen(series, at: context.clock.now())
      return series.terms.symbology
    }
  }

  private func take(
    _ entries: [Entry], _ generator: inout IdentifierGenerator, since: VoucherID, _ outcome: inout Outcome,
    _ file: String
  ) throws {
    // In the order of the index; of two that are alike the earlier line first.
    let sorted = entries.sorted {
      $0.hash == $1.hash ? $0.line < $1.line : $0.hash.lexicographicallyPrecedes($1.hash)
    }
    let now = context.clock.now()
    var ids = generator
    let before = outcome
    outcome = try context.change("vouchers.import", subject: wish.name) { connection, change in
      var outcome = before
      let (series, _) = try Generation.series(wish, at: now, random: context.random, in: connection)
      let end = areHandedOut ? try series.terms.end(handedAt: now, in: connection) : nil
      var faults: [(line: Int, fault: CodeFault)] = []
      var new: Int64 = 0
      for (index, entry) in sorted.enumerated() {
        if index > 0, sorted[index - 1].hash == entry.hash {
          faults.append((entry.line, .duplicate))
        } else if try insert(entry, ids.next(at: now), series, at: now, until: end, in: connection) {
          new += 1
        } else if let fault = try fault(entry, series, since: since, in: connection) {
          faults.append((entry.line, fault))
        } else {
          outcome.replayed += 1
        }
      }
      faults.sort { $0.line < $1.line }
      if let first = faults.first, !isKeepGoing { throw first.fault.failure(of: first.line, in: file) }
      for fault in faults { outcome.refuse(fault.line, fault.fault) }
      try Minting.requireRoom(new, series, in: connection)
      try connection.execute(
        """
        UPDATE vouchers_series SET made = made + \(new), free = free + \(areHandedOut ? 0 : new) WHERE id = \(series.id)
        """)
      outcome.imported += new
      outcome.series = try Series.with(series.id, in: connection)
      change.subject = "\(series.id) \(wish.name): \(new)"
      return outcome
    }
    generator = ids
  }

  private func insert(
    _ entry: Entry, _ id: VoucherID, _ series: Series, at now: Timestamp, until end: Timestamp?,
    in connection: Connection
  ) throws -> Bool {
    let box = keys.seal(entry.code, id, of: series.id, random: context.random)
    try connection.execute(
      """
      INSERT INTO vouchers_vouchers (id, series, hash, box, state, used, handed_at, end_at)
      VALUES (\(id), \(series.id), \(entry.hash), \(box), \((areHandedOut ? VoucherState.open : .free).rawValue), 0,
        \(areHandedOut ? .time(now) : .null), \(end?.microseconds))
        ON CONFLICT (hash) DO NOTHING
      """)
    return connection.changes == 1
  }

  /// Why a code is there already; nil where an earlier import of this series has brought it.
  private func fault(
    _ entry: Entry, _ series: Series, since: VoucherID, in connection: Connection
  ) throws -> CodeFault? {
    let found = try connection.fetchOne("SELECT id, series FROM vouchers_vouchers WHERE hash = \(entry.hash)") {
      (id: try $0["id"] as VoucherID, series: try $0["series"] as SeriesID)
    }
    guard let found, found.series == series.id else { return .taken }
    return found.id > since ? .duplicate : nil
  }
}
