internal import CoinsContract
internal import QixShake

/// One settlement of a shake: its worth at that time.
struct SettlementRecord: Sendable, Equatable {
  let number: Int64
  let at: Timestamp
  /// Why it doesn't count after all; nil where it does.
  let refusal: String?
  let units: Int64
  /// Its worth before any cap.
  let prize: Int64
  /// Paid then; below 0 taken back.
  let coins: Int64
  let transfer: TransferID?

  static func all(of shake: ShakeID, in connection: Connection) throws -> [SettlementRecord] {
    try connection.rows(
      """
      SELECT number, at, refusal, units, prize, coins, transfer FROM shakes_settlements WHERE shake = ?1
      ORDER BY number
      """, .id(shake)
    ) { row in
      SettlementRecord(
        number: row.integer(0), at: row.time(1), refusal: row.optionalText(2), units: row.integer(3),
        prize: row.integer(4), coins: row.integer(5), transfer: try row.optionalIdentifier(6))
    }
  }

  func save(of shake: ShakeID, _ campaign: CampaignID, wins: Int64, in connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO shakes_settlements (shake, number, campaign, at, refusal, units, prize, coins, wins, transfer)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """, .id(shake), .integer(number), .id(campaign), .time(at), .optional(refusal), .integer(units),
      .integer(prize), .integer(coins), .integer(wins), transfer.map { .id($0) } ?? .null)
  }
}
