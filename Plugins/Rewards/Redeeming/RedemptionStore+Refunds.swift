internal import CoinsContract
internal import QixModule

extension RedemptionStore {
  private static let refundColumns = """
    refund, redemption, number, key, coins, asked_coins, asked_to_restock, asked_to_keep_voucher, pieces, voided, at,
    coins_transfer, stock_transfer, anew_transfer, anew_coins, reason
    """

  func refund(key: String) throws -> Refund? {
    try connection.fetchOne(
      "SELECT \(sql: Self.refundColumns) FROM rewards_refunds WHERE key = \(key)", Self.readRefund)
  }

  func refund(_ id: RefundID) throws -> Refund? {
    try connection.fetchOne(
      "SELECT \(sql: Self.refundColumns) FROM rewards_refunds WHERE refund = \(id)", Self.readRefund)
  }

  /// In their order.
  func refunds(of redemption: RedemptionID) throws -> [Refund] {
    try connection.fetchAll(
      "SELECT \(sql: Self.refundColumns) FROM rewards_refunds WHERE redemption = \(redemption) ORDER BY number",
      Self.readRefund)
  }

  func insert(_ new: Refund) throws {
    try connection.execute(
      """
      INSERT INTO rewards_refunds (\(sql: Self.refundColumns))
      VALUES (\(new.id), \(new.redemption), \(new.number), \(new.key), \(new.coins), \(new.asked.coins),
        \(new.asked.restocks), \(new.asked.keepsVoucher), \(new.pieces), \(new.isVoided), \(new.at),
        \(new.coinsTransfer), \(new.stockTransfer), \(new.anew), \(new.anewCoins), \(new.reason))
      """)
    try connection.tell("redemption.refunded", of: new.id, user: require(new.redemption).user)
  }

  private static func readRefund(_ row: Row) throws -> Refund {
    Refund(
      id: try row["refund"], redemption: try row["redemption"], number: row["number"], key: row["key"],
      coins: row["coins"],
      asked: Refund.Asked(
        coins: row["asked_coins"], restocks: (row["asked_to_restock"] as Int64?).map { $0 != 0 },
        keepsVoucher: row["asked_to_keep_voucher"]), pieces: row["pieces"], isVoided: row["voided"], at: row["at"],
      coinsTransfer: try row["coins_transfer"], stockTransfer: try row["stock_transfer"],
      anew: try row["anew_transfer"], anewCoins: row["anew_coins"], reason: row["reason"])
  }
}
