internal import QixModule
internal import VouchersContract

/// Hands vouchers of a stock out into a file, step by step.
struct Exporting {
  let context: Context

  /// - Parameter count: nil for all free ones.
  func begin(_ name: String, count: Int64?, key: String?) throws -> (series: Series, batch: Batch) {
    let now = context.clock.now()
    return try context.change("vouchers.export") { connection, change in
      let series = try Series.require(name, in: connection)
      if let key, count == nil, let earlier = try Batch.under(key, in: connection),
        earlier.series == series.id, earlier.kind == .exported
      {
        return (series, earlier)
      }
      guard series.terms.source != .onDemand else { throw series.terms.otherSource }
      let batch = try Batch.begin(
        .exported, of: series.id, wanted: max(1, count ?? series.free), key: key, at: now, random: context.random,
        in: connection)
      let missing = batch.wanted - batch.done
      change.subject = "\(series.id) \(name): \(batch.id), \(batch.wanted)"
      if missing > 0 {
        try Generation.requireOpen(series, at: now)
        guard series.free > 0 else { throw VoucherError.noneLeft(name) }
        guard missing <= series.free else {
          throw Failure(
            "vouchers.not-enough", .refused,
            "'\(name)' has \(series.free.counted("voucher")) in stock, fewer than \(missing)",
            hint: "Ask for fewer. For all of them, leave --count out.")
        }
      }
      return (series, batch)
    }
  }

  /// Takes what is missing out of the stock.
  func finish(_ batch: Batch) throws {
    let progress = context.face.progress("handing out", total: batch.wanted, unit: "vouchers")
    defer { progress.finish() }
    var done = batch.done
    if batch.wanted - done > 10_000 { try context.database.setCache(bytes: Batch.cache) }
    while done < batch.wanted {
      try context.face.interruption.check()
      done = try context.change("vouchers.hand-out", subject: "\(batch.id)") { connection, change in
        // Another process may be doing it too.
        let current = try Batch.find(batch.id, in: connection)
        let count = min(Batch.step, current.wanted - current.done)
        guard count > 0 else { return current.done }
        let series = try Series.with(batch.series, in: connection)
        let taken = try take(count, of: series, current, in: connection)
        change.subject = "\(batch.id): \(taken)"
        return current.done + taken
      }
      progress.advance(to: done)
    }
  }

  private func take(_ count: Int64, of series: Series, _ batch: Batch, in connection: Connection) throws -> Int64 {
    let now = context.clock.now()
    func end(_ order: String) throws -> VoucherID? {
      try connection.fetchOne(
        """
        SELECT id FROM (
          SELECT id FROM vouchers_vouchers WHERE series = \(series.id) AND state = 1 ORDER BY id
          LIMIT \(count)) AS taken
        ORDER BY id \(sql: order) LIMIT 1
        """)
    }
    guard let first = try end("ASC"), let last = try end("DESC") else {
      throw VoucherError.noneLeft(series.terms.name)
    }
    let until = try series.terms.end(handedAt: now, in: connection)
    try connection.execute(
      """
      UPDATE vouchers_vouchers
      SET state = 2, handed_at = \(now), batch = \(batch.id), end_at = \(until?.microseconds)
      WHERE id IN (
        SELECT id FROM vouchers_vouchers WHERE series = \(series.id) AND state = 1 ORDER BY id LIMIT \(count))
      """)
    let taken = Int64(connection.changes)
    try connection.execute("UPDATE vouchers_series SET free = free - \(taken) WHERE id = \(series.id)")
    try batch.advance(by: taken, (first, last), in: connection)
    return taken
  }
}
