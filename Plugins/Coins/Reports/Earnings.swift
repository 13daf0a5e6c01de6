internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// What users earned: coins that the issuer or a budget gave them, less what was taken back of these. Balances brought
/// over from another system (imports) and coins of other users aren't earned, and what was spent is earned all the same.
struct Earnings {
  let connection: Connection

  /// - Parameters:
  ///   - from: of the moments at which it happened, with this one.
  ///   - until: without this one.
  /// - Parameter left: transfers that are left out, as if they had not been booked.
  func earned(
    by user: UserID, from: Timestamp, until: Timestamp, without left: Set<TransferID> = []
  ) throws -> Int64 {
    // A reversal stands in the wallet that has the coins by then, so wallets that became one are looked at as one.
    let wallets = try connection.fetchAll(
      """
      SELECT w.account, w.last_entry FROM coins_accounts AS o
      JOIN coins_accounts AS w ON w.account = coalesce(o.merged_into, o.account)
        OR w.merged_into = coalesce(o.merged_into, o.account)
      WHERE o.owner = \(user) AND o.asset = \(Asset.coins.number) AND o.kind = \(AccountKind.wallet.rawValue)
      """
    ) { $0["last_entry"] as Int64? }
    var credits: [Int64: Int64] = [:]
    var reversals: [(original: Int64, amount: Int64)] = []
    for last in wallets {
      try walk(from: last, credits: &credits, reversals: &reversals, since: from, until: until, without: left)
    }
    // What was taken back counts for the moment at which it had been given.
    for reversal in reversals { credits[reversal.original]? -= reversal.amount }
    return credits.values.reduce(0, +)
  }

  /// Goes back through a wallet's entries until they were booked before anything that can count: what is booked may have
  /// happened earlier, but no more than a day later.
  private func walk(
    from last: Int64?, credits: inout [Int64: Int64], reversals: inout [(original: Int64, amount: Int64)],
    since: Timestamp, until: Timestamp, without left: Set<TransferID>
  ) throws {
    let statement = try connection.statement(
      """
      SELECT e.amount, e.previous, t.transfer, t.id, t.kind, t.at, t.related, p.kind AS payer FROM coins_entries AS e
      JOIN coins_transfers AS t ON t.transfer = e.entry / 2 JOIN coins_accounts AS p ON p.account = t.debit
      WHERE e.entry = ?1
      """)
    let earliest = since.advanced(byMicroseconds: -Timestamp.day)
    var next = last
    while let entry = next, entry != 0 {
      statement.bind(entry, at: 1)
      let step = try statement.first { row in
        (
          amount: row["amount"] as Int64, previous: row["previous"] as Int64?, transfer: row["transfer"] as Int64,
          id: try row["id"] as TransferID, kind: try Ledger.kind(row["kind"]), at: row["at"] as Timestamp,
          related: row["related"] as Int64?, payer: row["payer"] as Int64
        )
      }
      guard let step else { throw StorageError.corrupt("entry \(entry) is referred to but not there") }
      guard step.id.created >= earliest else { return }
      if left.contains(step.id) {
        // As if it had not been booked.
      } else if step.kind == .reverse, step.amount < 0, let original = step.related {
        reversals.append((original, -step.amount))
      } else if step.amount > 0, step.kind == .issue || step.kind == .capture,
        step.payer != AccountKind.wallet.rawValue, step.at >= since, step.at < until
      {
        credits[step.transfer, default: 0] += step.amount
      }
      next = step.previous
    }
  }

  /// The same for everybody who earned anything, by the wallet that has it now, in no order.
  func all(from: Timestamp, until: Timestamp) throws -> [(user: UserID, coins: Int64)] {
    try connection.fetchAll(
      """
      SELECT owner, sum(coins) AS coins FROM (
        SELECT coalesce(s.owner, w.owner) AS owner, t.amount - coalesce((SELECT sum(r.amount) FROM coins_transfers AS r
          WHERE r.related = t.transfer AND r.kind = \(TransferKind.reverse.rawValue)), 0) AS coins
        FROM coins_transfers AS t JOIN coins_accounts AS w ON w.account = t.credit
        JOIN coins_accounts AS p ON p.account = t.debit
        LEFT JOIN coins_accounts AS s ON s.account = w.merged_into
        WHERE t.kind IN (\(TransferKind.issue.rawValue), \(TransferKind.capture.rawValue)) AND t.at >= \(from)
          AND t.at < \(until) AND w.kind = \(AccountKind.wallet.rawValue) AND w.asset = \(Asset.coins.number)
          AND p.kind <> \(AccountKind.wallet.rawValue)
      ) AS earned GROUP BY owner
      """
    ) { (user: try $0["owner"], coins: $0["coins"] as Int64) }
  }
}
