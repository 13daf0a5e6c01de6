internal import CoinsContract
internal import QixModule

/// What users could spend, all of them.
struct Wallets: WalletBook {
  func forEach(
    at time: Timestamp, in connection: Connection, _ body: (UserID, _ spendable: Int64) throws -> Void
  ) throws {
    // Lots of a wallet that was merged into another lie where they were, and are its survivor's.
    let select = try connection.statement(
      """
      SELECT coalesce(s.owner, w.owner), sum(l.remaining) FROM \(DueHolds.lots) AS l
      CROSS JOIN coins_accounts AS w
      LEFT JOIN coins_accounts AS s ON s.account = w.merged_into
      WHERE w.account = l.account AND (l.expires_at IS NULL OR l.expires_at > ?1) AND w.asset = ?2
      GROUP BY 1
      """)
    select.bind(time.microseconds, at: 1)
    select.bind(Asset.coins.number, at: 2)
    try select.forEach { row in
      try body(try row.identifier(0), row.integer(1))
      return true
    }
  }
}
