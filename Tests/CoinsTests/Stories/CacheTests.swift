import CoinsContract
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// What a ledger remembers must never differ from what is stored.
@Suite struct CacheTests {
  @Test func aBudgetMetByItsHoldIsTheBudgetMetByItsName() throws {
    try Till.with { till in
      try till.openBudget("spring")
      try till.post(.fund(100, to: .budget("spring")))
      let hold = try till.post(.hold(30, from: .budget("spring"), to: .user(1)))
      till.reopen()
      try till.block { ledger in
        _ = try ledger.apply(.capture(hold.transfer))
        _ = try ledger.apply(.issue(20, from: .budget("spring"), to: .user(2)))
      }
      #expect(try till.balance(.budget("spring")) == Balance(posted: 50, held: 0, available: 50))
    }
  }

  @Test func aRepeatWithAReasonStoresNothing() throws {
    try Till.with { till in
      var operation = Operation.issue(5, to: .user(1))
      operation.key = "k"
      operation.reason = "welcome"
      try till.post(operation)
      let before = try (till.count("coins_details"), till.count("qix_audit"))
      till.reopen()
      #expect(try till.post(operation).isReplay)
      operation.reason = "something else"
      #expect(try till.refusal(of: operation) == .keyConflict("k"))
      #expect(try (till.count("coins_details"), till.count("qix_audit")) == before)
    }
  }
}
