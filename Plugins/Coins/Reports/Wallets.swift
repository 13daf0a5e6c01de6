internal import CoinsContract
internal import QixModule

/// What users could spend, all of them.
struct Wallets: WalletBook {
  func forEach(
    at time: Timestamp, in connection: Connection, _ body: (UserID, _ spendable: Int64) throws -> Void
  ) throws {
    // Lots of a wallet that was merged into another lie where they were, and are its survivor's.
    try connection.forEach(
      """
      SELECT coalesce(s.owner, w.owner) AS user, sum(l.remaining) AS coins FROM \(sql: DueHolds.lots(at: time)) AS l
      CROSS JOIN coins_accounts AS w
      LEFT JOIN coins_accounts AS s ON s.account = w.merged_into
      WHERE w.account = l.account AND (l.expires_at IS NULL OR l.expires_at > \(time))
        AND w.asset = \(Asset.coins.number)
      GROUP BY 1
      """
    ) { try body(try $0["user"], $0["coins"]) }
  }
}
