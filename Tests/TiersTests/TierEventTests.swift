import Foundation
import QixFormats
import QixKernel
import QixTesting
import Testing

@testable import Tiers

/// Who rises or falls by coins is told of it, with the coins.
@Suite struct TierEventTests {
  private func events(_ rows: Rows, _ line: String = "event list") throws -> [String] {
    let page = try JSONValue(parsing: rows.done("\(line) --limit 1000 --json"))
    return (page["events"]?.array ?? []).filter { $0["type"]?.string?.hasPrefix("tier.") ?? false }.map {
      "\($0["type"]?.string ?? "") \($0["data"]?["tier"]?.string ?? "-")"
    }
  }

  @Test func eachRiseAndFallIsToldOnce() throws {
    try Rows.with { rows in
      try rows.done("event list")
      // Clocks show microseconds, and ids milliseconds.
      rows.home.clock.advance(byMicroseconds: 757)
      try rows.done("coins issue --to mia --amount 999 --idempotency-key a")
      #expect(try events(rows).isEmpty)
      try rows.done("coins issue --to mia --amount 1 --idempotency-key b")
      #expect(try events(rows) == ["tier.reached silver"])
      // The same again, and what is spent: nothing is earned.
      try rows.done("coins issue --to mia --amount 1 --idempotency-key b")
      try rows.done("coins redeem --from mia --amount 1000 --idempotency-key c")
      try rows.done("coins issue --to mia --amount 100 --idempotency-key e")
      #expect(try events(rows) == ["tier.reached silver"])
      // Two tiers at once are one rise.
      try rows.done("coins issue --to mia --amount 30000 --idempotency-key f")
      #expect(try events(rows) == ["tier.reached silver", "tier.reached platinum"])
      try rows.done("coins reverse f --reason mistake --amount 20000")
      #expect(try events(rows).last == "tier.lost platinum")
      try rows.done("coins reverse f --reason mistake")
      #expect(try events(rows).last == "tier.lost gold")
      #expect(try rows.tier() == "silver")
      // Users are told of themselves.
      #expect(
        try events(rows, "user events mia") == [
          "tier.reached silver", "tier.reached platinum", "tier.lost platinum", "tier.lost gold",
        ])
    }
  }

  @Test func aFileTellsEachUserOnce() throws {
    try Rows.with { rows in
      try rows.done("user create --external-id ben")
      try rows.done("event list")
      let file = "\(rows.home.path)/may.csv"
      try "user,amount,key\nmia,600,1\nben,400,2\nmia,600,3\nben,500,4\nmia,600,5\n".write(
        toFile: file, atomically: false, encoding: .utf8)
      try rows.done("coins issue --file \(file) --dry-run")
      #expect(try events(rows).isEmpty)
      try rows.done("coins issue --file \(file)")
      #expect(try events(rows) == ["tier.reached silver"])
      // A change of the tiers moves everybody at once, and is told by nobody; what was told of the tier stays.
      try rows.done("tier set silver --from 900")
      try rows.done("coins issue --to ben --amount 5 --idempotency-key 6")
      #expect(try events(rows) == ["tier.reached silver"])
      try rows.done("tier create bronze --from 1000")
      #expect(try events(rows) == ["tier.reached silver"])
    }
  }

  /// Nobody reads coins, and tiers are told all the same; nobody reads anything, and nothing is looked up.
  @Test func whoReadsTiersAloneIsTold() throws {
    try Rows.with { rows in
      try rows.done("event list --type tier.reached")
      try rows.done("coins issue --to mia --amount 1000 --idempotency-key a")
      #expect(try events(rows, "event list --type tier.reached") == ["tier.reached silver"])
    }
  }
}
