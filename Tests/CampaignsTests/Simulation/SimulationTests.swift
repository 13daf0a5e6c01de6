import CampaignsContract
import QixCalendar
import QixFormats
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import Campaigns

@Suite struct SimulationTests {
  private static func campaign(
    _ award: Award, days: Int64 = 10, caps: Campaign.Caps = Campaign.Caps(), cooldown: Int64 = 0
  ) -> Campaign {
    let start = Stage.now
    return Campaign(
      id: CampaignID(high: 1, low: 1), name: "c", brand: "b", title: "t", state: .draft, start: start,
      end: start.advanced(byMicroseconds: days * Timestamp.day), timeZone: "UTC", types: [],
      audience: Campaign.Audience(), caps: caps, pace: Campaign.Pace(cooldown: cooldown), award: award, expires: nil,
      drawWindow: nil, priority: 0)
  }

  private static func run(
    _ campaign: Campaign, users: Int64 = 2_000, seed: UInt64 = 1, shakes: Double = 5, accepted: Int64 = 1_000_000,
    values: ClosedRange<Int64>? = nil, budget: Int64? = nil, days: Int64? = nil
  ) -> SimulationResult {
    Simulation(
      campaign: campaign, zone: .utc,
      assumptions: Simulation.Assumptions(
        users: users, seed: seed, shakesPerUser: shakes, accepted: accepted, values: values, budget: budget,
        days: days)
    ).run()
  }

  private static let awards: [Award] = [
    .fixed(7), .perUnit(coins: 2, most: 12), .weighted([.init(coins: 0, weight: 90), .init(coins: 50, weight: 10)]),
    .jackpot(.init(start: 100, step: 3, most: 900, odds: 50)),
    .table(.init(fact: "score", rows: [.from(50, coins: 5), .from(80, coins: 10)], otherwise: 1)),
    .table(.init(fact: "answer", rows: [.value("yes", coins: 5), .value("no", coins: 3)])),
  ]

  @Test(arguments: awards.indices) func theSeedDecides(_ index: Int) {
    let campaign = Self.campaign(Self.awards[index], caps: .init(attemptsPerUserAndDay: 1, coinsPerDay: 5_000))
    let result = Self.run(campaign, seed: 5)
    #expect(Self.run(campaign, seed: 5) == result)
    #expect(Self.run(campaign, seed: 6) != result)
  }

  /// A campaign without an end in sight gives a page, and not millions of rows; what they come to stays the same.
  @Test(
    arguments: [
      (399, SimulationResult.Step.day), (400, .month), (12_000, .month), (40_000, .year), (1_000_000, .decade),
    ] as [(Int64, SimulationResult.Step)])
  func manyDaysAreShownInLongerPeriods(_ days: Int64, _ expected: SimulationResult.Step) {
    let result = Self.run(Self.campaign(.fixed(7), days: days), users: 100)
    let (step, rows) = result.periods
    // It begins at eight o'clock, so its first and its last day are parts of one.
    #expect(step == expected && rows.count <= SimulationResult.mostPeriods && Int64(result.days.count) == days + 1)
    #expect(rows.map(\.shakes).reduce(0, +) == result.shakes && rows.map(\.coins).reduce(0, +) == result.coins)
    #expect(rows.last?.total == result.coins)
    #expect(rows.first?.date == result.days.first?.date && rows.map(\.date) == rows.map(\.date).sorted())
  }

  /// What holds for every result, whatever the campaign.
  @Test func countsFitTogether() {
    let seed = Seed(for: "countsFitTogether")
    var generator = SeededGenerator(seed)
    for award in Self.awards {
      for _ in 0..<5 {
        var caps = Campaign.Caps()
        for cap in Campaign.Cap.allCases where Bool.random(using: &generator) {
          caps[cap] = Int64.random(in: 1...(cap == .wins || cap == .coinsPerDay ? 3_000 : 20), using: &generator)
        }
        let budget = Bool.random(using: &generator) ? Int64.random(in: 1...20_000, using: &generator) : nil
        let cooldown: Int64 = Bool.random(using: &generator) ? 3_600_000_000 : 0
        let result = Self.run(
          Self.campaign(award, caps: caps, cooldown: cooldown), users: 300, seed: generator.next(), shakes: 20,
          accepted: 700_000, budget: budget)
        let refused = result.refused.reduce(0) { $0 + $1.count }
        #expect(result.shakes == 6_000 && result.accepted + refused == 6_000, "\(seed)")
        #expect(result.prizes.reduce(0) { $0 + $1.key * $1.value } == result.coins, "\(seed)")
        #expect(result.prizes.values.reduce(0, +) == result.wins, "\(seed)")
        #expect(result.coinsByUser.reduce(0, +) == result.coins && result.days.last?.total == result.coins, "\(seed)")
        #expect(result.days.reduce(0) { $0 + $1.shakes } == 6_000, "\(seed)")
        #expect(result.winners <= result.takers && result.takers <= 300, "\(seed)")
        if let budget { #expect(result.coins <= budget, "\(seed)") }
        if let most = caps.coinsPerUser { #expect((result.coinsByUser.last ?? 0) <= most, "\(seed)") }
        if let most = caps.coinsPerDay { #expect(result.days.allSatisfy { $0.coins <= most }, "\(seed)") }
        if let most = caps.wins { #expect(result.wins <= most, "\(seed)") }
      }
    }
  }

  /// Without caps the expectation is known exactly; five standard deviations are hit by less than one seed in a million.
  @Test func whatIsSpentIsWhatIsToBeExpected() {
    let seed = Seed(for: "whatIsSpentIsWhatIsToBeExpected")
    let shakes = 100_000.0
    // Of one shake: its expectation and its variance.
    let known: [(Award, Double, Double)] = [
      (Self.awards[0], 7, 0),
      // Evenly 0 to 6 units: 0, 2, … 12 coins.
      (Self.awards[1], 6, 16),
      (Self.awards[2], 5, 225),
      // Evenly 0 to 100: 50 times 1, 30 times 5, 21 times 10.
      (Self.awards[4], 410.0 / 101, 2_900.0 / 101 - (410.0 / 101) * (410.0 / 101)),
      (Self.awards[5], 4, 1),
    ]
    for (award, mean, variance) in known {
      let result = Self.run(Self.campaign(award), users: 20_000, seed: seed.value, shakes: 5)
      let room = 5 * (variance * shakes).squareRoot() + 0.5
      #expect(abs(Double(result.coins) - mean * shakes) <= room, "\(seed): \(award) \(result.coins)")
    }
  }

  /// How often each prize comes is chi-squared against its weight: 16.3 is passed by one seed in a thousand with three
  /// degrees of freedom, 30 by one in a million.
  @Test func prizesComeByTheirWeights() {
    let seed = Seed(for: "prizesComeByTheirWeights")
    let prizes = [(1, 1), (2, 9), (3, 40), (4, 50)].map { Award.Prize(coins: $0.0, weight: UInt64($0.1)) }
    let result = Self.run(Self.campaign(.weighted(prizes)), users: 20_000, seed: seed.value, shakes: 5)
    let square = prizes.reduce(0.0) { sum, prize in
      let expected = Double(prize.weight) * 1_000
      let found = Double(result.prizes[prize.coins] ?? 0)
      return sum + (found - expected) * (found - expected) / expected
    }
    #expect(square < 30, "\(seed): \(square)")
  }

  /// A user's shakes are binomial: those with none are (1 − 1/n)^m of all.
  @Test func shakesAreSpreadOverUsers() {
    let seed = Seed(for: "shakesAreSpreadOverUsers")
    let result = Self.run(Self.campaign(.fixed(1)), users: 20_000, seed: seed.value, shakes: 2)
    let expected = 20_000 * 0.8646647
    #expect(abs(Double(result.takers) - expected) < 5 * 50, "\(seed): \(result.takers)")
  }

  @Test func theBudgetEndsOnItsDay() {
    // Ten days, 1000 shakes and coins a day: 3500 coins last into the fourth.
    let campaign = Self.campaign(.fixed(1))
    let result = Self.run(campaign, users: 1_000, shakes: 10, budget: 3_500)
    #expect(result.coins == 3_500 && result.accepted == 3_500)
    #expect(result.budgetEnd?.description == "2027-01-18")
    #expect(result.refused.map(\.code) == ["shakes.budget-spent"])
    #expect(Self.run(campaign, users: 1_000, shakes: 10, budget: 10_000).budgetEnd == nil)
  }

  @Test func capsHoldForEachDayOfTheZone() throws {
    let campaign = Self.campaign(.fixed(10), days: 2, caps: .init(coinsPerDay: 500))
    // 08:00 UTC to 08:00 two days later are three days by the calendar.
    let result = Self.run(campaign, users: 1_000, shakes: 10)
    #expect(result.days.map(\.coins) == [500, 500, 500])
    #expect(Self.run(campaign, users: 1_000, days: 1).days.count == 1)
  }

  @Test func theCooldownHolds() {
    let campaign = Self.campaign(.fixed(1), days: 1, cooldown: 2 * Timestamp.day)
    let result = Self.run(campaign, users: 50, shakes: 20)
    #expect(result.accepted == result.takers && result.caps.isEmpty)
  }

  /// A shake that comes too soon uses up nothing: who is impatient doesn't wait for ever.
  @Test func aShakeWithinTheCooldownBeginsNoOther() {
    let campaign = Self.campaign(.fixed(1), days: 10, cooldown: Timestamp.day)
    // A shake every 15 minutes, so that one is accepted almost each day.
    let result = Self.run(campaign, users: 50, shakes: 960)
    #expect(result.accepted > 9 * 50 && (result.coinsByUser.last ?? 0) <= 10)
  }

  @Test func aCapOfOneWinGivesEachUserOne() {
    let result = Self.run(Self.campaign(.fixed(3), caps: .init(winsPerUser: 1)), users: 500, shakes: 20)
    #expect(result.wins == result.winners && result.percentile(100) == 3 && result.percentile(1) == 3)
  }

  /// Every number below the bound is as likely as every other, also where the bound is no power of two.
  @Test func numbersAreFair() {
    let seed = Seed(for: "numbersAreFair")
    var random = SimulationRandom(seed: seed.value)
    var counts = [Double](repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[Int(random.next(below: 7))] += 1 }
    let square = counts.reduce(0) { $0 + ($1 - 10_000) * ($1 - 10_000) / 10_000 }
    #expect(square < 40, "\(seed): \(square)")
    #expect((0..<100).allSatisfy { _ in random.next(below: 1) == 0 })
    // The same on every machine: the first numbers of SplitMix64 from 1234567, as its author publishes them.
    var known = SimulationRandom(seed: 1_234_567)
    #expect([known.next(), known.next()] == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973])
  }

  @Test func nothingIsWrittenByIt() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.done("campaign fund spring --amount 300")
      let before = try stage.home.contents()
      let outcome = try stage.done("campaign simulate spring --users 100 --shakes-per-user 1 --json")
      #expect(try stage.home.contents() == before)
      let answer = try JSONValue(parsing: outcome.output)
      // What is in the budget is what there is.
      #expect(answer["budget"] == 300 && answer["coins"] == 300)
      let file = try stage.done("campaign show spring --file -").output
      let other = try stage.done(
        ["campaign", "simulate", "--file", "-", "--users", "100", "--shakes-per-user", "1", "--json"], input: file)
      #expect(try JSONValue(parsing: other.output)["coins"] == 1_000)
    }
  }
}
