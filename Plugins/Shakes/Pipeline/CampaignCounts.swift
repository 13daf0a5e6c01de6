internal import CampaignsContract
internal import QixShake

/// Counts of a campaign: kept in memory while a transaction runs, written once at its end.
struct CampaignCounts {
  private(set) var totals = Totals()
  private(set) var shakes: Int64 = 0
  private(set) var accepted: Int64 = 0
  private(set) var users: Int64 = 0
  private(set) var takers: Int64 = 0
  private(set) var winners: Int64 = 0
  /// Coins in the jackpot; 0 for awards without one.
  private(set) var pot: Int64 = 0
  /// The number of gifts given and what the budget has paid for them, by name; and those that this transaction has given.
  private var gifts: [String: (count: Int64, coins: Int64)] = [:]
  private var newGifts: Set<String> = []
  private let jackpot: Award.Jackpot?
  private let campaign: CampaignID
  /// The additions of this transaction.
  private var hours: [Int64: Hour] = [:]
  private var refusals: [String: Int64] = [:]
  private var isDirty = false

  private struct Hour {
    var shakes: Int64 = 0
    var won: Int64 = 0
    var coins: Int64 = 0
  }

  init(of campaign: Campaign, in connection: Connection) throws {
    self.campaign = campaign.id
    if case .jackpot(let jackpot) = campaign.award { self.jackpot = jackpot } else { jackpot = nil }
    pot = jackpot?.start ?? 0
    let select = try connection.statement(
      """
      SELECT shakes, accepted, wins, coins, users, takers, winners, day, coins_today, pot FROM shakes_totals
      WHERE campaign = ?1
      """)
    select.bind(campaign.id, at: 1)
    try select.first { row in
      shakes = row.integer(0)
      accepted = row.integer(1)
      totals.wins = row.integer(2)
      totals.coins = row.integer(3)
      users = row.integer(4)
      takers = row.integer(5)
      winners = row.integer(6)
      totals.day = row.optionalInteger(7) ?? .min
      totals.coinsToday = row.integer(8)
      // A campaign whose pot was changed while it was a draft has it begin again, within what it may hold.
      if let jackpot, let kept = row.optionalInteger(9) { pot = min(max(kept, jackpot.start), jackpot.most) }
    }
    guard !campaign.award.gifts.isEmpty else { return }
    try connection.forEach("SELECT gift, count, coins FROM shakes_gifts WHERE campaign = \(campaign.id)") { row in
      gifts[row["gift"]] = (row["count"], row["coins"])
    }
  }

  /// Counts a decided shake.
  /// - Parameters:
  ///   - before: the user's counts before it.
  ///   - isFirst: whether the user never shook here before.
  ///   - isDrawn: whether it was a try for the jackpot.
  mutating func count(_ decision: Decision, before: Tally, isFirst: Bool, isDrawn: Bool, on day: Int64, at: Timestamp) {
    isDirty = true
    shakes += 1
    if isFirst { users += 1 }
    var hour = hours[at.hour] ?? Hour()
    hour.shakes += 1
    switch decision {
    case .refused(let refusal): refusals[refusal.code, default: 0] += 1
    case .waits: accept(0, isWin: false, before: before, isDrawn: isDrawn, on: day, hour: &hour)
    case .accepted(let coins, let isWin):
      accept(coins, isWin: isWin, before: before, isDrawn: isDrawn, on: day, hour: &hour)
    }
    hours[at.hour] = hour
  }

  private mutating func accept(
    _ coins: Int64, isWin: Bool, before: Tally, isDrawn: Bool, on day: Int64, hour: inout Hour
  ) {
    accepted += 1
    if before.attempts == 0 { takers += 1 }
    if isWin {
      if before.wins == 0 { winners += 1 }
      hour.won += 1
      hour.coins += coins
    }
    totals.count(won: coins, isWin: isWin, on: day)
    if let jackpot, isDrawn { pot = jackpot.pot(after: pot, won: coins > 0) }
  }

  /// Counts what a shake of before was paid now, or what was taken back. The hour is that of the shake, the day's coins
  /// are today's.
  /// - Parameters:
  ///   - wins: how many wins more that makes: -1, 0 or 1.
  ///   - winners: how many users more have won.
  mutating func settle(_ coins: Int64, wins: Int64, winners change: Int64, shakenAt at: Timestamp, on day: Int64) {
    isDirty = true
    winners += change
    totals.settle(coins, wins: wins, on: day)
    hours[at.hour, default: Hour()].won += wins
    hours[at.hour, default: Hour()].coins += coins
  }

  /// How many gifts of a name were given.
  func given(_ gift: String) -> Int64 { gifts[gift]?.count ?? 0 }

  mutating func count(given gift: String, coins: Int64) {
    isDirty = true
    let before = gifts[gift] ?? (0, 0)
    gifts[gift] = (before.count + 1, before.coins + coins)
    newGifts.insert(gift)
  }

  /// The pot was won by a lot of before.
  mutating func emptyPot() {
    if let jackpot { pot = jackpot.pot(after: pot, won: true) }
  }

  /// Writes what has changed.
  mutating func flush(_ statements: ShakeStatements) throws {
    guard isDirty else { return }
    isDirty = false
    let update = statements.totals
    update.bind(campaign, at: 1)
    update.bind(shakes, at: 2)
    update.bind(accepted, at: 3)
    update.bind(totals.wins, at: 4)
    update.bind(totals.coins, at: 5)
    update.bind(users, at: 6)
    update.bind(takers, at: 7)
    update.bind(winners, at: 8)
    update.bind(totals.day == .min ? nil : totals.day, at: 9)
    update.bind(totals.coinsToday, at: 10)
    update.bind(jackpot == nil ? nil : pot, at: 11)
    try update.run()
    for (number, hour) in hours {
      statements.hour.bind(campaign, at: 1)
      statements.hour.bind(number, at: 2)
      statements.hour.bind(hour.shakes, at: 3)
      statements.hour.bind(hour.won, at: 4)
      statements.hour.bind(hour.coins, at: 5)
      try statements.hour.run()
    }
    for (code, count) in refusals {
      statements.refusal.bind(campaign, at: 1)
      statements.refusal.bind(code, at: 2)
      statements.refusal.bind(count, at: 3)
      try statements.refusal.run()
    }
    for gift in newGifts {
      statements.gift.bind(campaign, at: 1)
      statements.gift.bind(gift, at: 2)
      statements.gift.bind(given(gift), at: 3)
      statements.gift.bind(gifts[gift]?.coins ?? 0, at: 4)
      try statements.gift.run()
    }
    newGifts.removeAll()
    hours.removeAll(keepingCapacity: true)
    refusals.removeAll(keepingCapacity: true)
  }
}

/// The outcome of a shake, as it is counted.
enum Decision {
  case refused(Refusal)
  /// - Parameter coins: 0 for a gift, and for nothing.
  case accepted(coins: Int64, isWin: Bool)
  /// Accepted, and paid later.
  case waits

  /// The type of its event.
  var event: String {
    switch self {
    case .refused: "shake.refused"
    case .accepted(_, let isWin): isWin ? "shake.won" : "shake.nothing"
    case .waits: "shake.waits"
    }
  }
}

extension Timestamp {
  /// Hours since 1970-01-01T00:00:00Z.
  var hour: Int64 {
    let length: Int64 = 3_600_000_000
    return microseconds >= 0 ? microseconds / length : (microseconds - length + 1) / length
  }
}
