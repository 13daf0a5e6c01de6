import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Shakes

/// Campaigns that are for some tiers, and campaigns that pay by tier.
@Suite struct TierRulesTests {
  @Test func aGoldUserWinsHalfAsMuchAgain() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:11 --multiplier tier")
      let (gold, plain) = (try ladder.shake("mia"), try ladder.shake("ben"))
      // 16.5, rounded down.
      #expect(gold.coins == 16 && plain.coins == 11)
      #expect(try ladder.explanation(of: gold).contains("11 coins, times 1.5 by tier: 16"))
      #expect(try ladder.explanation(of: plain).contains("times 1 by tier: 11"))
      try ladder.verify()
    }
  }

  @Test func itIsSaidThatNothingMultiplies() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:10")
      let answer = try ladder.shake("mia")
      #expect(answer.coins == 10)
      let found = try ladder.explanation(of: answer)
      #expect(!found.contains("times") && found.contains("with no multiplier: the campaign had none"), "\(found)")
    }
  }

  /// The desk answers who was promised double, from what held at that time.
  @Test func aProgramReadsTheFactor() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:10 --multiplier tier")
      func multiplier(_ user: String) throws -> JSONValue? {
        try JSONValue(parsing: ladder.home.done("shake explain \(ladder.shake(user).shake) --json"))["multiplier"]
      }
      let (gold, plain) = (try multiplier("mia"), try multiplier("ben"))
      #expect(
        gold?["by"] == "tier" && gold?["factor"]?.double == 1.5 && gold?["award"] == 10,
        "\(gold as Any)")
      #expect(plain?["by"] == "tier" && plain?["factor"]?.double == 1, "\(plain as Any)")
    }
  }

  @Test func aCapCutsTheProduct() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:10 --multiplier tier --cap-coins-per-user 20")
      #expect(try ladder.shake("mia").coins == 15)
      let cut = try ladder.shake("mia")
      #expect(cut.coins == 5)
      let found = try ladder.explanation(of: cut)
      #expect(found.contains("times 1.5 by tier: 15") && found.hasSuffix(" 5"))
      #expect(try ladder.shake("mia").refusal == "campaigns.coins-per-user")
      try ladder.verify()
    }
  }

  @Test func theBudgetPaysTheProductOrNothing() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:10 --multiplier tier", budget: 29)
      #expect(try ladder.shake("mia").coins == 15)
      let refused = try ladder.shake("mia")
      #expect(refused.refusal == "shakes.budget-spent" && refused.exitCode == 6)
      #expect(try ladder.explanation(of: refused).contains("times 1.5"))
      // What is left is enough for who is paid less.
      #expect(try ladder.shake("ben").coins == 10)
      #expect(try ladder.budget()?["available"] == 4)
      try ladder.verify()
    }
  }

  @Test func whatIsReservedIsTheProduct() throws {
    try Ladder.with(notes: true) { ladder in
      try ladder.open("--award fixed:10 --multiplier tier", type: "steps")
      #expect(try ladder.shake("mia", "steps").outcome == "needs-more")
      #expect(try ladder.budget()?["held"] == 15)
      // Who rises meanwhile gets what was reserved.
      try ladder.home.done("coins issue --to mia --amount 15000")
      let answer = try ladder.shake("mia", "steps", with: ["end": "good"])
      #expect(answer.coins == 15)
      #expect(try ladder.explanation(of: answer).contains("times 2 by tier: 20"))
      // And the next one is paid by where they stand now.
      _ = try ladder.shake("mia", "steps")
      #expect(try ladder.shake("mia", "steps", with: ["end": "good"]).coins == 20)
      #expect(try ladder.budget()?["held"] == 0)
      try ladder.verify()
    }
  }

  @Test func whoStandsTooLowIsRefusedAndToldWhatIsMissing() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:10 --condition tier:gold")
      #expect(try ladder.shake("mia").coins == 10)
      let refused = try ladder.shake("ben")
      #expect(refused.exitCode == 6 && refused.refusal == "tiers.too-low" && refused.coins == nil)
      #expect(refused.hint?.contains("5,000") == true || refused.hint?.contains("5000") == true)
      #expect(try ladder.explanation(of: refused, "refused").contains("tiers.too-low"))
      try ladder.home.done("coins issue --to ben --amount 5000")
      #expect(try ladder.shake("ben").coins == 10)
      try ladder.verify()
    }
  }

  @Test func allConditionsMustBeMet() throws {
    try Ladder.with { ladder in
      try ladder.home.done("segment create friends")
      try ladder.open("--award fixed:10 --condition tier:silver --condition segment:friends")
      #expect(try ladder.shake("mia").refusal == "campaigns.not-in-segment")
      try ladder.home.done("segment import friends --file -", input: "user\nmia\nben\n")
      #expect(try ladder.shake("mia").coins == 10)
      #expect(try ladder.shake("ben").refusal == "tiers.too-low")
    }
  }

  @Test func aTierThatWasRemovedLetsNobodyIn() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:10 --condition tier:gold")
      try ladder.home.done("tier remove gold --confirm gold")
      #expect(try ladder.shake("mia").refusal == "tiers.removed")
      let doctor = try ladder.home.qix("doctor --json").output
      #expect(doctor.contains("no user can take part"))
      // Taking the condition away hurts nobody.
      try ladder.home.done("campaign rules summer --condition none")
      #expect(try ladder.shake("mia").coins == 10)
    }
  }

  @Test func aModuleThatIsSwitchedOffLetsNobodyInAndPaysNobodyLess() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:10 --condition tier:gold --multiplier tier")
      #expect(try ladder.shake("mia", without: ["tiers"]).refusal == "identity.condition-unknown")
      try ladder.home.done("campaign rules summer --condition none")
      #expect(try ladder.shake("mia", without: ["tiers"]).refusal == "shakes.multiplier-off")
      let doctor = try ladder.run(["doctor", "--json"], without: ["tiers"])
      #expect(doctor.output.contains("campaign summer") && doctor.output.contains("the multiplier 'tier'"))
      #expect(try ladder.shake("mia").coins == 15)
    }
  }

  @Test func theSameKeyHasTheSameAnswerWhateverBecameOfTheTier() throws {
    try Ladder.with { ladder in
      try ladder.open("--award fixed:10 --condition tier:gold --multiplier tier")
      let (first, refused) = (try ladder.shake("mia", key: "one"), try ladder.shake("ben", key: "two"))
      try ladder.home.done("tier set gold --from 6000 --multiplier 2")
      try ladder.home.done("coins issue --to ben --amount 6000")
      let again = try ladder.shake("mia", key: "one")
      #expect(again.shake == first.shake && again.coins == 15 && again.isReplay == true)
      #expect(try ladder.explanation(of: again).contains("times 1.5 by tier: 15"))
      let other = try ladder.shake("ben", key: "two")
      #expect(other.shake == refused.shake && other.refusal == "tiers.too-low" && other.hint == refused.hint)
      #expect(try ladder.shake("mia", key: "three").refusal == "tiers.too-low")
      #expect(try ladder.shake("ben", key: "four").coins == 20)
    }
  }

  /// A drawn number decides what the award is, the tier what is paid; the root over the draws has what was paid.
  @Test func drawsAreVerifiedWithWhatWasPaid() throws {
    try Ladder.with { ladder in
      try ladder.home.makeVault()
      try ladder.open("--award weighted:10x1,20x1 --multiplier tier --draw-window P1D")
      for _ in 0..<4 {
        let coins = try #require(try ladder.shake("mia").coins)
        #expect(coins == 15 || coins == 30)
      }
      ladder.home.clock.advance(byMicroseconds: 2 * Timestamp.day)
      // A window is over when something was written behind its end.
      try ladder.home.done("user create --external-id cleo")
      let closed = try ladder.home.done("draw list --campaign summer --state closed --quiet").split(separator: "\n")
      let first = try #require(try closed.first { try ladder.home.done("draw export \($0)").contains("shk_") })
      try ladder.home.done("draw reveal \(first)")
      try ladder.home.done("draw verify \(first)")
      #expect(try ladder.home.done("draw export \(first)").split(separator: "\n").count == 5)
    }
  }
}
