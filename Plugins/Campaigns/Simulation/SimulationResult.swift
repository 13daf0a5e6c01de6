internal import CampaignsContract
internal import QixShake

/// The result of a simulation.
struct SimulationResult: Sendable, Equatable {
  struct Day: Sendable, Equatable {
    let date: CalendarDate
    var shakes: Int64 = 0
    var accepted: Int64 = 0
    var wins: Int64 = 0
    var coins: Int64 = 0
    /// Coins since the start.
    var total: Int64 = 0

    fileprivate mutating func add(_ later: Day) {
      shakes += later.shakes
      accepted += later.accepted
      wins += later.wins
      coins += later.coins
      total = later.total
    }
  }

  var shakes: Int64 = 0
  var accepted: Int64 = 0
  private(set) var wins: Int64 = 0
  /// Coins out of the budget, and those of them that paid for gifts.
  private(set) var coins: Int64 = 0
  private(set) var paidForGifts: Int64 = 0
  /// Users with an accepted shake, with one that won.
  private(set) var takers: Int64 = 0
  private(set) var winners: Int64 = 0
  /// The first day on which the budget didn't have what was won.
  var budgetEnd: CalendarDate?
  var days: [Day] = []
  /// Refusals by caps, and by what else there is.
  var caps: [Campaign.Cap: Int64] = [:]
  private(set) var others: [String: Int64] = [:]
  /// The number of shakes that won each amount of coins, which is never 0.
  var prizes: [Int64: Int64] = [:]
  /// The number of shakes that won each gift, by its name.
  var gifts: [String: Int64] = [:]
  /// Coins of all users, the least first.
  private(set) var coinsByUser: [Int64] = []

  mutating func refuse(_ code: String) { others[code, default: 0] += 1 }
  mutating func refuse(_ code: String, _ count: Int64) { if count > 0 { others[code, default: 0] += count } }

  mutating func close(_ tallies: [Tally], _ totals: Totals, paidForGifts: Int64) {
    (wins, coins, self.paidForGifts) = (totals.wins, totals.coins + paidForGifts, paidForGifts)
    for tally in tallies {
      if tally.attempts > 0 { takers += 1 }
      if tally.wins > 0 { winners += 1 }
    }
    coinsByUser = tallies.map(\.coins).sorted()
  }

  /// A kind of prize, and how often it was won.
  struct Won: Sendable, Equatable {
    /// 0 for a gift.
    let coins: Int64
    let gift: String?
    let count: Int64
  }

  /// All kinds of prize, the most frequent first.
  var wonPrizes: [Won] {
    let coins = prizes.map { Won(coins: $0.key, gift: nil, count: $0.value) }
    let given = gifts.map { Won(coins: 0, gift: $0.key, count: $0.value) }
    return (coins + given).sorted { ($1.count, $0.coins, $0.gift ?? "") < ($0.count, $1.coins, $1.gift ?? "") }
  }

  /// What a row of `periods` stands for.
  enum Step: Int64, Sendable, CaseIterable {
    case day = 0, month = 1, year = 12, decade = 120, century = 1_200

    /// A number that is the same for all days of one period.
    fileprivate func period(of date: CalendarDate) -> Int64 {
      self == .day ? date.daysSinceEpoch : (12 * date.year + date.month - 1) / rawValue
    }
  }

  /// Rows that a person or a chart can still make something of.
  static let mostPeriods = 400

  /// The days; of more than can be shown, what they come to in longer periods, each under its first day.
  var periods: (step: Step, rows: [Day]) {
    guard days.count > Self.mostPeriods, let first = days.first?.date, let last = days.last?.date else {
      return (.day, days)
    }
    let step = Step.allCases.first { $0.period(of: last) - $0.period(of: first) < Self.mostPeriods } ?? .century
    var rows: [Day] = []
    for day in days {
      guard let row = rows.last, step.period(of: row.date) == step.period(of: day.date) else {
        rows.append(day)
        continue
      }
      rows[rows.count - 1].add(day)
    }
    return (step, rows)
  }

  /// Refusals by the codes of real shakes, the most frequent first.
  var refused: [(code: String, count: Int64)] {
    let all = others.map { (code: $0.key, count: $0.value) } + caps.map { (code: $0.key.refusal.code, count: $0.value) }
    return all.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }

  /// The coins that so many percent of the users have at most (nearest rank).
  func percentile(_ percent: Int) -> Int64 {
    guard !coinsByUser.isEmpty else { return 0 }
    return coinsByUser[max(0, (coinsByUser.count * percent + 99) / 100 - 1)]
  }
}
