internal import QixModule
internal import VouchersContract

/// Makes the vouchers of a batch, step by step.
struct Generation {
  let context: Context
  let keys: VoucherKeys

  /// Makes the series where there is none yet, and begins the batch or finds it.
  /// - Parameter count: nil where vouchers are made when they are handed over.
  func begin(
    _ wish: SeriesWish, count: Int64?, into file: Bool, key: String?
  ) throws -> (series: Series, batch: Batch?, isNew: Bool) {
    let now = context.clock.now()
    return try context.change("vouchers.generate", subject: wish.name) { connection, change in
      let (series, isNew) = try Self.series(wish, at: now, random: context.random, in: connection)
      guard let count else {
        change.subject = "\(series.id) \(wish.name)"
        return (series, nil, isNew)
      }
      let batch = try Batch.begin(
        file ? .generatedIntoFile : .generated, of: series.id, wanted: count, key: key, at: now,
        random: context.random, in: connection)
      change.subject = "\(series.id) \(wish.name): \(batch.id), \(count)"
      // Checks what can't be done at all before anything is stored.
      if batch.done < batch.wanted {
        try Self.requireOpen(series, at: now)
        try Minting.requireRoom(batch.wanted - batch.done, series, in: connection)
      }
      return (series, batch, isNew)
    }
  }

  /// The series of that name, which must be what was said, or a new one.
  static func series(
    _ wish: SeriesWish, at now: Timestamp, random: any RandomSource, in connection: Connection
  ) throws -> (Series, isNew: Bool) {
    if let found = try Series.named(wish.name, in: connection) {
      try wish.check(found)
      return (found, false)
    }
    return (try Series.create(wish.terms(), at: now, random: random, in: connection), true)
  }

  /// - Throws: `vouchers.series-void`, `.series-over`.
  static func requireOpen(_ series: Series, at now: Timestamp) throws {
    guard series.voided == nil else {
      throw Failure(
        "vouchers.series-void", .refused, "the series '\(series.terms.name)' was made void",
        hint: "Make a series with another name.")
    }
    if let end = series.terms.end, end <= now {
      throw Failure(
        "vouchers.series-over", .refused,
        "the series '\(series.terms.name)' ended at \(end), so its vouchers can't be used any more",
        hint: "Make a series with another name and a later --until.")
    }
  }

  /// Makes what is missing: while one step is written, the codes of the next are made on another thread.
  /// - Returns: how many that were.
  func finish(_ batch: Batch, of series: Series) throws -> Int64 {
    let minting = Minting(keys: keys, random: context.random)
    let progress = context.face.progress("making", total: batch.wanted, unit: "vouchers")
    defer { progress.finish() }
    var (made, done): (Int64, Int64) = (0, batch.done)
    if batch.wanted - done > 10_000 { try context.database.setCache(bytes: Batch.cache) }
    let clock = context.clock
    func codes(after done: Int64) -> @Sendable () -> [Minting.Fresh] {
      let count = max(0, min(Batch.step, batch.wanted - done))
      return { minting.prepare(Int(count), of: series, at: clock.now()) }
    }
    var ready = codes(after: done)()
    while done < batch.wanted {
      try context.face.interruption.check()
      let (next, step) = try concurrently(codes(after: done + Batch.step)) {
        try write(ready, of: batch, with: minting)
      }
      ready = next
      made += step.made
      done = step.done
      progress.advance(to: done)
    }
    return made
  }

  private func write(
    _ codes: [Minting.Fresh], of batch: Batch, with minting: Minting
  ) throws -> (made: Int64, done: Int64) {
    try context.change("vouchers.make", subject: "\(batch.id)") { connection, change in
      // Another process may be doing it too.
      let current = try Batch.find(batch.id, in: connection)
      let count = min(Batch.step, current.wanted - current.done)
      guard count > 0 else { return (made: 0, done: current.done) }
      let series = try Series.with(batch.series, in: connection)
      let now = context.clock.now()
      try Self.requireOpen(series, at: now)
      let ids = try minting.make(
        Int(count), of: series, for: batch.kind == .generated ? .stock : .file(batch.id), at: now, prepared: codes,
        in: connection)
      try current.advance(by: count, ids, in: connection)
      change.subject = "\(batch.id): \(count)"
      return (made: count, done: current.done + count)
    }
  }
}
