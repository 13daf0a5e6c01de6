internal import CoinsContract
internal import QixModule

/// Holds whose time is up, while their time-out isn't booked yet.
///
/// The ledger books it when something is about to be taken from the account, or with the expiries; until then the tables
/// have such a hold as open. Nobody who looks may see the difference: what is shown is what the next operation finds. So
/// whoever reads one account asks `Wallet`, and whoever reads many reads balances and lots through these pieces of SQL.
enum DueHolds {
  /// What holds reserve on the account `a`.
  static func held(at time: Timestamp) -> SQL {
    """
    CASE WHEN a.held = 0 THEN 0 ELSE a.held - coalesce((
      SELECT sum(h.amount) FROM coins_holds AS h
      WHERE h.debit = a.account AND h.resolved_by IS NULL AND h.times_out_at <= \(time)), 0) END
    """
  }

  /// What is left of lots: `lot`, `account`, `remaining`, `expires_at`. A lot that has something left and gets something
  /// back is there more than once.
  ///
  /// CROSS JOIN has SQLite begin with the open holds, of which there are few; left to itself it reads every draw there
  /// ever was. Whoever joins this does so by CROSS JOIN too, or all of it is kept aside first.
  static func lots(at time: Timestamp) -> SQL {
    """
    (SELECT lot, account, remaining, expires_at FROM coins_lots WHERE remaining > 0
    UNION ALL
    SELECT l.lot, l.account, d.amount, l.expires_at
    FROM coins_holds AS h CROSS JOIN coins_draws AS d CROSS JOIN coins_lots AS l
    WHERE h.resolved_by IS NULL AND h.times_out_at <= \(time) AND d.transfer = h.hold AND l.lot = d.lot)
    """
  }

  /// What holds on an account reserve no longer.
  static func amount(on account: Int64, at time: Timestamp, in connection: Connection) throws -> Int64 {
    try connection.fetchOne(
      """
      SELECT sum(amount) FROM coins_holds WHERE debit = \(account) AND resolved_by IS NULL AND times_out_at <= \(time)
      """) ?? 0
  }

  /// What holds on a wallet give back, and to which lots.
  static func givenBack(
    by account: Int64, at time: Timestamp, in connection: Connection
  ) throws -> [(lot: Int64, amount: Int64, expires: Timestamp?)] {
    try connection.fetchAll(
      """
      SELECT l.lot, d.amount, l.expires_at FROM coins_holds AS h JOIN coins_draws AS d ON d.transfer = h.hold
      JOIN coins_lots AS l ON l.lot = d.lot
      WHERE h.debit = \(account) AND h.resolved_by IS NULL AND h.times_out_at <= \(time)
      """
    ) { (lot: $0["lot"] as Int64, amount: $0["amount"] as Int64, expires: $0["expires_at"] as Timestamp?) }
  }

  /// What is given back to a lot.
  static func givenBack(to lot: Int64, at time: Timestamp, in connection: Connection) throws -> Int64 {
    try connection.fetchOne(
      """
      SELECT sum(d.amount) FROM coins_draws AS d JOIN coins_holds AS h ON h.hold = d.transfer
      WHERE d.lot = \(lot) AND h.resolved_by IS NULL AND h.times_out_at <= \(time)
      """) ?? 0
  }
}
