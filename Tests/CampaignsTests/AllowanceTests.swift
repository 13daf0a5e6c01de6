import CampaignsContract
import QixKernel
import QixShake
import Testing

/// The rule of caps, which shakes and simulations share.
@Suite struct AllowanceTests {
  private static func tally(_ won: [Int64], on day: Int64 = 0) -> (Tally, Totals) {
    var (user, all) = (Tally(), Totals())
    for coins in won {
      user.count(won: coins, on: day)
      all.count(won: coins, on: day)
    }
    return (user, all)
  }

  @Test(arguments: Campaign.Cap.allCases) func eachCapStopsAtItsNumber(_ cap: Campaign.Cap) {
    let isCoins = cap == .coinsPerUser || cap == .coinsPerDay
    var caps = Campaign.Caps()
    caps[cap] = isCoins ? 30 : 3
    for tries in 0...4 {
      let (user, all) = Self.tally(Array(repeating: 10, count: tries))
      let allowance = Allowance(caps, user: user, all: all, on: 0)
      #expect(allowance.reached == (tries >= 3 ? cap : nil), "\(tries)")
      #expect(allowance.coins == (isCoins ? max(0, 30 - Int64(tries) * 10) : .max))
    }
    #expect(cap.refusal.code == "campaigns.\(cap.rawValue)")
  }

  @Test func whatIsWonIsCutToWhatIsLeft() {
    let (user, all) = Self.tally([10, 10, 5])
    let caps = Campaign.Caps(coinsPerUser: 30, coinsPerDay: 27)
    let allowance = Allowance(caps, user: user, all: all, on: 0)
    #expect(allowance.reached == nil)
    #expect([0, 1, 2, 3, 100].map { allowance.paid($0) } == [0, 1, 2, 2, 2])
  }

  /// A new day gives new tries and coins; a clock that goes back gives none.
  @Test func daysBeginAndDontComeBack() {
    var (user, all) = Self.tally([10, 0], on: 5)
    let caps = Campaign.Caps(attemptsPerUserAndDay: 2, coinsPerDay: 10)
    func reached(_ day: Int64) -> Campaign.Cap? { Allowance(caps, user: user, all: all, on: day).reached }
    #expect(reached(5) == .attemptsPerUserAndDay && reached(4) == .attemptsPerUserAndDay && reached(6) == nil)
    user.count(won: 0, on: 6)
    #expect(reached(6) == nil && user.attempts(on: 6) == 1 && all.coins(on: 6) == 0)
    user.count(won: 3, on: 4)
    all.count(won: 3, on: 4)
    #expect(user.attempts(on: 6) == 2 && user.attempts == 4 && user.wins == 2 && all.coins == 13)
  }

  @Test func nothingWonIsAnAttemptAndNoWin() {
    let (user, all) = Self.tally([0, 0])
    #expect(user.attempts == 2 && user.wins == 0 && all.wins == 0)
  }

  @Test func aPotGrowsToItsMostAndBeginsAnew() {
    let jackpot = Award.Jackpot(start: 10, step: 4, most: 15, odds: 3)
    #expect([10, 14, 15].map { jackpot.pot(after: $0, won: false) } == [14, 15, 15])
    #expect(jackpot.pot(after: 15, won: true) == 10)
    let huge = Award.Jackpot(start: 1, step: .max, most: .max, odds: 3)
    #expect(huge.pot(after: 2, won: false) == .max)
  }
}
