import CoinsContract
import Foundation
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
      try shop.done("coins reverse \(transfer.trimmingCharacters(in: .newlines)) --reason wrong")
      #expect(try shop.coins("ada") == 0)
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
