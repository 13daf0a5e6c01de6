internal import CoinsContract
internal import QixModule

extension RedemptionStore {
  private static let refundColumns = """
    refund, redemption, number, key, coins, asked_coins, asked_to_restock, asked_to_keep_voucher, pieces, voided, at,
    coins_transfer, stock_transfer, anew_transfer, anew_coins, reason
    """

  func refund(key: String) throws -> Refund? {
    try connection.first(
      "SELECT \(Self.refundColumns) FROM rewards_refunds WHERE key = ?1", .text(key), read: Self.readRefund)
  }

  func refund(_ id: RefundID) throws -> Refund? {
    try connection.first(
      "SELECT \(Self.refundColumns) FROM rewards_refunds WHERE refund = ?1", .id(id), read: Self.readRefund)
  }

  /// In their order.
  func refunds(of redemption: RedemptionID) throws -> [Refund] {
    try connection.rows(
      "SELECT \(Self.refundColumns) FROM rewards_refunds WHERE redemption = ?1 ORDER BY number", .id(redemption),
      read: Self.readRefund)
  }

  func insert(_ new: Refund) throws {
    try connection.run(
      """
      INSERT INTO rewards_refunds (\(Self.refundColumns))
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      """, .id(new.id), .id(new.redemption), .integer(new.number), .optional(new.key), .integer(new.coins),
      .optional(new.asked.coins), .optional(new.asked.restocks.map { $0 ? 1 : 0 }),
      .integer(new.asked.keepsVoucher ? 1 : 0), .integer(new.pieces), .integer(new.isVoided ? 1 : 0), .time(new.at),
      .id(new.coinsTransfer), new.stockTransfer.map(Value.id) ?? .null, new.anew.map(Value.id) ?? .null,
      .integer(new.anewCoins), .optional(new.reason))
    try connection.tell("redemption.refunded", of: new.id, user: require(new.redemption).user)
  }

  private static func readRefund(_ row: Row) throws -> Refund {
    Refund(
      id: try row.identifier(0), redemption: try row.identifier(1), number: row.integer(2), key: row.optionalText(3),
      coins: row.integer(4),
      asked: Refund.Asked(
        coins: row.optionalInteger(5), restocks: row.optionalInteger(6).map { $0 != 0 },
        keepsVoucher: row.integer(7) != 0),
      pieces: row.integer(8), isVoided: row.integer(9) != 0, at: row.time(10), coinsTransfer: try row.identifier(11),
      stockTransfer: try row.optionalIdentifier(12), anew: try row.optionalIdentifier(13), anewCoins: row.integer(14),
      reason: row.optionalText(15))
  }
}
