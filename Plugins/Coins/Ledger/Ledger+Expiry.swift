internal import CoinsContract
internal import QixModule

extension Ledger {
  /// What `sweep` did in one transaction.
  struct Swept: Equatable {
    var holds = 0
    var lots = 0
    var coins: Int64 = 0
  }

  /// Times out holds and expires lots whose time was up, at most `limit` of them; none left when nothing was done.
  ///
  /// Each lot expires by a transfer of its own, dated to the moment at which it expired, or at which its coins came
  /// there after that.
  func sweep(asOf time: Timestamp, limit: Int) throws -> Swept {
    var swept = Swept()
    let holds = try connection.rows(
      """
      SELECT t.id FROM coins_holds AS h JOIN coins_transfers AS t ON t.transfer = h.hold
      WHERE h.resolved_by IS NULL AND h.times_out_at <= ?1 ORDER BY h.hold LIMIT ?2
      """, .time(time), .integer(Int64(limit))
    ) { try $0.identifier(0, TransferTag.self) }
    for hold in holds { _ = try apply(.timeOut(hold)) }
    swept.holds = holds.count
    // What holds gave back may have expired meanwhile, so lots come second.
    let lots = try connection.rows(
      """
      SELECT lot, account, remaining, expires_at FROM coins_lots
      WHERE remaining > 0 AND expires_at IS NOT NULL AND expires_at <= ?1 ORDER BY expires_at, lot LIMIT ?2
      """, .time(time), .integer(Int64(limit - holds.count))
    ) { (lot: $0.integer(0), account: $0.integer(1), remaining: $0.integer(2), expires: $0.time(3)) }
    for lot in lots {
      _ = try expire(lot.remaining, of: lot.lot, in: lot.account, at: lot.expires)
      swept.coins += lot.remaining
    }
    swept.lots = lots.count
    return swept
  }

  /// Books that coins of a lot have expired.
  /// - Returns: whose they were: the survivor where the lot's wallet was merged.
  func expire(_ amount: Int64, of lot: Int64, in account: Int64, at time: Timestamp) throws -> UserID {
    let wallet = try book.survivor(of: book.find(number: account, in: connection), in: connection)
    let user = book[wallet].owner.user
    var operation = Operation.expire(amount, from: .wallet(user))
    let came = try connection.statement(
      """
      SELECT max(at) FROM coins_transfers WHERE transfer IN (
        SELECT transfer FROM coins_lots WHERE lot = ?1
        UNION ALL
        SELECT d.transfer FROM coins_draws AS d JOIN coins_transfers AS r ON r.transfer = d.transfer
        WHERE d.lot = ?1 AND d.amount < 0 AND r.kind = ?2)
      """)
    came.bind(lot, at: 1)
    came.bind(TransferKind.reverse.rawValue, at: 2)
    // A capture hands over coins that expired while they were held, a reversal gives back what was spent: before that
    // there was nothing to expire. What was held and comes free was there all the time.
    operation.at = max(time, try came.first { $0.optionalTime(0) ?? time } ?? time)
    var posting = Posting(
      kind: .expire, debit: wallet, credit: try book.find(.expired, operation.asset, in: connection), amount: amount)
    posting.draws = [Draw(lot: lot, amount: amount, expires: time)]
    _ = try record(posting, operation, Fingerprint(operation, scratch: &scratch))
    return user
  }
}
