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
    let ofUser = user == nil ? "?2 IS NULL" : "user_id = ?2"
    return try connection.rows(
      """
      SELECT \(ReceiptRecord.columns) FROM receiptshake_receipts
      WHERE receipt < ?1 AND \(ofUser) AND (?3 IS NULL OR campaign = ?3)
        AND (?4 IS NULL OR state = ?4 OR ?4 = 5 AND reading IS NULL)
      ORDER BY receipt DESC LIMIT ?5
      """, .integer(last), user.map { .id($0) } ?? .null, campaign.map { .id($0) } ?? .null,
      .optional(state?.rawValue), .integer(limit), read: ReceiptRecord.init)
  }

  /// Those in review, who has waited longest first.
  static func waiting(campaign: CampaignID?, limit: Int64, in connection: Connection) throws -> [ReceiptRecord] {
    try connection.rows(
      """
      SELECT \(ReceiptRecord.columns) FROM receiptshake_receipts
      WHERE state = 2 AND (?1 IS NULL OR campaign = ?1) ORDER BY at, receipt LIMIT ?2
      """, campaign.map { .id($0) } ?? .null, .integer(limit), read: ReceiptRecord.init)
  }
}
