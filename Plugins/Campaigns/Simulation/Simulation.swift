internal import CampaignsContract
internal import QixCalendar
internal import QixShake

/// A campaign with users who aren't there: in memory, by the caps and the award that real shakes meet.
///
/// Shakes come evenly over the time; each is one of all users', all equally likely. That makes a user's count of
/// shakes binomial, near a Poisson distribution. How many shakes come from the audience, within the pace of a minute
/// and with a proof that is accepted is an assumption: `accepted` is their share.
struct Simulation {
  struct Assumptions: Sendable {
    /// Users, 1 or more.
    var users: Int64
    var seed: UInt64
    /// Shakes of a user in the whole time, on average.
    var shakesPerUser: Double
    /// The shakes of a million that are accepted when no cap stands in the way.
    var accepted: Int64 = 1_000_000
    /// Values that proofs show, each equally likely: units, or the number that an award's table asks for.
    var values: ClosedRange<Int64>
    /// Coins; nil for as many as it takes.
    var budget: Int64?
    /// Days from the campaign's start on; nil for all of them.
    var days: Int64?
  }

  /// More shakes than that would take minutes.
  static let mostShakes: Int64 = 1_000_000_000

  let campaign: Campaign
  let zone: TimeZone
  let assumptions: Assumptions

  /// The days of the campaign, each with its number in `Tally` and its length in microseconds.
  var days: [(number: Int64, start: Timestamp, length: Int64)] {
    var days: [(number: Int64, start: Timestamp, length: Int64)] = []
    var date = zone.date(at: campaign.start)
    while days.count < assumptions.days ?? .max {
      let next = CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1)
      let (start, end) = (max(zone.start(of: date), campaign.start), min(zone.start(of: next), campaign.end))
      guard start < campaign.end else { break }
      if start < end { days.append((date.daysSinceEpoch, start, end.microseconds - start.microseconds)) }
      date = next
    }
    return days
  }

  func run(tick: (Int64) -> Void = { _ in }) -> SimulationResult {
    let days = days
    var result = SimulationResult()
    var random = SimulationRandom(seed: assumptions.seed)
    let shakes = Int64((Double(assumptions.users) * assumptions.shakesPerUser).rounded())
    let whole = days.reduce(0.0) { $0 + Double($1.length) }
    var players = [Player](repeating: Player(), count: Int(assumptions.users))
    var totals = Totals()
    var pot: Int64 = if case .jackpot(let jackpot) = campaign.award { jackpot.start } else { 0 }
    let table = AwardTable(campaign.award, values: assumptions.values)
    let bound = campaign.award.bound
    let cooldown = campaign.pace.cooldown
    var (done, elapsed) = (0 as Int64, 0.0)
    for day in days {
      elapsed += Double(day.length)
      // So that all days together have exactly all shakes.
      let until = Int64((Double(shakes) * elapsed / whole).rounded())
      let count = until - done
      var today = SimulationResult.Day(date: CalendarDate(daysSinceEpoch: day.number))
      players.withUnsafeMutableBufferPointer { players in
        for index in 0..<count {
          let user = Int(random.next(below: UInt64(assumptions.users)))
          let time = day.start.microseconds + Int64(Double(day.length) * Double(index) / Double(count))
          result.shakes += 1
          defer { players[user].last = time }
          if cooldown > 0, players[user].last != .min, time - players[user].last < cooldown {
            result.refuse("shakes.cooldown")
            continue
          }
          let allowance = Allowance(campaign.caps, user: players[user].tally, all: totals, on: day.number)
          if let reached = allowance.reached {
            result.caps[reached, default: 0] += 1
            continue
          }
          if assumptions.accepted < 1_000_000, random.next(below: 1_000_000) >= UInt64(assumptions.accepted) {
            result.refuse("evidence")
            continue
          }
          let won: Int64
          if let bound {
            won = campaign.award.coins(for: AwardTable.plain, number: random.next(below: bound), pot: pot)
          } else {
            won = table.coins(random: &random)
          }
          let paid = allowance.paid(won)
          // More than can be counted is more than any budget has.
          if paid > (assumptions.budget ?? .max) - totals.coins {
            result.refuse("shakes.budget-spent")
            if result.budgetEnd == nil { result.budgetEnd = today.date }
            continue
          }
          if case .jackpot(let jackpot) = campaign.award { pot = jackpot.pot(after: pot, won: won > 0) }
          players[user].tally.count(won: paid, on: day.number)
          totals.count(won: paid, on: day.number)
          result.accepted += 1
          today.accepted += 1
          if paid > 0 {
            result.prizes[paid, default: 0] += 1
            today.wins += 1
            today.coins += paid
          }
        }
      }
      done = until
      today.shakes = count
      today.total = totals.coins
      result.days.append(today)
      tick(done)
    }
    result.close(players.map(\.tally), totals)
    return result
  }

  private struct Player {
    var tally = Tally()
    /// When the last shake came, for the cooldown.
    var last: Int64 = .min
  }
}
