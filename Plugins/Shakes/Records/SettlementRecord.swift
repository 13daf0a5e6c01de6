internal import CoinsContract
internal import QixShake

/// One settlement of a shake: its worth at that time.
struct SettlementRecord: Sendable, Equatable {
  let number: Int64
  let at: Timestamp
  /// Why it doesn't count after all; nil where it does.
  let refusal: String?
  /// That in words; nil likewise, and of what was settled before these were kept.
  let sentence: Sentence?
  let units: Int64
  /// Its worth before any cap.
  let prize: Int64
  /// Paid then; below 0 taken back.
  let coins: Int64
  let transfer: TransferID?
  /// A gift that was given then.
  var gift: WonGift?

  static func all(of shake: ShakeID, in connection: Connection) throws -> [SettlementRecord] {
    try connection.fetchAll(
      """
      SELECT number, at, refusal, sentence, told, units, prize, coins, transfer, gift, given FROM shakes_settlements
      WHERE shake = \(shake) ORDER BY number
      """
    ) { row in
      // Up to 0.7.0 the sentence was stored as a text in English.
      let told =
        try (row["told"] as String?).map { try JSONValue(parsing: $0) }
        ?? (row["sentence"] as String?).map { .string($0) }
      return SettlementRecord(
        number: row["number"], at: row["at"], refusal: row["refusal"], sentence: Trace.sentence(told),
        units: row["units"],
        prize: row["prize"], coins: row["coins"], transfer: try row["transfer"],
        gift: (row["gift"] as String?).map { WonGift($0, title: $0, given: row["given"]) })
    }
  }

  func save(of shake: ShakeID, _ campaign: CampaignID, wins: Int64, in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO shakes_settlements
        (shake, number, campaign, at, refusal, told, units, prize, coins, wins, transfer, gift, given)
      VALUES (\(shake), \(number), \(campaign), \(at), \(refusal), \(sentence?.json.text()), \(units), \(prize),
        \(coins), \(wins), \(transfer), \(gift?.gift), \(gift?.given))
      """)
  }
}
