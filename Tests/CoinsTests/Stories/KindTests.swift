import CoinsContract
import QixKernel
import QixTesting
import Testing

@testable import Coins

/// What each kind of transfer does to the accounts on both sides.
@Suite struct KindTests {
  private func expect(
    _ till: Till, _ account: AccountReference, posted: Int64, held: Int64 = 0,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let balance = try till.balance(account)
    #expect(balance.posted == posted && balance.held == held, "\(account): \(balance)", sourceLocation: location)
  }

  @Test func issuingMakesCoins() throws {
    try Till.with { till in
      let outcome = try till.post(.issue(50, to: .user(1), expires: .at(till.days(1))))
      #expect(outcome.kind == .issue && outcome.amount == 50 && !outcome.isReplay)
      try expect(till, .issuer, posted: -50)
      try expect(till, .user(1), posted: 50)
      #expect(try till.lots(.user(1)) == [Remainder(50, till.days(1))])
      #expect(try till.balance(.issuer).available == .max - 50)
      try till.verify()
    }
  }

  @Test func aBudgetGivesWhatWasPutIntoIt() throws {
    try Till.with { till in
      try till.openBudget("spring")
      try till.openBudget("summer")
      try till.post(.fund(100, to: .budget("spring")))
      try till.post(.issue(30, from: .budget("spring"), to: .user(1)))
      try till.post(.transfer(50, from: .budget("spring"), to: .budget("summer")))
      try expect(till, .budget("spring"), posted: 20)
      try expect(till, .budget("summer"), posted: 50)
      try expect(till, .issuer, posted: -100)
      #expect(
        try till.refusal(of: .issue(21, from: .budget("spring"), to: .user(1)))
          == .insufficient(account: .budget("spring"), available: 20, wanted: 21))
      try till.verify()
    }
  }

  @Test func importingBringsOverABalance() throws {
    try Till.with { till in
      #expect(try till.post(.import(7, to: .user(1), expires: .at(till.days(3)))).kind == .import)
      try expect(till, .issuer, posted: -7)
      #expect(try till.lots(.user(1)) == [Remainder(7, till.days(3))])
    }
  }

  @Test func redeemingSpends() throws {
    try Till.with { till in
      try till.post(.issue(50, to: .user(1)))
      try till.post(.redeem(20, from: .user(1)))
      try expect(till, .user(1), posted: 30)
      try expect(till, .redeemed, posted: 20)
      #expect(try till.lots(.user(1)) == [Remainder(30, nil)])
    }
  }

  @Test func aTransferKeepsExpiriesAndDividesLots() throws {
    try Till.with { till in
      for (amount, days) in [(10, 2), (10, 1), (5, 2)] as [(Int64, Int64)] {
        try till.post(.issue(amount, to: .user(1), expires: .at(till.days(days))))
      }
      try till.post(.issue(10, to: .user(1)))
      try till.post(.transfer(27, from: .user(1), to: .user(2)))
      #expect(
        try till.lots(.user(2)) == [
          Remainder(10, till.days(1)), Remainder(15, till.days(2)), Remainder(2, nil),
        ])
      #expect(try till.lots(.user(1)) == [Remainder(8, nil)])
      try till.verify()
    }
  }

  @Test func aHoldReservesAndACapturePosts() throws {
    try Till.with { till in
      try till.post(.issue(50, to: .user(1), expires: .at(till.days(9))))
      let hold = try till.post(.hold(20, from: .user(1), to: .user(2)))
      try expect(till, .user(1), posted: 50, held: 20)
      try expect(till, .user(2), posted: 0)
      #expect(try till.balance(.user(1)).available == 30)
      try till.post(.capture(hold.transfer, amount: 15))
      try expect(till, .user(1), posted: 35)
      #expect(try till.lots(.user(2)) == [Remainder(15, till.days(9))])
      #expect(try till.lots(.user(1)) == [Remainder(35, till.days(9))])
      try till.verify()
    }
  }

  @Test func voidingGivesBack() throws {
    try Till.with { till in
      try till.post(.issue(50, to: .user(1)))
      let hold = try till.post(.hold(50, from: .user(1)))
      #expect(
        try till.refusal(of: .redeem(1, from: .user(1)))
          == .insufficient(account: .user(1), available: 0, wanted: 1))
      #expect(try till.post(.void(hold.transfer)).amount == 50)
      try till.post(.redeem(50, from: .user(1)))
      try expect(till, .user(1), posted: 0)
      try till.verify()
    }
  }

  @Test func theIssuerHasALimit() throws {
    try Till.with { till in
      try till.post(.issue(.max, to: .user(1)))
      try expect(till, .user(1), posted: .max)
      #expect(
        try till.refusal(of: .issue(1, to: .user(2)))
          == .insufficient(account: .issuer, available: 0, wanted: 1))
      try till.post(.redeem(.max, from: .user(1)))
      try expect(till, .redeemed, posted: .max)
      try till.verify()
    }
  }
}
