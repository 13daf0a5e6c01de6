internal import CampaignsContract
internal import QixShake

/// The activity in a campaign, by the counts beside the shakes.
struct Activity: CampaignActivity {
  func summary(of campaign: CampaignID, in connection: Connection) throws -> ActivitySummary {
    var summary = ActivitySummary()
    let totals = try connection.statement(
      "SELECT shakes, accepted, wins, coins, users, takers, winners FROM shakes_totals WHERE campaign = ?1")
    totals.bind(campaign, at: 1)
    try totals.first { row in
      summary.shakes = row.integer(0)
      summary.accepted = row.integer(1)
      summary.won = row.integer(2)
      summary.coins = row.integer(3)
      summary.users = row.integer(4)
      summary.takers = row.integer(5)
      summary.winners = row.integer(6)
    }
    summary.refused = try connection.rows(
      "SELECT code, count FROM shakes_refusals WHERE campaign = ?1 ORDER BY count DESC, code", .id(campaign)
    ) { ($0.text(0), $0.integer(1)) }
    summary.hours = try connection.rows(
      "SELECT hour, shakes, won, coins FROM shakes_hours WHERE campaign = ?1 ORDER BY hour", .id(campaign)
    ) { (Timestamp(microseconds: $0.integer(0) * 3_600_000_000), $0.integer(1), $0.integer(2), $0.integer(3)) }
    return summary
  }
}
