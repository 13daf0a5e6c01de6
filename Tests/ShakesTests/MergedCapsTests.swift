import CampaignsContract
import IdentityContract
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Synchronization
import Testing

@testable import Shakes

/// Caps hold for the person that two users turn out to be, whenever either has shaken.
@Suite struct MergedCapsTests {
  /// Merges two users as signing in does, in the campaigns of a test.
  @discardableResult
  private func join(_ user: String, into survivor: String, at fair: Fair) throws -> Int64 {
    let (goes, stays) = (try fair.user(user), try fair.user(survivor))
    let taken = try pipeline(fair) { try $0.takeBackTwice(wonBy: goes, besides: stays, at: fair.home.clock.now()) }
    try fair.home.done("user merge \(user) --into \(survivor) --yes --reason test")
    return taken
  }

  private func pipeline<Result: Sendable>(_ fair: Fair, _ body: (Pipeline) throws -> Result) throws -> Result {
    let tools = fair.tools.withLock { $0 }
    return try fair.write { connection in
      let pipeline = try Pipeline(connection, tools)
      try pipeline.begin()
      let result = try body(pipeline)
      try pipeline.finish()
      return result
    }
  }

  private func settle(_ answer: ShakeAnswer, at fair: Fair) throws -> Settlement {
    try pipeline(fair) { try $0.settle(answer.shake, as: .accepted(Proof()), reason: nil, at: fair.home.clock.now()) }
  }

  private func expectRefused(
    _ answer: ShakeAnswer, _ code: String, at fair: Fair, location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try fair.home.contents()
    let failure = #expect(throws: Failure.self, sourceLocation: location) { try settle(answer, at: fair) }
    #expect(failure?.code == code, sourceLocation: location)
    #expect(try fair.home.contents() == before, sourceLocation: location)
  }

  /// Two tries a day, and three trial users who each had them: on the survivor's latest day, on an earlier one, on both.
  @Test func triesOfADayAreCountedByDay() throws {
    try Fair.with { fair in
      try fair.open(caps: Campaign.Caps(attemptsPerUserAndDay: 2))
      let users = try ["ada", "ben", "cleo", "dora"].map { try fair.user($0) }
      let (ada, ben, cleo, dora) = (users[0], users[1], users[2], users[3])
      fair.home.clock.set(Fair.start)
      for user in [ada, ben, cleo] { for _ in 1...2 { try fair.shake(user) } }
      try fair.shake(dora)
      fair.pass(seconds: 86_400)
      try fair.shake(ada)
      try fair.shake(cleo)
      // Each has its own day behind it, and each day takes two.
      #expect(try join("ben", into: "ada", at: fair) == 2)
      #expect(try join("cleo", into: "ada", at: fair) == 2)
      #expect(try join("dora", into: "ada", at: fair) == 1)
      #expect(try fair.coins(ada) == 40)
      #expect(try fair.shake(ada).outcome.refusal == "campaigns.attempts-per-user-and-day")
      try fair.verify()
    }
  }

  @Test func whatIsBeyondACapOnCoinsGoesBack() throws {
    try Fair.with { fair in
      try fair.open(award: .fixed(50), caps: Campaign.Caps(coinsPerUser: 101))
      let (ada, ben) = (try fair.user("ada"), try fair.user("ben"))
      try fair.home.done("event list")
      let answers = try [ada, ada, ben, ben].map { try fair.shake($0) }
      #expect(try join("ben", into: "ada", at: fair) == 2)
      #expect(try fair.coins(ada) == 101)
      #expect(try fair.left() == 899)
      let standings = try fair.database.read { connection in
        try answers[2...].map { answer in
          try ShakeRecord.required(answer.shake, in: connection).standing(
            SettlementRecord.all(of: answer.shake, in: connection))
        }
      }
      #expect(standings.map(\.outcome) == ["won", "refused"] && standings.map(\.coins) == [1, 0])
      // A shake that had won is told of as settled, by what such events have.
      let told = try JSONValue(parsing: fair.home.done("event list --type shake.settled --json"))["events"]?.array ?? []
      #expect(told.map { $0["data"]?["coins"] } == [1, 0] && told.allSatisfy { $0["data"]?["transfer"] == nil })
      #expect(try fair.shake(ben).outcome.refusal == "campaigns.coins-per-user")
      try fair.verify()
    }
  }

  /// What waits at the merge is asked when it is settled: which of two counts is known then.
  @Test func aShakeThatWaitsKeepsItsCaps() throws {
    try Fair.with { fair in
      for (name, caps) in [
        ("tries", Campaign.Caps(attemptsPerUser: 1)), ("days", Campaign.Caps(attemptsPerUserAndDay: 1)),
      ] {
        try fair.open(name, caps: caps)
        let (ada, ben, cleo) = (try fair.user("\(name)-a"), try fair.user("\(name)-b"), try fair.user("\(name)-c"))
        let won = try fair.shake(ada, in: name)
        let waits = try fair.shake(ben, in: name, with: ["code": "later"])
        let also = try fair.shake(cleo, in: name, with: ["code": "later"])
        #expect(won.outcome.won == 10)
        let code = "campaigns.\(name == "tries" ? "attempts-per-user" : "attempts-per-user-and-day")"
        // Nobody was merged into who shook this: settled as ever, and taken back by the merge.
        #expect(try settle(also, at: fair).moved == 10)
        #expect(try join("\(name)-b", into: "\(name)-a", at: fair) == 0)
        #expect(try join("\(name)-c", into: "\(name)-a", at: fair) == 1)
        for answer in [waits, also] { try expectRefused(answer, code, at: fair) }
        #expect(try fair.coins(ada) == 10)
      }
      try fair.verify()
    }
  }

  @Test func ofTwoThatWaitOneCounts() throws {
    try Fair.with { fair in
      try fair.open(caps: Campaign.Caps(attemptsPerUserAndDay: 1))
      let (ada, ben) = (try fair.user("ada"), try fair.user("ben"))
      let first = try fair.shake(ada, with: ["code": "later"])
      let second = try fair.shake(ben, with: ["code": "later"])
      fair.pass(seconds: 86_400)
      let next = try fair.shake(ben, with: ["code": "later"])
      #expect(try join("ben", into: "ada", at: fair) == 0)
      #expect(try settle(second, at: fair).moved == 10)
      try expectRefused(first, "campaigns.attempts-per-user-and-day", at: fair)
      #expect(try settle(next, at: fair).moved == 10)
      #expect(try settle(second, at: fair).moved == 0, "a repeat moves nothing")
      #expect(try fair.coins(ada) == 20)
      try fair.verify()
    }
  }
}
