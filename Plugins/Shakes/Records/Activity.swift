internal import CampaignsContract
internal import QixShake

/// The activity in a campaign, by the counts beside the shakes.
struct Activity: CampaignActivity {
  func summary(of campaign: CampaignID, in connection: Connection) throws -> ActivitySummary {
    var summary = ActivitySummary()
    try connection.forEach(
      "SELECT shakes, accepted, wins, coins, users, takers, winners FROM shakes_totals WHERE campaign = \(campaign)"
    ) { row in
      summary.shakes = row["shakes"]
      summary.accepted = row["accepted"]
      summary.won = row["wins"]
      summary.coins = row["coins"]
      summary.users = row["users"]
      summary.takers = row["takers"]
      summary.winners = row["winners"]
    }
    try connection.forEach("SELECT gift, count, coins FROM shakes_gifts WHERE campaign = \(campaign)") { row in
      summary.gifts[row["gift"]] = (row["count"], row["coins"])
    }
    summary.refused = try connection.fetchAll(
      "SELECT code, count FROM shakes_refusals WHERE campaign = \(campaign) ORDER BY count DESC, code"
    ) { ($0["code"] as String, $0["count"] as Int64) }
    summary.hours = try connection.fetchAll(
      "SELECT hour, shakes, won, coins FROM shakes_hours WHERE campaign = \(campaign) ORDER BY hour"
    ) {
      (
        Timestamp(stored: $0["hour"], of: 3_600_000_000), $0["shakes"] as Int64, $0["won"] as Int64,
        $0["coins"] as Int64
      )
    }
    return summary
  }
}
