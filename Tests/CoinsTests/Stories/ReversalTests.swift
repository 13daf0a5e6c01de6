import CoinsContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Taking transfers back.
@Suite struct ReversalTests {
  /// Three lots of ten: until tomorrow, until the day after, for ever.
  private func fill(_ till: Till) throws {
    try till.post(.issue(10, to: .user(1)))
    try till.post(.issue(10, to: .user(1), expires: .at(till.days(2))))
    try till.post(.issue(10, to: .user(1), expires: .at(till.days(1))))
  }

  private func expectLots(
    _ till: Till, _ account: AccountReference, _ amounts: [Int64], location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try till.lots(account).map(\.amount) == amounts, sourceLocation: location)
  }

  @Test func stepByStepTheVeryLotsComeBack() throws {
    try Till.with { till in
      try fill(till)
      let spent = try till.post(.redeem(25, from: .user(1))).transfer
      try expectLots(till, .user(1), [5])
      try till.post(.reverse(spent, amount: 7))
      #expect(try till.lots(.user(1)) == [Remainder(2, till.days(2)), Remainder(10, nil)])
      try till.post(.reverse(spent, amount: 10))
      try expectLots(till, .user(1), [2, 10, 10])
      #expect(try till.post(.reverse(spent)).amount == 8)
      try expectLots(till, .user(1), [10, 10, 10])
      #expect(try till.count("coins_lots") == 3)
      try expectRefused(.exceedsOriginal(spent, left: 0, wanted: 1), .reverse(spent), at: till)
      #expect(try till.balance(.redeemed).posted == 0)
      try till.verify()
    }
  }

  @Test func anIssueTakesItsOwnLotBack() throws {
    try Till.with { till in
      let last = try till.post(.issue(10, to: .user(1))).transfer
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(1))))
      try till.post(.reverse(last, amount: 4))
      #expect(try till.lots(.user(1)) == [Remainder(10, till.days(1)), Remainder(6, nil)])
      // What was spent of it is taken from the others only where that is asked for.
      try till.post(.redeem(10, from: .user(1)))
      try till.post(.redeem(3, from: .user(1)))
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(2))))
      try expectRefused(.spentSince(last, left: 3, wanted: 6), .reverse(last), at: till)
      try till.post(.reverse(last, takesOthers: true))
      #expect(try till.lots(.user(1)) == [Remainder(7, till.days(2))])
      #expect(try till.balance(.issuer).posted == -20)
      try till.verify()
    }
  }

  @Test func anIssueIsReversedAfterItsExpiryUntilTheSweep() throws {
    try Till.with { till in
      let first = try till.post(.issue(10, to: .user(1), expires: .at(till.days(1)))).transfer
      let second = try till.post(.issue(10, to: .user(2), expires: .at(till.days(1)))).transfer
      till.advance(days: 2)
      try till.post(.reverse(first))
      #expect(try till.balance(.user(1)).posted == 0)
      try till.sweep()
      try expectRefused(.spentSince(second, left: 0, wanted: 10), .reverse(second), at: till)
      let expired = try till.rows("SELECT max(transfer) FROM coins_transfers WHERE kind = 6", columns: 1)
      #expect(expired == ["4"])
      try till.verify()
    }
  }

  @Test func whatWasSpentComesBackExpiredWhereItsTimeIsUp() throws {
    try Till.with { till in
      let end = till.days(1)
      try till.post(.issue(10, to: .user(1), expires: .at(end)))
      let spent = try till.post(.redeem(10, from: .user(1))).transfer
      till.advance(days: 2)
      try till.post(.reverse(spent))
      #expect(try till.balance(.user(1)) == Balance(posted: 10, held: 0, available: 0))
      #expect(try till.lots(.user(1)) == [Remainder(10, end)])
      #expect(try till.sweep() == Ledger.Swept(holds: 0, lots: 1, coins: 10))
      try till.verify()
    }
  }

  @Test func aTransferComesBackFromItsOwnLotsFirst() throws {
    try Till.with { till in
      try fill(till)
      try till.post(.issue(5, to: .user(2), expires: .at(till.now.advanced(byMicroseconds: 1))))
      let moved = try till.post(.transfer(15, from: .user(1), to: .user(2))).transfer
      try till.post(.reverse(moved, amount: 12))
      #expect(
        try till.lots(.user(2)) == [Remainder(5, till.now.advanced(byMicroseconds: 1)), Remainder(3, till.days(2))])
      try expectLots(till, .user(1), [7, 10, 10])
      try till.post(.reverse(moved))
      try expectLots(till, .user(1), [10, 10, 10])
      try till.verify()
    }
  }

  @Test func aCaptureComesBackToTheLotsOfItsHold() throws {
    try Till.with { till in
      try fill(till)
      let hold = try till.post(.hold(18, from: .user(1), to: .user(2))).transfer
      let capture = try till.post(.capture(hold, amount: 15)).transfer
      try expectLots(till, .user(1), [5, 10])
      try till.post(.reverse(capture, amount: 6))
      #expect(try till.lots(.user(1)) == [Remainder(1, till.days(1)), Remainder(10, till.days(2)), Remainder(10, nil)])
      #expect(try till.lots(.user(2)) == [Remainder(4, till.days(1)), Remainder(5, till.days(2))])
      try till.post(.reverse(capture))
      try expectLots(till, .user(1), [10, 10, 10])
      try expectRefused(.notReversible(hold, .hold), .reverse(hold), at: till)
      try till.verify()
    }
  }

  @Test func aBudgetGetsItsCoinsBack() throws {
    try Till.with { till in
      try till.openBudget("spring")
      let fund = try till.post(.fund(50, to: .budget("spring"))).transfer
      let issue = try till.post(.issue(20, from: .budget("spring"), to: .user(1))).transfer
      let hold = try till.post(.hold(10, from: .budget("spring"), to: .user(1))).transfer
      let capture = try till.post(.capture(hold)).transfer
      try till.post(.reverse(issue))
      try till.post(.reverse(capture, amount: 4))
      #expect(try till.balance(.budget("spring")) == Balance(posted: 44, held: 0, available: 44))
      try expectRefused(
        .insufficient(account: .budget("spring"), available: 44, wanted: 50), .reverse(fund), at: till)
      try till.post(.reverse(fund, amount: 44))
      #expect(try till.balance(.issuer).posted == -6)
      try till.verify()
    }
  }
}
