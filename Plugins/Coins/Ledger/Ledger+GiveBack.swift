internal import CoinsContract
internal import IdentityContract
internal import QixModule

extension Ledger {
  /// Reverses and voids, all or nothing. What comes back to a lot whose time is up meanwhile is booked as expired, and
  /// the same number is brought over anew, in the same group.
  ///
  /// It is an import and no issue: nobody has earned those coins a second time, so no day's limit counts them, and a
  /// user who is suspended gets back what was paid. But coins come into being, and whoever acts needs the approval that
  /// an import needs.
  func giveBack(_ operations: [Operation], _ rule: GraceForExpired?, by gate: ApprovalGate) throws
    -> Admitted<GivenBack>
  {
    try onTrial(by: gate) {
      try link(true) {
        let outcomes = try operations.map { try apply($0) }
        let renewed = try rule.flatMap { try renew(outcomes, $0, reason: operations.first?.reason) }
        return (GivenBack(outcomes: outcomes, anew: renewed?.life), renewed?.wanted)
      }
    }
  }

  private func renew(
    _ outcomes: [Outcome], _ rule: GraceForExpired, reason: String?
  ) throws -> (life: NewLife, wanted: NewCoins)? {
    var user: UserID?
    var sum: Int64 = 0
    for outcome in outcomes where !outcome.isReplay {
      for lot in try overdue(by: outcome.transfer) {
        user = try expire(lot.amount, of: lot.lot, in: lot.account, at: lot.expires)
        sum += lot.amount
      }
    }
    guard let user else { return nil }
    var operation = Operation.import(sum, to: .wallet(user), expires: .after(rule.grace))
    operation.key = rule.key
    operation.reason = reason
    let wanted = NewCoins(operation, reason: reason, scratch: &scratch)
    let outcome = try apply(operation)
    let end = try calendar.end(of: rule.grace, from: now, in: connection)
    return (NewLife(transfer: outcome.transfer, amount: sum, expires: end), wanted)
  }

  /// What a transfer has given back to lots whose time was up.
  private func overdue(
    by transfer: TransferID
  ) throws -> [(lot: Int64, account: Int64, amount: Int64, expires: Timestamp)] {
    try connection.rows(
      """
      SELECT d.lot, l.account, -d.amount, l.expires_at FROM coins_draws AS d JOIN coins_lots AS l ON l.lot = d.lot
      WHERE d.transfer = ?1 AND d.amount < 0 AND l.expires_at <= ?2 ORDER BY l.expires_at, d.lot
      """, .integer(try self.transfer(transfer).number), .time(now)
    ) { (lot: $0.integer(0), account: $0.integer(1), amount: $0.integer(2), expires: $0.time(3)) }
  }
}
