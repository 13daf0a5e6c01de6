import CoinsContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Holds on wallets and budgets, and their end.
@Suite struct HoldTests {
  @Test func aHoldOnABudgetIsCapturedWithAnExpiry() throws {
    try Till.with { till in
      try till.openBudget("spring")
      try till.post(.fund(100, to: .budget("spring")))
      let hold = try till.post(.hold(30, from: .budget("spring"), to: .user(1))).transfer
      #expect(try till.balance(.budget("spring")) == Balance(posted: 100, held: 30, available: 70))
      #expect(try till.balance(.user(1)).posted == 0)
      try expectRefused(.expiresBeforeItHappened, .capture(hold, expires: .at(till.now)), at: till)
      try till.post(.capture(hold, amount: 20, expires: .at(till.days(30))))
      #expect(try till.balance(.budget("spring")) == Balance(posted: 80, held: 0, available: 80))
      #expect(try till.lots(.user(1)) == [Remainder(20, till.days(30))])
      try till.verify()
    }
  }

  @Test func partOfAHoldTakesTheSoonestToExpireAndGivesBackTheRest() throws {
    try Till.with { till in
      for days in [3, 1, 2] as [Int64] { try till.post(.issue(10, to: .user(1), expires: .at(till.days(days)))) }
      let hold = try till.post(.hold(25, from: .user(1), to: .user(2))).transfer
      #expect(try till.lots(.user(1)) == [Remainder(5, till.days(3))])
      try till.post(.capture(hold, amount: 12))
      #expect(try till.lots(.user(2)) == [Remainder(10, till.days(1)), Remainder(2, till.days(2))])
      #expect(try till.lots(.user(1)) == [Remainder(8, till.days(2)), Remainder(10, till.days(3))])
      try till.verify()
    }
  }

  /// An expiry that would change nothing is refused, whoever gets the coins.
  @Test func coinsOfAUserKeepTheirExpiryWhenTheyAreCaptured() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(5))))
      let (one, other) = (
        try till.post(.hold(4, from: .user(1))).transfer, try till.post(.hold(3, from: .user(1), to: .user(2))).transfer
      )
      for hold in [one, other] {
        try expectRefused(.expiryIsKept(hold), .capture(hold, expires: .at(till.days(30))), at: till)
        try expectRefused(.expiryIsKept(hold), .capture(hold, amount: 1, expires: .at(till.days(30))), at: till)
        try till.post(.capture(hold))
      }
      #expect(try till.lots(.user(2)) == [Remainder(3, till.days(5))])
      try till.verify()
    }
  }

  @Test func amongEqualsTheNewestComesBackFirst() throws {
    try Till.with { till in
      for _ in 0..<3 { try till.post(.issue(10, to: .user(1), expires: .at(till.days(1)))) }
      let hold = try till.post(.hold(25, from: .user(1))).transfer
      try till.post(.capture(hold, amount: 12))
      #expect(try till.rows("SELECT lot, remaining FROM coins_lots", columns: 2) == ["1|0", "2|8", "3|10"])
      try till.verify()
    }
  }

  @Test func aHoldThatHasTimedOutCannotBeCaptured() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1)))
      let hold = try till.post(.hold(6, from: .user(1), timesOut: .at(till.days(1)))).transfer
      till.home.clock.advance(byMicroseconds: Timestamp.day - 1)
      try expectRefused(.exceedsHold(hold, held: 6, wanted: 7), .capture(hold, amount: 7), at: till)
      till.home.clock.advance(byMicroseconds: 1)
      try expectRefused(.holdTimedOut(hold), .capture(hold), at: till)
      // A clock that is put back does not wake it once it was timed out.
      try till.sweep()
      till.advance(days: -1)
      try expectRefused(.holdResolved(hold, by: .timeOut), .capture(hold), at: till)
    }
  }

  @Test func theNextDebitFreesWhatHasTimedOut() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(9))))
      let hold = try till.post(.hold(6, from: .user(1), timesOut: .at(till.days(1)))).transfer
      let lasting = try till.post(.hold(2, from: .user(1))).transfer
      try expectRefused(
        .insufficient(account: .user(1), available: 2, wanted: 8), .redeem(8, from: .user(1)), at: till)
      till.advance(days: 1)
      try till.post(.redeem(8, from: .user(1)))
      #expect(try till.kinds(from: 4) == [.timeOut, .redeem])
      #expect(try till.balance(.user(1)) == Balance(posted: 2, held: 2, available: 0))
      try expectRefused(.holdResolved(hold, by: .timeOut), .void(hold), at: till)
      try till.post(.capture(lasting))
      try till.verify()
    }
  }

  @Test func theSweepTimesHoldsOutAndThenExpiresWhatTheyGaveBack() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(2))))
      try till.post(.hold(6, from: .user(1), timesOut: .at(till.days(1))))
      till.advance(days: 3)
      #expect(try till.sweep() == Ledger.Swept(holds: 1, lots: 1, coins: 10))
      #expect(try till.sweep() == Ledger.Swept())
      #expect(try till.balance(.expired).posted == 10)
      #expect(try till.balance(.user(1)) == Balance(posted: 0, held: 0, available: 0))
      try till.verify()
    }
  }

  @Test func aHoldIsVoidedEvenAfterItsTime() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1)))
      let hold = try till.post(.hold(6, from: .user(1), timesOut: .after(Period(days: 1)))).transfer
      till.advance(days: 2)
      #expect(try till.post(.void(hold)).kind == .void)
      #expect(try till.balance(.user(1)) == Balance(posted: 10, held: 0, available: 10))
    }
  }
}
