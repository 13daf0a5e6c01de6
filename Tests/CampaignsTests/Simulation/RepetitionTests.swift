import CampaignsContract
import QixCalendar
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import Campaigns

/// The rules of types in simulations, each with one that is made by hand.
@Suite struct RepetitionTests {
  /// Ten days from 2027-01-15T08:00Z on.
  private static func run(
    _ repetitions: [Repetition], _ award: Award = .fixed(1), users: Int64 = 200, shakes: Double = 60,
    hours: Int64 = 240, caps: Campaign.Caps = Campaign.Caps(), values: ClosedRange<Int64>? = nil, seed: UInt64 = 1
  ) -> SimulationResult {
    let campaign = Campaign(
      id: CampaignID(high: 1, low: 1), name: "c", brand: "b", title: "t", state: .draft, start: Stage.now,
      end: at(hours), timeZone: "UTC", types: [], audience: Campaign.Audience(), caps: caps, pace: Campaign.Pace(),
      award: award, expires: nil, drawWindow: nil, priority: 0)
    return Simulation(
      campaign: campaign, zone: .utc,
      assumptions: Simulation.Assumptions(users: users, seed: seed, shakesPerUser: shakes, values: values),
      repetitions: repetitions
    ).run()
  }

  /// So many hours after the start.
  private static func at(_ hours: Int64) -> Timestamp { Stage.now.advanced(byMicroseconds: hours * 3_600_000_000) }

  private static func opening(_ from: Int64, _ until: Int64, _ thing: Int64) -> Repetition.Opening {
    Repetition.Opening(start: at(from), end: at(until), thing: thing)
  }

  @Test func eachThingCountsOnceForEachUser() {
    let result = Self.run([Repetition(.oneOf(3), codes: .init(had: "scanshake.had-already"))])
    // Each user's chance to miss one of three things in 60 shakes is below one in a hundred million.
    #expect(result.accepted == 600 && result.percentile(1) == 3 && result.percentile(100) == 3)
    #expect(result.refused.map(\.code) == ["scanshake.had-already"])
    #expect(result.refused.map(\.count) == [11_400])
  }

  @Test func aThingCountsOnceForAllUsers() {
    let result = Self.run([Repetition(.oneOf(50), scope: .everybody)])
    #expect(result.accepted == 50 && result.refused.map(\.code) == ["shakes.had-already"])
  }

  /// More users and things than bits are kept for.
  @Test func manyThingsCountOnceToo() {
    let result = Self.run([Repetition(.oneOf(1 << 40))], shakes: 5)
    #expect(result.accepted == 1_000)
  }

  @Test func aThingCountsAgainAfterItsTime() {
    let result = Self.run([Repetition(.oneOf(1), again: .after(Timestamp.day))], shakes: 960)
    #expect(result.accepted > 9 * 200 && result.percentile(100) <= 10)
  }

  @Test func aThingThatAlwaysCountsIsNeverHad() {
    let result = Self.run([Repetition(.oneOf(1), again: .always)])
    #expect(result.accepted == 12_000 && result.refused.isEmpty)
  }

  /// Attempts are what counted: a user's one try isn't used up by what was refused.
  @Test func aRefusedShakeIsNoAttempt() {
    let caps = Campaign.Caps(attemptsPerUser: 2)
    let result = Self.run([Repetition(.oneOf(2))], caps: caps)
    #expect(result.percentile(1) == 2 && result.accepted == 400)
    #expect(Set(result.refused.map(\.code)) == ["shakes.had-already", "campaigns.attempts-per-user"])
  }

  @Test func shakesComeWhileSomethingIsOn() {
    let openings = [Self.opening(30, 31, 0), Self.opening(31, 32, 1), Self.opening(100, 101, 2)]
    let result = Self.run([Repetition(.openings(openings))])
    #expect(result.accepted == 600 && result.percentile(1) == 3 && result.shakes == 12_000)
    // The second day and the fifth, and two thirds of the time on the second.
    let shakes = Dictionary(uniqueKeysWithValues: result.days.map { ($0.date.description, $0.shakes) })
    #expect(shakes["2027-01-16"] == 8_000 && shakes["2027-01-19"] == 4_000)
    #expect(result.days.reduce(0) { $0 + $1.shakes } == 12_000)
  }

  @Test func anOpeningIsCutToTheCampaign() {
    let codes = Repetition.Codes(nothing: "tvshake.outside-window")
    let result = Self.run([Repetition(.openings([Self.opening(-50, 1, 0), Self.opening(239, 500, 1)]), codes: codes)])
    #expect(result.accepted == 400 && result.days.first?.shakes == 6_000 && result.days.last?.shakes == 6_000)
    for openings in [[], [Self.opening(-9, 0, 0), Self.opening(240, 250, 1)]] {
      let silent = Self.run([Repetition(.openings(openings), codes: codes)])
      #expect(silent.accepted == 0 && silent.refused.map(\.code) == ["tvshake.outside-window"])
      #expect(silent.refused.map(\.count) == [12_000])
    }
  }

  @Test func nothingToShakeForIsRefused() {
    let result = Self.run([Repetition(.oneOf(0), codes: .init(nothing: "scanshake.unknown-product"))])
    #expect(result.accepted == 0 && result.refused.map(\.code) == ["scanshake.unknown-product"])
  }

  @Test func thePaceOfADayAndOfAMinuteHolds() {
    // The campaign is as long as the day that is looked back on.
    let codes = Repetition.Codes(pace: "scanshake.too-fast")
    let daily = Self.run([Repetition(.another, perDay: 5, codes: codes)], hours: 24)
    #expect(daily.accepted == 1_000 && daily.percentile(1) == 5)
    #expect(daily.refused.map(\.code) == ["scanshake.too-fast"])
    // Two days look back on each other: twice as many, and rarely one less.
    let longer = Self.run([Repetition(.another, perDay: 5, codes: codes)], hours: 48)
    #expect(longer.accepted > 1_500 && longer.percentile(100) <= 10)
    // A shake every second for an hour: two in each minute.
    let fast = Self.run([Repetition(.another, perMinute: 2, codes: codes)], users: 10, shakes: 3_600, hours: 1)
    #expect(fast.percentile(100) <= 120 && fast.percentile(1) >= 100)
  }

  @Test func unitsAreThoseOfTheThing() {
    let award = Award.perUnit(coins: 2, most: nil)
    let products = Self.run([Repetition(.oneOf(2), units: .ofThings([3, 5]))], award)
    #expect(products.prizes == [6: 200, 10: 200] && products.percentile(1) == 16)
    let questions = Self.run([Repetition(.oneOf(1), units: .range(0...3))], award, users: 4_000, shakes: 20)
    #expect(Set(questions.prizes.keys) == [2, 4, 6] && abs(questions.coins - 12_000) < 5 * 142)
    let given = Self.run([Repetition(.oneOf(2), units: .ofThings([3, 5]))], award, values: 4...4)
    #expect(given.prizes == [8: 400])
    // Neither settings nor database tell: 0 to 10 units.
    #expect(Set(Self.run([.another], award).prizes.keys) == Set((1...10).map { 2 * Int64($0) }))
  }

  /// Two types, each with half of the shakes, and each with its own rule.
  @Test func typesShareTheShakes() {
    let tv = Repetition(.openings([Self.opening(30, 31, 0)]))
    let scan = Repetition(.oneOf(4))
    let result = Self.run([tv, scan, .another], shakes: 90)
    // One broadcast, four products, and as many receipts as were brought.
    let receipts = result.accepted - 5 * 200
    #expect(abs(receipts - 6_000) < 5 * 55)
    #expect(result.days.first { $0.date.description == "2027-01-16" }.map { $0.shakes > 6_000 } ?? false)
    #expect(Self.run([tv, scan, .another], shakes: 90) == result)
    #expect(result.shakes == 18_000)
  }

  @Test func giftsAreWinsUntilTheyAreSpent() {
    let prizes = [
      Award.Prize(Award.Gift("voucher:coffee", most: 25), weight: 1), Award.Prize(Award.Gift("badge:fan"), weight: 1),
      Award.Prize(coins: 3, weight: 2),
    ]
    let result = Self.run([.another], .weighted(prizes), shakes: 5)
    let spent = result.refused.first { $0.code == "shakes.gift-spent" }?.count ?? 0
    #expect(result.gifts["voucher:coffee"] == 25 && spent > 0 && result.accepted + spent == 1_000)
    let gifts = result.gifts.values.reduce(0, +)
    #expect(result.wins == result.accepted && gifts + (result.prizes[3] ?? 0) == result.wins)
    #expect(result.coins == 3 * (result.prizes[3] ?? 0) && result.days.reduce(0) { $0 + $1.wins } == result.wins)
    #expect(result.wonPrizes.contains(.init(coins: 0, gift: "voucher:coffee", count: 25)))
    // A cap on wins counts gifts, too.
    let capped = Self.run([.another], .weighted(prizes), caps: Campaign.Caps(winsPerUser: 1))
    #expect(capped.wins == capped.winners && capped.wins == 200)
  }
}
