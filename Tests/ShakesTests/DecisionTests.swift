import CampaignsContract
import CoinsContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import Shakes

@Suite struct DecisionTests {
  @Test func claimsCountOnce() throws {
    try Fair.with { fair in
      try fair.open(types: [.use("code", ["once": "everybody"])])
      let (ada, bob) = (try fair.user("ada"), try fair.user("bob"))
      #expect(try fair.shake(ada, with: ["code": "r-1"]).outcome.won == 10)
      #expect(try fair.shake(bob, with: ["code": "r-1"]).outcome.refusal == "shakes.used-already")
      try fair.open("winter", types: [.use("code", ["once": "user"])])
      #expect(try fair.shake(ada, in: "winter", with: ["code": "r-1"]).outcome.won == 10)
      #expect(try fair.shake(ada, in: "winter", with: ["code": "r-1"]).outcome.refusal == "shakes.had-already")
      #expect(try fair.shake(bob, in: "winter", with: ["code": "r-1"]).outcome.won == 10)
      try fair.verify()
    }
  }

  @Test func awardsOfEachKind() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      try fair.open("units", award: .perUnit(coins: 3, most: 10))
      #expect(try fair.shake(ada, in: "units", with: ["units": 2]).outcome.won == 6)
      #expect(try fair.shake(ada, in: "units", with: ["units": 9]).outcome.won == 10)
      #expect(try fair.shake(ada, in: "units", with: ["units": 0]).outcome == .nothing)
      try fair.open(
        "table", award: .table(Award.Table(fact: "score", rows: [.from(50, coins: 5), .from(80, coins: 9)])))
      #expect(try fair.shake(ada, in: "table", with: ["score": 85]).outcome.won == 9)
      #expect(try fair.shake(ada, in: "table", with: ["score": 49]).outcome == .nothing)
      try fair.open(
        "lot", award: .weighted([Award.Prize(coins: 0, weight: 9), Award.Prize(coins: 50, weight: 1)]))
      fair.draws.prepare(8, 9)
      #expect(try fair.shake(ada, in: "lot").outcome == .nothing)
      let won = try fair.shake(ada, in: "lot")
      #expect(won.outcome.won == 50)
      let drawn = try fair.record(won)?.drawn
      #expect(drawn?.value == 9 && drawn?.bound == 10)
      try fair.verify()
    }
  }

  @Test func winsExpireByTheCampaignsClock() throws {
    try Fair.with { fair in
      // 31 January in Rome already, whatever the installation's clock shows.
      fair.home.clock.set(try #require(Timestamp("2027-01-30T23:30:00Z")))
      try fair.open(types: [.use("code"), .use("steps")])
      fair.campaigns.change("summer") { $0.expires = .after(Period(months: 1)) }
      let ada = try fair.user("ada")
      #expect(try fair.shake(ada).outcome.won == 10)
      _ = try fair.shake(ada, "steps")
      #expect(try fair.shake(ada, "steps", with: ["end": "good"]).outcome.won == 10)
      let ends = try fair.database.read { connection in
        try connection.fetchAll("SELECT expires_at AS end FROM coins_lots") { $0["end"] as Timestamp? }
      }
      let end = try #require(Timestamp("2027-02-27T23:30:00Z"))
      #expect(ends == [end, end])
      try fair.verify()
    }
  }

  @Test func theJackpotGrowsAndBeginsAnew() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      try fair.open(award: .jackpot(Award.Jackpot(start: 100, step: 30, most: 150, odds: 4)))
      fair.draws.prepare(1, 2, 3, 0, 0)
      let outcomes = try (0..<5).map { _ in try fair.shake(ada).outcome }
      #expect(outcomes.map(\.won) == [nil, nil, nil, 150, 100])
      #expect(try fair.left() == 750)
      try fair.verify()
    }
  }

  @Test func evidenceThatATypeDoesntTake() throws {
    try Fair.with { fair in
      try fair.open()
      let ada = try fair.user("ada")
      #expect(try fair.shake(ada, with: ["window": "x"]).outcome.refusal == "shakes.evidence-unknown")
      #expect(try fair.shake(ada, with: ["units": "x"]).outcome.refusal == "shakes.evidence-malformed")
      #expect(try fair.coins(ada) == 0)
      try fair.verify()
    }
  }

  @Test func aTypeThatWritesInSecretIsStopped() throws {
    try Fair.with { fair in
      try fair.open(types: [.use("liar")])
      let ada = try fair.user("ada")
      let before = try fair.home.contents()
      let error = #expect(throws: Failure.self) { try fair.shake(ada, "liar") }
      #expect(error?.code == "shakes.type-wrote" && error?.description.contains("the liar shake") == true)
      #expect(try fair.home.contents() == before)
    }
  }

  /// A mistake of a type's author ends the shake in words, whatever evidence it takes to bring it about: nothing of it
  /// stays, its key is free, and the program goes on.
  @Test(arguments: ["throw", "claim", "units", "facts", "code"])
  func aTypeThatBreaksEndsItsOwnShakeAlone(_ how: String) throws {
    try Fair.with { fair in
      try fair.open(types: [.use("broken")])
      let (ada, bob) = (try fair.user("ada"), try fair.user("bob"))
      let before = try fair.home.contents()
      let thrown = #expect(throws: (any Error).self) {
        try fair.shake(ada, "broken", with: ["how": .string(how)], key: "one")
      }
      let error = thrown as? any Diagnosable
      #expect(error?.code == (how == "throw" ? "shakes.type-threw" : "shakes.verdict-malformed"))
      #expect(error?.category == .failed)
      #expect(try fair.home.contents() == before)
      let service = fair.service
      let answers = service.submit(
        [ada, bob].map { user in
          ShakeRequest(
            user: user, type: "broken", campaign: "summer",
            evidence: Evidence(user == ada ? ["how": .string(how)] : [:]), key: "\(user)")
        })
      service.stop()
      #expect(answers.map { (try? $0.get().outcome.won) == 10 } == [false, true])
      #expect(try fair.shake(ada, "broken", key: "one").outcome.won == 10)
      #expect(try fair.home.count("steps_notes") == 2)
      try fair.verify()
    }
  }

  @Test func explainSaysEachStep() throws {
    try Fair.with { fair in
      try fair.open(
        types: [.use("code", ["once": "user"])], award: .fixed(10),
        caps: Campaign.Caps(coinsPerUser: 15))
      let ada = try fair.user("ada")
      _ = try fair.shake(ada, with: ["code": "one"])
      let cut = try fair.shake(ada, nil, with: ["code": "two", "score": 7], context: ShakeContext(place: "stand"))
      let record = try #require(try fair.record(cut))
      let steps = try Explanation(record, campaign: "summer", budget: "campaign-summer").steps
      #expect(steps.map(\.step) == ["resolve", "admit", "verify", "decide", "post", "tell"])
      #expect(steps[0].found.contains("stand") && steps[1].found.contains("1 accepted"))
      #expect(steps[2].found.contains("score 7.0") && steps[2].found.contains("code:two"))
      #expect(steps[3].found.contains("10") && steps[3].found.contains("5"))
      #expect(steps[4].found.contains("trf_"))
    }
  }

  @Test func recordsAreNeverChanged() throws {
    try Fair.with { fair in
      try fair.open()
      _ = try fair.shake(fair.user("ada"))
      for sql in [
        "DELETE FROM shakes_shakes", "UPDATE shakes_shakes SET coins = 11",
        "UPDATE shakes_shakes SET trace = '{}'", "UPDATE shakes_shakes SET claim = 'x', claim_scope = 1",
      ] {
        #expect(throws: StorageError.self) { try fair.write { try $0.run(sql) } }
      }
    }
  }
}
