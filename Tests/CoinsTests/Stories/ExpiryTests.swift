import CoinsContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Lots and the passing of time.
@Suite struct ExpiryTests {
  @Test func theSoonestToExpireGoFirstAndTheOldestAmongEquals() throws {
    try Till.with { till in
      for days in [3, 1, 1, 2] as [Int64] { try till.post(.issue(10, to: .user(1), expires: .at(till.days(days)))) }
      try till.post(.issue(10, to: .user(1)))
      try till.post(.redeem(32, from: .user(1)))
      #expect(
        try till.rows("SELECT lot, amount FROM coins_draws ORDER BY lot", columns: 2) == [
          "1|2", "2|10", "3|10", "4|10",
        ])
      try till.post(.redeem(13, from: .user(1)))
      #expect(try till.lots(.user(1)) == [Remainder(5, nil)])
      try till.verify()
    }
  }

  /// What no calendar writes is refused, not kept as a moment that can't be read again.
  @Test func nothingExpiresBehindTheCalendar() throws {
    try Till.with { till in
      let last = try #require(Timestamp("9999-12-31T23:59:59Z"))
      try till.post(.issue(10, to: .user(1), expires: .at(last)))
      try expectRefused(
        .expiresBeyondCalendar, .issue(10, to: .user(1), expires: .at(last.advanced(byMicroseconds: 1_000_000))),
        at: till)
      try expectRefused(
        .expiresBeyondCalendar, .issue(10, to: .user(1), expires: .after(try #require(Period("P9999Y")))), at: till)
    }
  }

  @Test func expiredCoinsCannotBeSpentEvenBeforeTheSweep() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(1))))
      try till.post(.issue(3, to: .user(1)))
      till.home.clock.advance(byMicroseconds: Timestamp.day - 1)
      #expect(try till.balance(.user(1)).available == 13)
      till.home.clock.advance(byMicroseconds: 1)
      #expect(try till.balance(.user(1)) == Balance(posted: 13, held: 0, available: 3))
      try expectRefused(
        .insufficient(account: .user(1), available: 3, wanted: 4), .redeem(4, from: .user(1)), at: till)
      try till.post(.redeem(3, from: .user(1)))
      #expect(try till.balance(.user(1)) == Balance(posted: 10, held: 0, available: 0))
    }
  }

  @Test func theSweepBooksEachLotAtItsMomentAndOnce() throws {
    try Till.with { till in
      let (first, second) = (till.days(1), till.days(2))
      try till.post(.issue(10, to: .user(1), expires: .at(second)))
      try till.post(.issue(7, to: .user(2), expires: .at(first)))
      try till.post(.issue(5, to: .user(2), expires: .at(till.days(50))))
      till.advance(days: 10)
      #expect(try till.sweep(limit: 1) == Ledger.Swept(holds: 0, lots: 1, coins: 7))
      #expect(try till.sweep(limit: 1) == Ledger.Swept(holds: 0, lots: 1, coins: 10))
      let before = try till.snapshot()
      #expect(try till.sweep() == Ledger.Swept())
      #expect(try till.snapshot() == before)
      #expect(
        try till.rows("SELECT at, amount FROM coins_transfers WHERE kind = 6 ORDER BY transfer", columns: 2) == [
          "\(first.microseconds)|7", "\(second.microseconds)|10",
        ])
      #expect(try till.balance(.expired).posted == 17)
      try till.verify()
    }
  }

  @Test func aBackdatedGrantExpiresFromItsOwnDay() throws {
    try Till.with { till in
      var grant = CoinsContract.Operation.issue(10, to: .user(1), expires: .after(Period(days: 5)))
      grant.at = till.days(-3)
      try till.post(grant)
      #expect(try till.lots(.user(1)) == [Remainder(10, till.days(2))])
      grant.at = till.days(-7)
      try till.post(grant)
      // Granted and over: it is there, and can't be spent any more.
      #expect(try till.balance(.user(1)) == Balance(posted: 20, held: 0, available: 10))
      #expect(try till.rows("SELECT at FROM coins_transfers", columns: 1).contains("\(till.days(-7).microseconds)"))
      try till.verify()
    }
  }

  @Test(arguments: [
    ("2027-01-31T10:30:00Z", "P1M", "2027-02-28T10:30:00Z"), ("2028-01-31T10:30:00Z", "P1M", "2028-02-29T10:30:00Z"),
    ("2028-02-29T00:00:00Z", "P12M", "2029-02-28T00:00:00Z"), ("2027-02-28T23:59:59Z", "P12M", "2028-02-28T23:59:59Z"),
    ("2027-08-31T00:00:00Z", "P6M", "2028-02-29T00:00:00Z"), ("2027-10-31T12:00:00Z", "P1M1D", "2027-12-01T12:00:00Z"),
    ("2027-12-31T12:00:00Z", "P1Y", "2028-12-31T12:00:00Z"), ("2027-03-31T12:00:00Z", "P1M", "2027-04-30T12:00:00Z"),
  ])
  func aPeriodEndsWithTheMonth(_ start: String, _ period: String, _ end: String) throws {
    let (moment, expected) = (try #require(Timestamp(start)), try #require(Timestamp(end)))
    let expiry: Expiry = try #require(Expiry(period))
    try Till.with { till in
      var grant = CoinsContract.Operation.issue(1, to: .user(1), expires: expiry)
      grant.at = moment
      try till.post(grant)
      till.home.clock.set(moment)
      grant.at = nil
      try till.post(grant)
      #expect(try till.lots(.user(1)) == [Remainder(1, expected), Remainder(1, expected)])
    }
  }

  @Test func aDateIsGoodUntilTheDayIsOver() throws {
    let end = try #require(Timestamp("2027-07-01T00:00:00Z"))
    #expect(Expiry("2027-06-30") == .at(end))
  }
}
