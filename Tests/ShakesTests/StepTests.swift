import CampaignsContract
import CoinsContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Synchronization
import Testing

@testable import Shakes

@Suite struct StepTests {
  private static let steps: [Campaign.ShakeUse] = [.use("steps")]

  @Test func whatIsReservedIsWonAtTheEnd() throws {
    try Fair.with { fair in
      try fair.open(types: Self.steps, award: .fixed(10), budget: 10)
      let (ada, bob) = (try fair.user("ada"), try fair.user("bob"))
      let first = try fair.shake(ada, "steps", key: "k")
      #expect(first.outcome.step == "again")
      #expect(try fair.left() == 0)
      // Nobody else gets what is reserved.
      #expect(try fair.shake(bob, "steps").outcome.refusal == "shakes.budget-spent")
      let second = try fair.shake(ada, "steps", key: "k")
      #expect(second.shake == first.shake, "it is one shake, and its key is free until it is decided")
      let last = try fair.shake(ada, "steps", with: ["end": "good"], key: "k")
      #expect(last.shake == first.shake && last.outcome.won == 10)
      #expect(try fair.coins(ada) == 10)
      #expect(try fair.home.count("shakes_pending") == 0)
      #expect(try fair.shake(ada, "steps", with: ["end": "good"], key: "k").isReplay)
      try fair.verify()
    }
  }

  @Test func refusedShakesGiveBackAndTakeBackWhatTheTypeWrote() throws {
    try Fair.with { fair in
      try fair.open(types: Self.steps, award: .fixed(10), budget: 10)
      let ada = try fair.user("ada")
      _ = try fair.shake(ada, "steps")
      #expect(try fair.home.count("steps_notes") == 1)
      // A mistake of the client's is no end.
      #expect(try fair.shake(ada, "steps", with: ["ende": "good"]).outcome.refusal == "shakes.evidence-unknown")
      #expect(try fair.home.count("shakes_pending") == 1)
      #expect(throws: StorageError.self) { try fair.shake(ada, "steps", with: ["end": "broken"]) }
      #expect(try fair.home.count("shakes_pending") == 1)
      let refused = try fair.shake(ada, "steps", with: ["end": "bad"])
      #expect(refused.outcome.refusal == "steps.bad")
      #expect(try fair.home.count("steps_notes") == 1)
      #expect(try fair.left() == 10)
      try fair.verify()
    }
  }

  @Test func aBudgetThatIsSpentAtTheEndTakesBackWhatTheTypeWrote() throws {
    try Fair.with { fair in
      try fair.open(
        types: [.use("steps", ["reserves": false])], award: .fixed(10), budget: 10)
      let (ada, bob) = (try fair.user("ada"), try fair.user("bob"))
      _ = try fair.shake(ada, "steps")
      #expect(try fair.shake(bob, "steps", with: ["end": "good"]).outcome.won == 10)
      #expect(try fair.shake(ada, "steps", with: ["end": "good"]).outcome.refusal == "shakes.budget-spent")
      #expect(try fair.home.count("steps_notes") == 2)
      try fair.verify()
    }
  }

  @Test func whoIsTooLateBeginsAnew() throws {
    try Fair.with { fair in
      try fair.open(types: Self.steps, award: .fixed(10), budget: 10)
      let ada = try fair.user("ada")
      let first = try fair.shake(ada, "steps")
      fair.pass(seconds: 600)
      let second = try fair.shake(ada, "steps", with: ["end": "good"])
      #expect(second.shake != first.shake && second.outcome.won == 10)
      #expect(try fair.record(first)?.refusal == "shakes.abandoned")
      try fair.verify()
    }
  }

  @Test func theNightlySweepEndsWhatNobodyWentOnWith() throws {
    try Fair.with { fair in
      try fair.open(types: Self.steps, award: .fixed(10), budget: 30)
      for name in ["ada", "bob", "cleo"] {
        _ = try fair.shake(fair.user(name), "steps")
        fair.pass(seconds: 300)
      }
      func sweep() throws -> Pipeline.Swept {
        try fair.write { connection in
          let pipeline = try Pipeline(connection, fair.tools.withLock { $0 })
          try pipeline.begin()
          let swept = try pipeline.sweep(upTo: fair.home.clock.now(), limit: 100)
          try pipeline.finish()
          return swept
        }
      }
      #expect(try sweep() == Pipeline.Swept(shakes: 2, coins: 20))
      #expect(try fair.left() == 20)
      fair.campaigns.change("summer") { $0.state = .ended }
      #expect(try sweep() == Pipeline.Swept(shakes: 1, coins: 10))
      #expect(try sweep() == Pipeline.Swept())
      try fair.verify()
    }
  }

  @Test func aHoldThatWasGivenBackByHandPaysFromTheBudget() throws {
    try Fair.with { fair in
      try fair.open(types: Self.steps, award: .fixed(10), budget: 10)
      let ada = try fair.user("ada")
      _ = try fair.shake(ada, "steps")
      let hold = try fair.database.read { connection in
        try connection.first("SELECT hold FROM shakes_pending") { try $0.identifier(0, TransferTag.self) }
      }
      let held = try #require(hold)
      #expect(try fair.home.qix("coins void \(held)").exitCode == 0)
      #expect(try fair.shake(ada, "steps", with: ["end": "good"]).outcome.won == 10)
      try fair.verify()
    }
  }

  /// It would be paid once more by its decision.
  @Test func whatIsReservedIsNotCapturedByHand() throws {
    try Fair.with { fair in
      try fair.open(types: Self.steps, award: .fixed(10), budget: 30)
      let ada = try fair.user("ada")
      _ = try fair.shake(ada, "steps")
      let found = try fair.database.read { connection in
        try connection.first("SELECT hold FROM shakes_pending") { try $0.identifier(0, TransferTag.self) }
      }
      let hold = try #require(found)
      let before = try fair.home.contents()
      let refused = try fair.home.qix("coins capture \(hold) --json")
      #expect(refused.exitCode == 5 && refused.errors.contains("coins void \(hold)"), "\(refused.errors)")
      #expect(try fair.home.contents() == before)
      #expect(try fair.shake(ada, "steps", with: ["end": "good"]).outcome.won == 10)
      // A win that was a trick is taken back in the ledger; that it was won stays so.
      let paid = try fair.database.read { connection in
        try connection.first("SELECT transfer FROM shakes_shakes") { try $0.identifier(0, TransferTag.self) }
      }
      #expect(try fair.home.qix("coins reverse \(try #require(paid)) --reason trick").exitCode == 0)
      try fair.verify()
    }
  }

  @Test func stepsAreNoShakesForThePace() throws {
    try Fair.with { fair in
      try fair.open(types: Self.steps, pace: Campaign.Pace(cooldown: 60_000_000, perMinute: 1))
      let ada = try fair.user("ada")
      for _ in 0..<3 { #expect(try fair.shake(ada, "steps").outcome.step == "again") }
      #expect(try fair.shake(ada, "steps", with: ["end": "good"]).outcome.won == 10)
    }
  }

  @Test func whatCountsUsesUpThePaceHoweverManyStepsItTook() throws {
    for (pace, code) in [
      (Campaign.Pace(cooldown: 60_000_000), "shakes.cooldown"), (Campaign.Pace(perMinute: 1), "shakes.too-fast"),
    ] {
      try Fair.with { fair in
        try fair.open(types: Self.steps, pace: pace)
        let ada = try fair.user("ada")
        // One that ends badly can be begun anew at once.
        for end in ["bad", "good"] {
          #expect(try fair.shake(ada, "steps").outcome.step == "again")
          _ = try fair.shake(ada, "steps", with: ["end": .string(end)])
        }
        #expect(try fair.shake(ada, "steps").outcome.refusal == code)
        #expect(try fair.coins(ada) == 10)
        fair.pass(seconds: 60)
        #expect(try fair.shake(ada, "steps").outcome.step == "again")
        try fair.verify()
      }
    }
  }

  /// The id of a shake under way is known before it is decided, and what is drawn follows from it.
  @Test func aDryRunForetellsNothingOfAShakeUnderWay() throws {
    try Fair.with { fair in
      try fair.open(
        types: [.use("steps", ["reserves": false])],
        award: .weighted([Award.Prize(coins: 1, weight: 1 << 31), Award.Prize(coins: 2, weight: 1 << 31)]))
      let ada = try fair.user("ada")
      let begun = try fair.shake(ada, "steps")
      let tries = try (0..<64).map { _ in
        try fair.shake(ada, "steps", with: ["end": "good"], isDryRun: true).outcome.won
      }
      // All alike by chance once in 2^63.
      #expect(Set(tries) == [1, 2])
      #expect(try fair.shake(ada, "steps", with: ["end": "good"]).shake == begun.shake)
      try fair.verify()
    }
  }
}
