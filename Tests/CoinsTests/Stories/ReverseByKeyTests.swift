import CoinsContract
import Foundation
import QixCommands
import QixFormats
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A transfer that is taken back is named as `coins show` takes it: who complains has an order's number, no id.
@Suite struct ReverseByKeyTests {
  @Test func anOrdersNumberNamesTheTransfer() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("coins issue --to ada --amount 40 --idempotency-key order-3")
      try shop.done("coins reverse order-3 --amount 5 --reason wrong --idempotency-key case-1")
      #expect(try shop.coins("ada") == 35)
      let again = try shop.done("coins reverse order-3 --amount 5 --reason wrong --idempotency-key case-1")
      #expect(again.contains("replayed"))
      #expect(try shop.coins("ada") == 35)
      let transfer = try shop.done("coins show order-3 --quiet")
      #expect(
        try shop.done("coins prove order-3") == shop.done("coins prove \(transfer.trimmingCharacters(in: .newlines))"))
      try shop.done("coins reverse \(transfer.trimmingCharacters(in: .newlines)) --reason wrong")
      #expect(try shop.coins("ada") == 0)
      try shop.done("coins verify")
    }
  }

  /// Whose coins a correction takes is in its answer: the grant's own first, then those of others, which are named.
  @Test func aCorrectionNamesTheGrantsThatItTookFrom() throws {
    try Shop.with { (shop: Shop) throws in
      func id(_ key: String) throws -> String {
        try shop.done("coins show \(key) --quiet").trimmingCharacters(in: .newlines)
      }
      try shop.done("coins issue --to ada --amount 40 --idempotency-key order-3")
      try shop.done("coins issue --to ada --amount 40 --idempotency-key order-4")
      try shop.done("coins redeem --from ada --amount 35 --idempotency-key coffee")
      let line = "coins reverse order-3 --reason wrong --json"
      let refused = try shop.home.qix(line)
      #expect(refused.exitCode == 6 && refused.errors.contains("coins.spent-since"), "\(refused)")
      let own = try JSONValue(parsing: shop.done("\(line) --amount 5 --dry-run"))
      #expect(try own["reverses"]?.string == id("order-3") && own["took_from"]?.array?.map(\.string) == [id("order-3")])
      for _ in 0..<2 {
        let outcome = try shop.home.qix("\(line) --from-any --idempotency-key case-1")
        let took = try JSONValue(parsing: outcome.output)["took_from"]?.array?.map(\.string)
        #expect(try took == [id("order-3"), id("order-4")], "\(outcome)")
        #expect(
          try outcome.errors.contains("35 coins came from other grants") && outcome.errors.contains(id("order-4")))
      }
      // What a refund gives back was taken from no grant.
      let refund = try shop.done("coins reverse coffee --amount 5 --reason returned --json")
      #expect(try refund.contains(id("coffee")) && !refund.contains("took_from"), "\(refund)")
      try shop.done("coins verify")
    }
  }

  @Test func aNumberThatNothingCameWithSaysWhereToLook() throws {
    try Shop.with { (shop: Shop) throws in
      let outcome = try shop.home.qix("coins reverse order-4 --reason wrong")
      #expect(outcome.exitCode == 3, "\(outcome)")
      #expect(try outcome.errors == shop.home.qix("coins show order-4").errors)
    }
  }
}
