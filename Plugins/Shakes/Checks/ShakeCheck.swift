internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixShake

/// Recomputes what is counted of shakes.
struct ShakeCheck {
  let ledger: any CoinLedger
  let campaigns: any CampaignDirectory
  let users: any UserDirectory
  let connection: Connection

  /// Each in a sentence; none when all is well.
  func faults() throws -> [String] {
    try sums() + numbers() + outflows() + connection.faults(by: Self.rules + [wins()])
  }

  /// Each campaign's totals are the sums of its shakes, of its users' counts, of its hours and of its refusals.
  private func sums() throws -> [String] {
    func counts(_ row: Row) -> [Int64] { [row["shakes"], row["accepted"], row["wins"], row["coins"]] }
    let totals = try connection.fetchAll(
      "SELECT campaign, shakes, accepted, wins, coins FROM shakes_totals ORDER BY campaign"
    ) { (campaign: try $0["campaign"] as CampaignID, counts: counts($0)) }
    var faults: [String] = []
    for total in totals {
      let (accepted, wins, coins) = (total.counts[1], total.counts[2], total.counts[3])
      let sources: [(String, SQL)] = [
        (
          "its shakes",
          """
          SELECT count(*) AS shakes, sum(CASE WHEN outcome < 3 THEN 1 ELSE 0 END) AS accepted,
            sum(CASE WHEN outcome = 1 OR gift IS NOT NULL THEN 1 ELSE 0 END) AS wins, sum(coins) AS coins FROM shakes_shakes
          """
        ),
        (
          "its users' counts",
          """
          SELECT sum(shakes) AS shakes, sum(attempts) AS accepted, sum(wins) AS wins, sum(coins) AS coins
          FROM shakes_tallies
          """
        ),
        (
          "its hours",
          """
          SELECT sum(shakes) AS shakes, \(accepted) AS accepted, sum(won) AS wins, sum(coins) AS coins FROM shakes_hours
          """
        ),
        (
          "its refusals",
          """
          SELECT \(accepted) + sum(count) AS shakes, \(accepted) AS accepted, \(wins) AS wins, \(coins) AS coins
          FROM shakes_refusals
          """
        ),
      ]
      for (name, sql) in sources {
        // Without any refusal there is no row to sum.
        if name == "its refusals", total.counts[0] == accepted { continue }
        var found = try connection.fetchOne("\(sql: sql) WHERE campaign = \(total.campaign)", counts)
        if name == "its shakes" { try addSettlements(of: total.campaign, to: &found) }
        if found != total.counts {
          faults.append("the counts of campaign \(total.campaign) differ from the sum of \(name)")
        }
      }
    }
    return faults
  }

  /// Adds what was paid for shakes of before, less what was taken back.
  private func addSettlements(of campaign: CampaignID, to counts: inout [Int64]?) throws {
    let settled = try connection.fetchOne(
      """
      SELECT coalesce(sum(wins), 0) AS wins, coalesce(sum(coins), 0) AS coins FROM shakes_settlements
      WHERE campaign = \(campaign)
      """
    ) { (wins: $0["wins"] as Int64, coins: $0["coins"] as Int64) }
    guard let settled else { return }
    counts?[2] += settled.wins
    counts?[3] += settled.coins
  }

  /// Numbers have no gap, and each user's list reaches all of their shakes.
  private func numbers() throws -> [String] {
    let (count, last, linked) =
      try connection.fetchOne(
        "SELECT count(*) AS count, coalesce(max(shake), 0) AS last, count(previous) AS linked FROM shakes_shakes"
      ) { ($0["count"] as Int64, $0["last"] as Int64, $0["linked"] as Int64) } ?? (0, 0, 0)
    var faults = count == last ? [] : ["\(last &- count) of \(last) shakes are missing"]
    let heads = try connection.fetchOne("SELECT count(last_shake) FROM shakes_tallies") ?? 0
    if heads + linked != count { faults.append("the users' lists reach \(heads + linked) of \(count) shakes") }
    return faults
  }

  /// Every win moved as many coins as it says, to who has won.
  private func wins() -> DataRule {
    DataRule(
      """
      SELECT id, user_id, coins, transfer FROM shakes_shakes WHERE outcome = 1
      UNION ALL SELECT s.id, s.user_id, t.coins, t.transfer FROM shakes_settlements AS t
      JOIN shakes_shakes AS s ON s.id = t.shake WHERE t.coins > 0
      """
    ) { [ledger, users] row, connection in
      let (shake, transfer) = (try row["id"] as ShakeID, try row["transfer"] as TransferID)
      let coins: Int64 = row["coins"]
      let outcome = try ledger.outcome(of: transfer, in: connection)
      guard outcome?.amount == coins, outcome?.kind == .issue || outcome?.kind == .capture else {
        return "shake \(shake) won \(coins) coins, but the ledger differs"
      }
      let (user, receiver) = (try row["user_id"] as UserID, try ledger.receiver(of: transfer, in: connection))
      if let receiver {
        if receiver == user { return nil }
        // One may have been merged into the other since, or both into a third.
        if let heir = try users.heir(of: user, in: connection), try users.heir(of: receiver, in: connection) == heir {
          return nil
        }
      }
      return "shake \(shake) won \(coins) coins, but the ledger paid them to another user"
    }
  }

  /// Coins that left each campaign's budget for shakes are those that its shakes have won, transfer by transfer. The keys of such
  /// payments are the shakes' ids; what operators pay out of the budget by hand has other ones. Reversals change neither
  /// side: what was won and what was paid stay what they were.
  private func outflows() throws -> [String] {
    let totals = try connection.fetchAll(
      """
      SELECT campaign, sum(coins) AS coins FROM (
        SELECT campaign, coins FROM shakes_shakes WHERE outcome = 1
        UNION ALL SELECT campaign, coins FROM shakes_settlements WHERE coins > 0) AS paid
      GROUP BY campaign
      """
    ) { (id: try $0["campaign"] as CampaignID, won: $0["coins"] as Int64) }
    let won = Dictionary(uniqueKeysWithValues: totals.map { ($0.id, $0.won) })
    let all: [CampaignID] = try connection.fetchAll("SELECT campaign FROM shakes_totals ORDER BY campaign")
    var faults: [String] = []
    for id in all {
      guard let campaign = try campaigns.find("\(id)", in: connection) else { continue }
      var paid: Int64 = 0
      var stray: String?
      try ledger.forEachPayment(from: campaign.budget, in: connection) { transfer, key, coins in
        guard let key, let shake = ShakeID(key) ?? settled(by: key) else { return }
        paid += coins
        if stray == nil, try !isWin(shake, of: id, coins, by: transfer) {
          stray = "; transfer \(transfer) of \(coins) coins matches no win of shake \(shake) there"
        }
      }
      let recorded = won[id] ?? 0
      if paid != recorded || stray != nil {
        faults.append(
          "the shakes of campaign '\(campaign.name)' won \(recorded) coins, but its budget paid \(paid) for them"
            + (stray ?? ""))
      }
    }
    return faults
  }

  private func isWin(_ shake: ShakeID, of campaign: CampaignID, _ coins: Int64, by transfer: TransferID) throws -> Bool
  {
    try connection.has(
      """
      SELECT 1 FROM shakes_shakes
      WHERE id = \(shake) AND campaign = \(campaign) AND coins = \(coins) AND transfer = \(transfer)
      UNION ALL SELECT 1 FROM shakes_settlements
      WHERE shake = \(shake) AND campaign = \(campaign) AND coins = \(coins) AND transfer = \(transfer)
      """)
  }

  /// The shake of a key that a settlement was paid under.
  private func settled(by key: String) -> ShakeID? {
    guard let colon = key.firstIndex(of: ":"), key[colon...].hasPrefix(":settle:") else { return nil }
    return ShakeID(String(key[..<colon]))
  }

  private static let rules = [
    DataRule("SELECT count(*) AS count FROM shakes_shakes WHERE campaign NOT IN (SELECT campaign FROM shakes_totals)") {
      told($0, "shake belongs to a campaign", "shakes belong to campaigns", "without counts")
    },
    // As many gifts were given as shakes have won.
    DataRule(
      """
      SELECT count(*) AS count FROM (
        SELECT campaign, gift, sum(one) AS difference FROM (
          SELECT campaign, gift, 1 AS one FROM shakes_shakes WHERE gift IS NOT NULL
          UNION ALL SELECT campaign, gift, 1 FROM shakes_settlements WHERE gift IS NOT NULL
          UNION ALL SELECT campaign, gift, -count FROM shakes_gifts) AS all_gifts
        GROUP BY campaign, gift HAVING difference <> 0) AS wrong
      """
    ) { told($0, "prize is", "prizes are", "counted otherwise than shakes have won them") },
    // Everything that counts once is an accepted shake's.
    DataRule(
      """
      SELECT count(*) AS count FROM shakes_claims AS c LEFT JOIN shakes_shakes AS s ON s.id = c.shake
      WHERE s.claim IS NULL OR s.claim <> c.claim OR s.campaign <> c.campaign OR s.outcome = 3
      """
    ) { told($0, "claim belongs", "claims belong", "to no accepted shake") },
    DataRule("SELECT count(*) AS count FROM shakes_pending WHERE id IN (SELECT id FROM shakes_shakes)") {
      told($0, "shake is", "shakes are", "decided and under way at the same time")
    },
    // Settlements are of accepted shakes of the same campaign, numbered without a gap, and never took back more than was
    // paid.
    DataRule(
      """
      SELECT count(*) AS count FROM (
        SELECT t.shake FROM shakes_settlements AS t LEFT JOIN shakes_shakes AS s ON s.id = t.shake
        GROUP BY t.shake
        HAVING count(s.id) <> count(*) OR max(t.number) <> count(*) OR max(s.outcome) = 3
          OR sum(CASE WHEN s.campaign = t.campaign THEN 0 ELSE 1 END) > 0 OR max(s.coins) + sum(t.coins) < 0
      ) AS wrong
      """
    ) { told($0, "shake has", "shakes have", "settlements that don't fit") },
  ]

  private static func told(_ row: Row, _ one: String, _ many: String, _ rest: String) -> String? {
    let count: Int64 = row["count"]
    return count == 0 ? nil : "\(count.counted(one, many)) \(rest)"
  }
}
