import CoinsContract
import QixKernel
import QixModule
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// A period is counted by the installation's clock, once, when something is booked.
@Suite struct PeriodZoneTests {
  private func with(_ zone: String, at start: String, _ body: (Till) throws -> Void) throws {
    try Till.with { till in
      till.home.clock.set(try #require(Timestamp(start)))
      try till.use(zone)
      try body(till)
    }
  }

  @Test(arguments: [
    // From 1 March to 1 April, where it is five and a half hours later than in Greenwich.
    ("Asia/Kolkata", "2027-02-28T18:30:00Z", "P13M", "2028-03-31T18:30:00Z"),
    // From noon to noon, over a night of 23 hours; and to a time that is skipped, and to one that comes twice.
    ("Europe/Berlin", "2027-03-27T11:00:00Z", "P1D", "2027-03-28T10:00:00Z"),
    ("Europe/Berlin", "2027-03-27T01:30:00Z", "P1D", "2027-03-28T01:30:00Z"),
    ("Europe/Berlin", "2027-10-30T00:30:00Z", "P1D", "2027-10-31T00:30:00Z"),
    // 31 January is a day later in Greenwich, or a day earlier.
    ("Europe/Berlin", "2027-01-30T23:30:00Z", "P1M", "2027-02-27T23:30:00Z"),
    ("America/Sao_Paulo", "2027-02-01T02:30:00Z", "P1M", "2027-03-01T02:30:00Z"),
    ("America/Sao_Paulo", "2027-01-31T02:30:00Z", "P1M", "2027-03-01T02:30:00Z"),
    ("Pacific/Apia", "2027-01-31T10:30:00Z", "P1Y", "2028-01-31T10:30:00Z"),
    ("UTC", "2027-01-31T10:30:00Z", "P1M", "2027-02-28T10:30:00Z"),
  ])
  func itEndsAtTheSameTimeOfDayThere(_ zone: String, _ start: String, _ period: String, _ end: String) throws {
    let (moment, expected) = (try #require(Timestamp(start)), try #require(Timestamp(end)))
    let expiry: Expiry = try #require(Expiry(period))
    try with(zone, at: start) { till in
      try till.post(.issue(5, to: .user(2)))
      // Twice in one block, as lines of a file.
      try till.block { ledger in
        for _ in 1...2 { _ = try ledger.apply(.issue(1, to: .user(1), expires: expiry)) }
        _ = try ledger.apply(.hold(5, from: .user(2), timesOut: expiry))
      }
      till.home.clock.advance(byMicroseconds: 3_600_000_000)
      var earlier = CoinsContract.Operation.issue(1, to: .user(1), expires: expiry)
      earlier.at = moment
      try till.post(earlier)
      #expect(try till.lots(.user(1)) == Array(repeating: Remainder(1, expected), count: 3))
      #expect(try till.rows("SELECT times_out_at FROM coins_holds", columns: 1) == ["\(expected.microseconds)"])
      try till.verify()
    }
  }

  @Test func hoursAreHours() throws {
    try with("Europe/Berlin", at: "2027-03-27T20:00:00Z") { till in
      try till.post(.issue(5, to: .user(1)))
      try till.post(.hold(5, from: .user(1), timesOut: .after(Period(microseconds: 43_200_000_000))))
      let end = try #require(Timestamp("2027-03-28T08:00:00Z"))
      #expect(try till.rows("SELECT times_out_at FROM coins_holds", columns: 1) == ["\(end.microseconds)"])
    }
  }

  @Test func anotherZoneLaterMovesNothingAndARepeatIsAnswered() throws {
    try with("Asia/Kolkata", at: "2027-02-28T18:30:00Z") { till in
      var grant = CoinsContract.Operation.issue(1, to: .user(1), expires: .after(Period(months: 13)))
      grant.key = "k"
      let first = try till.post(grant)
      try till.use("UTC")
      let again = try till.post(grant)
      #expect(again.isReplay && again.transfer == first.transfer)
      let kept = try #require(Timestamp("2028-03-31T18:30:00Z"))
      #expect(try till.lots(.user(1)) == [Remainder(1, kept)])
      // What comes from now on goes by the new one.
      grant.key = nil
      try till.post(grant)
      let next = try #require(Timestamp("2028-03-28T18:30:00Z"))
      #expect(try till.lots(.user(1)) == [Remainder(1, next), Remainder(1, kept)])
      try till.verify()
    }
  }

  @Test func whatComesBackIsGoodForThatLongToo() throws {
    try with("Europe/Berlin", at: "2027-03-20T11:00:00Z") { till in
      try till.post(.issue(30, to: .user(1), expires: .at(till.days(5))))
      let spent = try till.post(.redeem(30, from: .user(1))).transfer
      till.advance(days: 7)
      let returned = try till.block { ledger in
        let gate = ApprovalGate(
          actor: "local:ada", now: till.now, random: till.home.random, isDryRun: false, connection: ledger.connection)
        return try ledger.giveBack([.reverse(spent)], GraceForExpired(Period(days: 1), key: "anew-1"), by: gate)
      }
      guard case .done(let given) = returned else {
        Issue.record("it waits for somebody")
        return
      }
      let end = try #require(Timestamp("2027-03-28T10:00:00Z"))
      #expect(given.anew?.expires == end)
      #expect(try till.lots(.user(1)) == [Remainder(30, end)])
    }
  }

  /// `--zone` says what days on the line and in the file are; a period is none.
  @Test func aFilesPeriodsAreTheInstallationsWhateverTheLineSays() throws {
    try Shop.with { (shop: Shop) throws in
      shop.home.clock.set(try #require(Timestamp("2027-02-28T18:30:00Z")))
      try shop.done("setting set upkeep.time-zone Asia/Kolkata")
      let file = "user,amount,expires\nada,1,P13M\nbo,2,\n"
      #expect(try shop.issue(file, "--expires P13M --zone UTC").counts == [2, 0, 0, 3])
      try shop.done("coins issue --to cy --amount 9 --expires P13M --idempotency-key o-1")
      let ends = "SELECT DISTINCT datetime(expires_at / 1000000, 'unixepoch') FROM coins_lots"
      #expect(try shop.rows(ends, columns: 1) == ["2028-03-31 18:30:00"])
      try shop.done("setting set upkeep.time-zone Europe/Berlin")
      #expect(try shop.issue(file, "--expires P13M --zone UTC").counts == [0, 2, 0, 0])
      try shop.done("coins issue --to cy --amount 9 --expires P13M --idempotency-key o-1")
      #expect(try shop.rows(ends, columns: 1) == ["2028-03-31 18:30:00"])
      try shop.verify()
    }
  }
}

extension Till {
  /// Sets the time zone of the installation.
  func use(_ zone: String) throws {
    try database.write(Change("coins.test")) { connection, _ in try connection.set(Installation.timeZone, to: zone) }
  }
}
