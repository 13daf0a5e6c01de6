internal import CampaignsContract
internal import QixShake

/// Two users who become one have had what either has had. Else whoever comes as a new trial user each time, wins, and signs
/// in would win as often as they like what counts once.
extension Pipeline {
  static let hadAlready = Refusal("shakes.had-already", "you have already used this")

  /// A person's counts in a campaign while the shakes of the user who goes are added to the survivor's.
  private struct Counted {
    var tally: Tally
    /// Attempts by day: a tally knows those of its latest day alone.
    var attempts: [Int64: Int64] = [:]

    /// The tally as it was for a shake of a day.
    func tally(on day: Int64) -> Tally {
      var tally = tally
      (tally.day, tally.attemptsToday) = (day, attempts[day] ?? 0)
      return tally
    }

    mutating func count(won coins: Int64, on day: Int64) {
      tally.count(won: coins, on: day)
      attempts[day, default: 0] += 1
    }
  }

  /// Takes back from the user who goes what the survivor could not have won beside their own: what had counted for them,
  /// and what is beyond a cap. A shake that waits is asked when it is settled.
  /// - Returns: shakes that no longer count, or count for less.
  func takeBackTwice(wonBy user: UserID, besides survivor: UserID, at time: Timestamp) throws -> Int64 {
    var records: [ShakeRecord] = []
    try ShakeList.forEach(of: user, in: connection) { if $0.outcome != .refused { records.append($0) } }
    records.sort { $0.number < $1.number }
    var counted: [CampaignID: Counted] = [:]
    var taken: Int64 = 0
    for record in records {
      guard let kept = try cache.find("\(record.campaign)", tools, in: connection) else { continue }
      let settled = try SettlementRecord.all(of: record.id, in: connection)
      let paid = settled.reduce(record.coins) { $0 + $1.coins }
      let place = try counters.find(survivor, in: record.campaign, statements)
      // Who has had nothing there has had nothing twice, whatever the caps are by now.
      guard counters[place].tally.attempts > 0 else { continue }
      let day = kept.day(at: record.at)
      var past = try counted[record.campaign] ?? self.counted(of: survivor, in: kept, counters[place].tally)
      let allowance = Self.allowance(past.tally(on: day), on: day, kept.campaign)
      if let refusal = try refusal(of: record, besides: survivor) ?? allowance.reached?.refusal {
        guard paid > 0 else { continue }
        _ = try settle(record.id, as: .refused(refusal), reason: nil, at: time)
        taken += 1
      } else {
        if paid > allowance.coins {
          try cut(record.id, to: allowance.coins, at: time)
          taken += 1
        }
        past.count(won: allowance.paid(paid), on: day)
      }
      counted[record.campaign] = past
    }
    return taken
  }

  private func counted(of survivor: UserID, in kept: KeptCampaign, _ tally: Tally) throws -> Counted {
    var counted = Counted(tally: tally)
    guard kept.campaign.caps.attemptsPerUserAndDay != nil else { return counted }
    try ShakeList.forEach(of: survivor, campaign: kept.campaign.id, in: connection) { record in
      if record.outcome != .refused { counted.attempts[kept.day(at: record.at), default: 0] += 1 }
    }
    return counted
  }

  /// What the caps on one user leave. Those on all users have counted both already.
  private static func allowance(_ tally: Tally, on day: Int64, _ campaign: Campaign) -> Allowance {
    var caps = campaign.caps
    caps.coinsPerDay = nil
    caps.wins = nil
    return Allowance(caps, user: tally, all: Totals(), on: day)
  }

  /// Why what counts once can't count for the survivor as well; nil where it can.
  private func refusal(of record: ShakeRecord, besides survivor: UserID) throws -> Refusal? {
    guard let claim = record.claim,
      try connection.has(
        """
        SELECT 1 FROM shakes_claims
        WHERE campaign = \(record.campaign) AND claim = \(claim) AND owner = \(survivor)
        """)
    else { return nil }
    return Self.hadAlready
  }
}
