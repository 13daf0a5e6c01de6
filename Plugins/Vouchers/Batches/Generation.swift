internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// Makes the vouchers of a batch, step by step.
struct Generation {
  let context: Context
  let keys: VoucherKeys
  let reason: String?

  /// Makes the series where there is none yet, and begins the batch or finds it.
  /// - Parameter count: nil where vouchers are made when they are handed over.
  func begin(
    _ wish: SeriesWish, count: Int64?, into file: Bool, key: String?, isDryRun: Bool
  ) throws -> (series: Series, batch: Batch?, isNew: Bool) {
    let now = context.clock.now()
    return try context.database.write(
      Change("vouchers.generate", subject: wish.name, reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let (series, isNew) = try Self.series(wish, at: now, random: context.random, in: connection)
      guard let count else {
        change.subject = "\(series.id) \(wish.name)"
        return (series, nil, isNew)
      }
      let batch = try Batch.begin(
        file ? .generatedIntoFile : .generated, of: series.id, wanted: count, key: key, at: now,
        random: context.random, in: connection)
      change.subject = "\(series.id) \(wish.name): \(batch.id), \(count)"
      // What can't be done at all is found before anything is kept.
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

  /// - Throws: `SeriesError.void`, `SeriesError.over`.
  static func requireOpen(_ series: Series, at now: Timestamp) throws(SeriesError) {
    guard series.voided == nil else { throw .void(series.terms.name) }
    if let end = series.terms.end, end <= now { throw .over(series.terms.name, ended: end) }
  }

  /// Makes what is missing.
  /// - Returns: how many that were.
  func finish(_ batch: Batch) throws -> Int64 {
    let minting = Minting(keys: keys, random: context.random)
    let progress = context.terminal.progress("making", total: batch.wanted, unit: "vouchers")
    defer { progress.finish() }
    var (made, done): (Int64, Int64) = (0, batch.done)
    while done < batch.wanted {
      try context.terminal.interruption.check()
      let step = try context.database.write(
        Change("vouchers.make", subject: "\(batch.id)", reason: reason)
      ) { connection, change in
        // Somebody else may be at it too.
        let current = try Batch.find(batch.id, in: connection)
        let count = min(Batch.step, current.wanted - current.done)
        guard count > 0 else { return (made: Int64(0), done: current.done) }
        let series = try Series.with(batch.series, in: connection)
        let now = context.clock.now()
        try Self.requireOpen(series, at: now)
        let ids = try minting.make(
          Int(count), of: series, for: batch.kind == .generated ? .stock : .file(batch.id), at: now, in: connection)
        try current.advance(by: count, ids, in: connection)
        change.subject = "\(batch.id): \(count)"
        return (made: count, done: current.done + count)
      }
      made += step.made
      done = step.done
      progress.advance(to: done)
    }
    return made
  }
}
