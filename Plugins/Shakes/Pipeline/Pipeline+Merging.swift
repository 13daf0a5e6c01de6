internal import CampaignsContract
internal import QixShake

/// Two users who become one have had what either has had. Else whoever comes as a new trial user each time, wins, and signs
/// in would win as often as they like what counts once.
extension Pipeline {
  static let hadAlready = Refusal("shakes.had-already", "this has already counted for you")

  /// Takes back from the user who goes, as far as the coins are there, what the survivor could not have won beside their
  /// own: what had counted for them, and what is beyond a cap.
  /// - Returns: shakes that no longer count.
  func takeBackTwice(wonBy user: UserID, besides survivor: UserID, at time: Timestamp) throws -> Int64 {
    var records: [ShakeRecord] = []
    try ShakeList.forEach(of: user, in: connection) { if $0.outcome != .refused { records.append($0) } }
    records.sort { $0.number < $1.number }
    var tallies: [CampaignID: Tally] = [:]
    var taken: Int64 = 0
    for record in records {
      guard let kept = try cache.find("\(record.campaign)", tools, in: connection) else { continue }
      let settled = try SettlementRecord.all(of: record.id, in: connection)
      let paid = settled.reduce(record.coins) { $0 + $1.coins }
      let place = try counters.find(survivor, in: record.campaign, statements)
      // Who has had nothing there has had nothing twice, whatever the caps are by now.
      guard counters[place].tally.attempts > 0 else { continue }
      var tally = tallies[record.campaign] ?? counters[place].tally
      let day = kept.day(at: record.at)
      if let refusal = try refusal(of: record, on: day, kept.campaign, besides: survivor, tally) {
        guard paid > 0 else { continue }
        _ = try settle(record.id, as: .refused(refusal), reason: nil, at: time)
        taken += 1
      } else {
        // The tally knows the attempts of its latest day alone.
        let (latest, attempts) = (tally.day, tally.attemptsToday)
        tally.count(won: paid, on: day)
        if day < latest { tally.attemptsToday = attempts }
        tallies[record.campaign] = tally
      }
    }
    return taken
  }

  /// Why the survivor could not have had a shake as well; nil where they could.
  private func refusal(
    of record: ShakeRecord, on day: Int64, _ campaign: Campaign, besides survivor: UserID, _ tally: Tally
  ) throws -> Refusal? {
    if let claim = record.claim,
      try connection.has(
        """
        SELECT 1 FROM shakes_claims
        WHERE campaign = \(record.campaign) AND claim = \(claim) AND owner = \(survivor)
        """)
    {
      return Self.hadAlready
    }
    var caps = campaign.caps
    caps.coinsPerDay = nil
    caps.wins = nil
    if day < tally.day { caps.attemptsPerUserAndDay = nil }
    return Allowance(caps, user: tally, all: Totals(), on: day).reached?.refusal
  }
}
