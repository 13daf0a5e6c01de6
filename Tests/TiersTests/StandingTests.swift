import CoinsContract
import IdentityContract
import QixFormats
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Tiers

/// What loyalty programmes get wrong: rank by balance, rank that stays after the coins were taken back.
@Suite struct StandingTests {
  @Test func earningLeadsUpAndSpendingNotDown() throws {
    try Rows.with { rows in
      #expect(try rows.tier() == "none")
      try rows.done("coins issue --to mia --amount 999")
      #expect(try rows.tier() == "none")
      try rows.done("coins issue --to mia --amount 1")
      #expect(try rows.tier() == "silver")
      try rows.done("coins redeem --from mia --amount 1000")
      #expect(try rows.tier() == "silver")
      let page = try rows.page()
      #expect(page["next"] == "gold" && page["missing"] == 4000 && page["earned"] == 1000)
      #expect(page["holds_until"] == "2029-01-01T00:00:00Z" && page["count_ends"] == "2028-01-01T00:00:00Z")
    }
  }

  @Test func whatWasReachedHoldsForAYearMore() throws {
    try Rows.with { rows in
      try rows.done("coins issue --to mia --amount 5000")
      #expect(try rows.tier() == "gold")
      try rows.set("2028-12-31T23:59:59Z")
      #expect(try rows.tier() == "gold")
      let page = try rows.page()
      #expect(page["earned"] == 0 && page["earned_before"] == 5000 && page["holds_until"] == "2029-01-01T00:00:00Z")
      try rows.set("2029-01-01T00:00:00Z")
      #expect(try rows.tier() == "none")
      #expect(try rows.tier(at: "2028-07-01") == "gold")
    }
  }

  @Test func whatIsTakenBackTakesTheTierAlong() throws {
    try Rows.with { rows in
      let transfer = try rows.done("coins issue --to mia --amount 5000 --quiet").split(separator: "\n").joined()
      #expect(try rows.tier() == "gold")
      try rows.done("coins reverse \(transfer) --amount 1")
      #expect(try rows.tier() == "silver")
      try rows.done("coins reverse \(transfer)")
      #expect(try rows.tier() == "none")
    }
  }

  @Test func importsGiftsAndReturnsAreNotEarned() throws {
    try Rows.with { rows in
      try rows.done("user create --external-id ben")
      try rows.done("coins issue --to ben --amount 3000")
      try rows.done("coins transfer --from ben --to mia --amount 2000")
      try rows.home.done("coins import --file -", input: "user,amount\nmia,7000\n")
      #expect(try rows.tier() == "none")
      #expect(try rows.tier(of: "ben") == "silver")
      // What comes back of a redemption was earned before.
      let redeemed = try rows.done("coins redeem --from mia --amount 9000 --quiet").split(separator: "\n").joined()
      try rows.done("coins reverse \(redeemed)")
      #expect(try rows.tier() == "none")
    }
  }

  @Test func aBudgetsCoinsAreEarnedWhenTheyAreCaptured() throws {
    try Rows.with { rows in
      try rows.done("budget create summer")
      try rows.done("budget fund summer --amount 3000")
      try rows.done("coins issue --to mia --amount 400 --from budget:summer")
      let hold = try rows.done("coins hold --from budget:summer --to mia --amount 2000 --quiet").split(separator: "\n")
        .joined()
      #expect(try rows.tier() == "none")
      try rows.done("coins capture \(hold) --amount 600")
      #expect(try rows.tier() == "silver")
    }
  }

  @Test func mergedUsersStandWhereTheirCoinsDo() throws {
    try Rows.with { rows in
      try rows.done("user create --external-id ben")
      try rows.done("coins issue --to ben --amount 3000")
      let transfer = try rows.done("coins issue --to mia --amount 2000 --quiet").split(separator: "\n").joined()
      try rows.done("user merge mia --into ben --yes")
      #expect(try rows.tier(of: "ben") == "gold")
      // What had been given to the one is taken back from both.
      try rows.done("coins reverse \(transfer)")
      #expect(try rows.tier(of: "ben") == "silver")
    }
  }

  @Test func whatHappenedEarlierCountsForThen() throws {
    try Rows.with { rows in
      try rows.done("coins issue --to mia --amount 5000 --at 2026-12-31T23:59:59Z --reason late")
      #expect(try rows.page()["earned"] == 0)
      #expect(try rows.tier() == "gold")
      try rows.done("setting set tiers.time-zone Europe/Madrid")
      #expect(try rows.page()["earned"] == 5000)
    }
  }

  @Test func aRollingPeriodMovesAlong() throws {
    try Rows.with { rows in
      try rows.done("setting set tiers.period P30D")
      try rows.done("coins issue --to mia --amount 1000")
      try rows.set("2027-06-09T23:00:00Z")
      #expect(try rows.tier() == "silver")
      #expect(try rows.page()["holds_until"] == .null)
      try rows.set("2027-06-10T00:00:00Z")
      #expect(try rows.tier() == "none")
    }
  }

  /// The walk through one wallet and the one query over all tell the same, whatever was done in whatever order.
  @Test func theReportCountsWhatEachPageTells() throws {
    let seed = Seed(for: "TiersTests")
    var random = SeededGenerator(seed)
    try Rows.with { rows in
      for number in 0..<8 { try rows.done("user create --external-id u\(number)") }
      var transfers: [String] = []
      for step in 0..<120 {
        let user = "u\(Int.random(in: 0..<8, using: &random))"
        let amount = Int.random(in: 1...3000, using: &random)
        if step % 20 == 19 { rows.home.clock.advance(byMicroseconds: 40 * Timestamp.day) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2:
          transfers.append(
            try rows.done("coins issue --to \(user) --amount \(amount) --quiet").split(separator: "\n").joined())
        case 3: _ = try rows.home.qix("coins redeem --from \(user) --amount \(amount)")
        case 4:
          if let transfer = transfers.randomElement(using: &random) {
            _ = try rows.home.qix("coins reverse \(transfer) --amount \(amount / 10 + 1)")
          }
        default: _ = try rows.home.qix("coins transfer --from \(user) --to u0 --amount \(amount)")
        }
      }
      try rows.done("user merge u7 --into u6 --yes")
      let report = try JSONValue(parsing: try rows.done("tier report --json"))
      var counted: [String: Int64] = [:]
      for number in 0..<7 { counted[try rows.tier(of: "u\(number)"), default: 0] += 1 }
      for row in try #require(report["tiers"]?.array) where row["tier"] != "none" {
        let name = try #require(row["tier"]?.string)
        #expect(row["users"] == .integer(counted[name] ?? 0), "\(name), seed \(seed)")
      }
    }
  }
}
