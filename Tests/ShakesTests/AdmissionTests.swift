import CampaignsContract
import CoinsContract
import IdentityContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Synchronization
import Testing

@testable import Shakes

@Suite struct AdmissionTests {
  @Test func aShakeWinsWhatTheCampaignGivesOutOfItsBudget() throws {
    try Fair.with { fair in
      try fair.open(award: .fixed(10))
      let ada = try fair.user("ada")
      let answer = try fair.shake(ada)
      #expect(answer.outcome.won == 10)
      #expect(try fair.coins(ada) == 10)
      #expect(try fair.left() == 990)
      #expect(try fair.record(answer)?.outcome == .won)
      try fair.verify()
    }
  }

  @Test func capsHoldForUsersDaysAndAll() throws {
    let cases: [(Campaign.Caps, wins: Int, String)] = [
      (Campaign.Caps(attemptsPerUser: 2), 2, "campaigns.attempts-per-user"),
      (Campaign.Caps(attemptsPerUserAndDay: 1), 1, "campaigns.attempts-per-user-and-day"),
      (Campaign.Caps(winsPerUser: 3), 3, "campaigns.wins-per-user"),
      (Campaign.Caps(coinsPerUser: 20), 2, "campaigns.coins-per-user"),
      (Campaign.Caps(coinsPerDay: 30), 3, "campaigns.coins-per-day"),
      (Campaign.Caps(wins: 1), 1, "campaigns.wins"),
    ]
    for (caps, wins, code) in cases {
      try Fair.with { fair in
        try fair.open(award: .fixed(10), caps: caps)
        let ada = try fair.user("ada")
        for _ in 0..<wins { #expect(try fair.shake(ada).outcome.won == 10) }
        #expect(try fair.shake(ada).outcome.refusal == code)
        #expect(try fair.coins(ada) == Int64(wins) * 10)
        try fair.verify()
      }
    }
  }

  @Test func anAwardIsCutToWhatACapOnCoinsLeaves() throws {
    try Fair.with { fair in
      try fair.open(award: .fixed(10), caps: Campaign.Caps(coinsPerUser: 25))
      let ada = try fair.user("ada")
      #expect(try (0..<3).map { _ in try fair.shake(ada).outcome.won } == [10, 10, 5])
      let last = try fair.shake(ada)
      #expect(last.outcome.refusal == "campaigns.coins-per-user")
    }
  }

  @Test func aBudgetThatCantPayAllOfItPaysNothing() throws {
    try Fair.with { fair in
      try fair.open(
        types: [.use("code", ["once": "user"])], award: .fixed(10), budget: 15)
      let ada = try fair.user("ada")
      #expect(try fair.shake(ada, with: ["code": "one"]).outcome.won == 10)
      let refused = try fair.shake(ada, with: ["code": "two"])
      #expect(refused.outcome.refusal == "shakes.budget-spent")
      #expect(try fair.left() == 5)
      // What was refused did not use anything up: with coins in the budget the same code wins.
      let ledger = try fair.context.service(Coins.ledger)
      try fair.write { _ = try ledger.post([.fund(5, to: .budget("campaign-summer"))], in: $0) }
      #expect(try fair.shake(ada, with: ["code": "two"]).outcome.won == 10)
      #expect(try fair.left() == 0)
      try fair.verify()
    }
  }

  @Test func daysAreThoseOfTheCampaignsZoneAndDontComeBack() throws {
    try Fair.with { fair in
      try fair.open(caps: Campaign.Caps(attemptsPerUserAndDay: 1))
      let ada = try fair.user("ada")
      // 23:30 in Rome is 22:30 UTC.
      fair.home.clock.set(Timestamp(microseconds: 1_800_052_200_000_000))
      #expect(try fair.shake(ada).outcome.won == 10)
      #expect(try fair.shake(ada).outcome.refusal == "campaigns.attempts-per-user-and-day")
      fair.pass(seconds: 1_800)
      #expect(try fair.shake(ada).outcome.won == 10)
      fair.pass(seconds: -7_200)
      #expect(try fair.shake(ada).outcome.refusal == "campaigns.attempts-per-user-and-day")
    }
  }

  @Test func paceIsKeptAndWhoComesTooSoonLosesNothing() throws {
    try Fair.with { fair in
      try fair.open(pace: Campaign.Pace(cooldown: 5_000_000))
      let ada = try fair.user("ada")
      #expect(try fair.shake(ada).outcome.won == 10)
      fair.pass(seconds: 4)
      #expect(try fair.shake(ada).outcome.refusal == "shakes.cooldown")
      fair.pass(seconds: 1)
      #expect(try fair.shake(ada, with: ["code": "wrong"]).outcome.refusal == "code.wrong")
      #expect(try fair.shake(ada).outcome.refusal == "shakes.cooldown", "a refused shake counts for the pace")
      // A clock that is put back by a day keeps nobody waiting for a day.
      fair.home.clock.set(Fair.start)
      fair.pass(seconds: 3_600)
      _ = try fair.shake(ada)
      fair.pass(seconds: -1_800)
      #expect(try fair.shake(ada).outcome.won == 10)
    }
  }

  @Test func burstsUpToAMinutesShakes() throws {
    try Fair.with { fair in
      try fair.open(pace: Campaign.Pace(perMinute: 3))
      let ada = try fair.user("ada")
      for _ in 0..<3 { #expect(try fair.shake(ada).outcome.won == 10) }
      #expect(try fair.shake(ada).outcome.refusal == "shakes.too-fast")
      fair.pass(seconds: 19)
      #expect(try fair.shake(ada).outcome.refusal == "shakes.too-fast")
      fair.pass(seconds: 1)
      #expect(try fair.shake(ada).outcome.won == 10)
      #expect(try fair.shake(ada).outcome.refusal == "shakes.too-fast")
      #expect(try fair.shake(fair.user("bob")).outcome.won == 10)
    }
  }

  /// What lies further ahead than the rule could have put it is of a clock that was put back.
  @Test func aClockThatIsPutBackKeepsNobodyFromShaking() throws {
    try Fair.with { fair in
      try fair.open(pace: Campaign.Pace(perMinute: 3))
      let ada = try fair.user("ada")
      fair.pass(seconds: 3_600)
      for _ in 0..<3 { #expect(try fair.shake(ada).outcome.won == 10) }
      fair.pass(seconds: -20)
      #expect(try fair.shake(ada).outcome.refusal == "shakes.too-fast")
      fair.pass(seconds: -1)
      #expect(try fair.shake(ada).outcome.won == 10)
    }
  }

  @Test func hoursAreThoseOfTheirBeginning() {
    #expect(
      [-3_600_000_001, -3_600_000_000, -1, 0, 3_599_999_999, 3_600_000_000].map { Timestamp(microseconds: $0).hour }
        == [-2, -1, -1, 0, 0, 1])
  }

  @Test func stateAndPeriodOfTheCampaign() throws {
    try Fair.with { fair in
      try fair.open()
      let ada = try fair.user("ada")
      for (state, code) in [
        (Campaign.State.draft, "shakes.not-started"), (.paused, "shakes.paused"), (.ended, "shakes.over"),
      ] {
        fair.campaigns.change("summer") { $0.state = state }
        #expect(try fair.shake(ada).outcome.refusal == code)
      }
      fair.campaigns.change("summer") { $0.state = .running }
      #expect(try fair.shake(ada).outcome.won == 10)
      fair.pass(seconds: 30 * 86_400)
      #expect(try fair.shake(ada).outcome.refusal == "shakes.over")
      fair.home.clock.set(Fair.start.advanced(byMicroseconds: -1))
      #expect(try fair.shake(ada).outcome.refusal == "shakes.not-started")
    }
  }

  @Test func usersWhoMayNotAct() throws {
    try Fair.with { fair in
      try fair.open()
      let ada = try fair.user("ada")
      #expect(try fair.home.qix("user suspend ada --reason test").exitCode == 0)
      // In words for the user: what staff are told of the same error has an id in it, and a command.
      #expect(
        try fair.shake(ada).outcome == .refused(Refusal("identity.suspended", "your account is suspended")))
      #expect(try fair.home.qix("user resume ada --reason test").exitCode == 0)
      fair.campaigns.change("summer") { $0.audience.minimumMode = .signed }
      #expect(try fair.shake(ada).outcome.refusal == "identity.mode-too-low")
      fair.campaigns.change("summer") { $0.audience = Campaign.Audience(segment: "loyal") }
      #expect(try fair.shake(ada).outcome.refusal == "shakes.not-invited")
      fair.campaigns.invite(ada, to: "loyal")
      #expect(try fair.shake(ada).outcome.won == 10)
      #expect(throws: UserError.self) { try fair.shake(UserID(high: 0x7000, low: 99)) }
    }
  }

  @Test func devicesServeSoManyUsersADay() throws {
    try Fair.with { fair in
      fair.tools.withLock { $0.secrets = OpenStore() }
      try fair.open(pace: Campaign.Pace(usersPerDevice: 2))
      let phone = ShakeContext(device: "phone-1")
      for name in ["ada", "bob", "ada"] {
        #expect(try fair.shake(fair.user(name), context: phone).outcome.won == 10)
      }
      let cleo = try fair.user("cleo")
      #expect(try fair.shake(cleo, context: phone).outcome.refusal == "shakes.device-shared")
      #expect(try fair.shake(cleo, context: ShakeContext(device: "phone-2")).outcome.won == 10)
      fair.pass(seconds: 86_400)
      #expect(try fair.shake(cleo, context: phone).outcome.won == 10)
      #expect(try !fair.home.contents().contains { $0.contains("phone-1") }, "only a keyed hash is kept")
    }
  }

  /// Whoever guesses at a code in many names never gets to the end of a shake.
  @Test func aDeviceServesWhoBeginsToo() throws {
    try Fair.with { fair in
      fair.tools.withLock { $0.secrets = OpenStore() }
      try fair.open(types: [.use("steps")], pace: Campaign.Pace(usersPerDevice: 1))
      let phone = ShakeContext(device: "phone-1")
      let (ada, bob) = (try fair.user("ada"), try fair.user("bob"))
      #expect(try fair.shake(ada, "steps", context: phone).outcome.step == "again")
      #expect(try fair.shake(bob, "steps", context: phone).outcome.refusal == "shakes.device-shared")
      #expect(try fair.shake(ada, "steps", with: ["end": "good"], context: phone).outcome.won == 10)
      #expect(try fair.shake(bob, "steps", context: phone).outcome.refusal == "shakes.device-shared")
      #expect(try fair.home.count("shakes_devices") == 1)
    }
  }
}
