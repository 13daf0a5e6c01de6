internal import CampaignsContract
internal import QixShake

/// A simulation under way: takes each shake through the steps of the pipeline, in their order.
struct SimulationPlay {
  private struct Player {
    var tally = Tally()
    /// When the last shake within the pace came, for the cooldown.
    var last: Int64 = .min
  }

  private let award: Award
  private let caps: Campaign.Caps
  private let cooldown: Int64
  private let users: UInt64
  private let accepted: Int64
  private let budget: Int64
  /// The number of outcomes of the award's lot; nil where it has none.
  private let bound: UInt64?
  private let hasGifts: Bool
  private let giftCoins: [String: Int64]
  /// Coins that the budget has paid for gifts.
  private var paidForGifts: Int64 = 0
  private let jackpot: Award.Jackpot?
  /// For each type.
  private let tables: [AwardTable]
  private var random: SimulationRandom
  private var rules: Repetitions
  private var players: [Player]
  private var totals = Totals()
  private var pot: Int64
  private var found = SimulationResult()
  private var today = SimulationResult.Day(date: CalendarDate(daysSinceEpoch: 0))
  private var day: Int64 = 0

  /// - Parameter courses: the types of each course of shakes.
  init(_ simulation: Simulation, _ courses: [[Int]]) {
    let (campaign, assumptions) = (simulation.campaign, simulation.assumptions)
    award = campaign.award
    caps = campaign.caps
    cooldown = campaign.pace.cooldown
    users = UInt64(assumptions.users)
    accepted = assumptions.accepted
    budget = assumptions.budget ?? .max
    bound = award.bound
    hasGifts = !award.gifts.isEmpty
    giftCoins = simulation.giftCoins
    if case .jackpot(let jackpot) = award { self.jackpot = jackpot } else { jackpot = nil }
    pot = jackpot?.start ?? 0
    tables = simulation.repetitions.map { AwardTable(campaign.award, values: assumptions.values, units: $0.units) }
    random = SimulationRandom(seed: assumptions.seed)
    rules = Repetitions(simulation.repetitions, courses: courses, users: Int(assumptions.users))
    players = [Player](repeating: Player(), count: Int(assumptions.users))
  }

  /// - Parameter day: as `Tally` counts days.
  mutating func begin(_ day: Int64) {
    self.day = day
    today = SimulationResult.Day(date: CalendarDate(daysSinceEpoch: day))
  }

  /// - Parameter shakes: of the day.
  mutating func end(_ shakes: Int64) {
    today.shakes = shakes
    today.total = totals.coins + paidForGifts
    found.days.append(today)
  }

  func result() -> SimulationResult {
    var result = found
    for (code, count) in rules.refusals { result.refuse(code, count) }
    result.close(players.map(\.tally), totals, paidForGifts: paidForGifts)
    return result
  }

  mutating func shake(at moment: Agenda.Moment) {
    found.shakes += 1
    let (user, time) = (Int(random.next(below: users)), moment.time)
    if cooldown > 0 {
      let last = players[user].last
      if last != .min, time - last < cooldown {
        found.refuse("shakes.cooldown")
        return
      }
      players[user].last = time
    }
    let allowance = Allowance(caps, user: players[user].tally, all: totals, on: day)
    if let reached = allowance.reached {
      found.caps[reached, default: 0] += 1
      return
    }
    if accepted < 1_000_000, random.next(below: 1_000_000) >= UInt64(accepted) {
      found.refuse("evidence")
      return
    }
    let meant = rules.meant(at: moment, &random)
    guard rules.takes(meant, of: user, at: time) else { return }
    let won: Int64
    var gift: Award.Gift?
    if let bound {
      let number = random.next(below: bound)
      won = award.coins(for: AwardTable.plain, number: number, pot: pot)
      if hasGifts { gift = award.gift(number: number) }
    } else {
      won = tables[meant.type].coins(of: meant.thing, random: &random)
    }
    let paid = allowance.paid(won)
    // More than can be counted is more than any budget has.
    let cost = gift.flatMap { giftCoins[$0.name] } ?? paid
    if cost > budget - totals.coins - paidForGifts {
      found.refuse("shakes.budget-spent")
      if found.budgetEnd == nil { found.budgetEnd = today.date }
      return
    }
    if let gift, let most = gift.most, found.gifts[gift.name, default: 0] >= most {
      found.refuse("shakes.gift-spent")
      return
    }
    rules.note(meant, of: user, at: time)
    if let jackpot { pot = jackpot.pot(after: pot, won: won > 0) }
    count(paid, gift, cost: cost, of: user)
  }

  private mutating func count(_ paid: Int64, _ gift: Award.Gift?, cost: Int64, of user: Int) {
    let isWin = paid > 0 || gift != nil
    players[user].tally.count(won: paid, isWin: isWin, on: day)
    totals.count(won: paid, isWin: isWin, on: day)
    found.accepted += 1
    today.accepted += 1
    guard isWin else { return }
    if let gift {
      found.gifts[gift.name, default: 0] += 1
      paidForGifts += cost
    } else {
      found.prizes[paid, default: 0] += 1
    }
    today.wins += 1
    today.coins += cost
  }
}
