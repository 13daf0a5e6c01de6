internal import QixShake

/// Receipts, the newest first.
struct ReceiptList {
  var user: UserID?
  var campaign: CampaignID?
  var state: ReceiptRecord.State?
  var before: ReceiptID?

  /// - Parameter limit: receipts at most.
  func page(limit: Int64, in connection: Connection) throws -> [ReceiptRecord] {
    let last = try before.map { try ReceiptRecord.require($0, in: connection).number } ?? .max
    // By the user's own index where there is a user: the planner is told by leaving the other condition out.
    let ofUser: SQL = if let user { "AND user_id = \(user)" } else { "" }
    return try connection.fetchAll(
      """
      SELECT \(sql: ReceiptRecord.columns) FROM receiptshake_receipts
      WHERE receipt < \(last) \(sql: ofUser)
        AND (\(campaign) IS NULL OR campaign = \(campaign))
        AND (\(state?.rawValue) IS NULL OR state = \(state?.rawValue) OR \(state?.rawValue) = 5 AND reading IS NULL)
      ORDER BY receipt DESC LIMIT \(limit)
      """, ReceiptRecord.init)
  }

  /// Those in review, who has waited longest first.
  static func waiting(campaign: CampaignID?, limit: Int64, in connection: Connection) throws -> [ReceiptRecord] {
    try connection.fetchAll(
      """
      SELECT \(sql: ReceiptRecord.columns) FROM receiptshake_receipts
      WHERE state = 2
        AND (\(campaign) IS NULL OR campaign = \(campaign))
        ORDER BY at, receipt LIMIT \(limit)
      """, ReceiptRecord.init)
  }
}
