import CoinsContract
import IdentityContract
import QixCalendar
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A hold whose time is up holds nothing any more, whether or not that was booked: what is shown is what the next
/// operation finds.
@Suite struct DueHoldTests {
  private static let read = [
    "wallet show ada", "wallet show bo", "wallet history ada", "wallet statement ada", "wallet plot ada",
    "budget list", "budget show spring", "coins report",
  ]

  /// Ada has 10 coins and holds 6 of them for a day, the budget 40 of 100.
  private func withHolds(_ body: (Shop, _ hold: String) throws -> Void) throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 10 --expires 2027-06-30")
      try shop.done("budget create spring --amount 100")
      let hold = try shop.done("coins hold --from ada --amount 6 --times-out 24h --quiet").filter { $0 != "\n" }
      try shop.done("coins hold --from budget:spring --to bo --amount 40 --times-out 24h")
      try body(shop, hold)
    }
  }

  @Test func itHoldsToTheLastMoment() throws {
    try withHolds { shop, _ in
      shop.home.clock.advance(byMicroseconds: Timestamp.day - 1)
      #expect(try shop.numbers("wallet show ada", "held available") == "6 4")
      #expect(try shop.numbers("budget show spring", "held available") == "40 60")
      #expect(try shop.numbers("coins report", "held") == "6")
      shop.home.clock.advance(byMicroseconds: 1)
      #expect(try shop.numbers("wallet show ada", "balance held available") == "10 0 10")
      #expect(try shop.numbers("budget show spring", "balance held available") == "100 0 100")
      #expect(try shop.numbers("coins report", "held liability") == "0 10")
      let list = try shop.done("budget list --tsv")
      #expect(list.contains("\t100\t0\t100\t"))
    }
  }

  @Test func bookingChangesNothingThatIsSeen() throws {
    try withHolds { shop, hold in
      shop.home.clock.advance(byMicroseconds: Timestamp.day)
      func pages() throws -> [String] { try Self.read.map { try shop.done("\($0) --json") } }
      func export() throws -> String {
        try shop.home.database.read { connection in
          let owner = try connection.first("SELECT owner FROM coins_accounts WHERE kind = 1") {
            try $0.identifier(0, UserTag.self)
          }
          var writer = JSONWriter()
          try WalletExport(of: try #require(owner), at: shop.home.clock.now(), in: connection).write(to: &writer)
          return writer.text
        }
      }
      func trace() throws -> JSONValue? { try JSONValue(parsing: try shop.done("coins show \(hold) --json")) }
      let (before, exported, traced) = (try pages(), try export(), try trace())
      #expect(traced?["followed_by"]?.array?.first?["kind"]?.string == "time-out")
      #expect(traced?["followed_by"]?.array?.first?["transfer"]?.string == nil)
      #expect(exported.contains(#""open_holds":[]"#))
      try shop.done("coins expire")
      for (line, (was, now)) in zip(Self.read, zip(before, try pages())) { #expect(was == now, "qix \(line)") }
      #expect(try export() == exported)
      #expect(try trace()?["followed_by"]?.array?.first?["kind"]?.string == "time-out")
      #expect(try trace()?["followed_by"]?.array?.count == 1)
      try shop.verify()
    }
  }

  @Test func whatCameBackIsLeftOfItsLot() throws {
    try withHolds { shop, _ in
      func left() throws -> Int64? {
        let id = try shop.home.database.read { connection in
          try connection.first("SELECT id FROM coins_transfers WHERE transfer = 1") {
            try $0.identifier(0, TransferTag.self)
          }
        }
        let page = try JSONValue(parsing: try shop.done("coins show \(try #require(id)) --json"))
        return page["lots"]?.array?.first?["remaining"]?.integer
      }
      #expect(try left() == 4)
      shop.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try left() == 10)
      try shop.done("coins expire")
      #expect(try left() == 10)
    }
  }

  /// Of what is shown as available all can be spent, and no coin more; a file that spends it passes its check.
  @Test func whatIsShownCanBeSpent() throws {
    try withHolds { shop, _ in
      shop.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try shop.coins("ada") == 10)
      #expect(try shop.home.qix("coins redeem --from ada --amount 11").exitCode == 6)
      #expect(try shop.coins("ada") == 10)
      #expect(try shop.issue("user,amount\nbo,60\ncy,40\n", "--from budget:spring").counts == [2, 0, 0, 100])
      try shop.done("coins redeem --from ada --amount 10")
      #expect(try shop.coins("ada") == 0)
      try shop.verify()
    }
  }

  /// What is held doesn't expire; what comes back after its moment has.
  @Test func whatExpiredWhileItWasHeldIsNeitherHeldNorAvailable() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(2))))
      try till.post(.hold(6, from: .user(1), timesOut: .at(till.days(3))))
      till.advance(days: 2)
      #expect(try till.balance(.user(1)) == Balance(posted: 10, held: 6, available: 0))
      till.advance(days: 1)
      let due = Balance(posted: 10, held: 0, available: 0)
      #expect(try till.balance(.user(1)) == due)
      let report = try till.database.read { try Report.make(at: till.now, zone: .utc, in: $0) }
      #expect(report.held == 0 && report.overdue == 10 && report.liability == 10)
      #expect(try till.spendable() == [:])
      try till.sweep(limit: 1)
      #expect(try till.balance(.user(1)) == due)
      try till.sweep()
      #expect(try till.balance(.user(1)) == Balance(posted: 0, held: 0, available: 0))
      #expect(try till.balance(.expired).posted == 10)
    }
  }

  /// A hold stays in the wallet that it was made in; what it gives back is the survivor's.
  @Test func whatComesBackToAMergedWalletIsTheSurvivors() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(9))))
      try till.post(.issue(5, to: .user(2)))
      try till.post(.hold(10, from: .user(1), timesOut: .at(till.days(1))))
      try till.block { _ = try $0.merge(AccountReference.user(1).user, into: AccountReference.user(2).user) }
      #expect(try till.balance(.user(2)) == Balance(posted: 15, held: 10, available: 5))
      #expect(try till.spendable() == [.user(2): 5])
      till.advance(days: 1)
      for account in [AccountReference.user(1), .user(2)] {
        #expect(try till.balance(account) == Balance(posted: 15, held: 0, available: 15))
        #expect(try till.lots(account) == [Remainder(10, till.days(8)), Remainder(5, nil)])
      }
      #expect(try till.spendable() == [.user(2): 15])
      try till.sweep()
      #expect(try till.balance(.user(2)) == Balance(posted: 15, held: 0, available: 15))
      #expect(try till.spendable() == [.user(2): 15])
      try till.post(.redeem(15, from: .user(1)))
      try till.verify()
    }
  }

  /// Open holds are few, draws are as many as there ever were: whoever looks at what is due begins with the holds.
  @Test(
    arguments: [
      { "SELECT remaining FROM \(sql: DueHolds.lots(at: $0)) AS l" },
      { "SELECT \(sql: DueHolds.held(at: $0)) FROM coins_accounts AS a" },
    ] as [@Sendable (Timestamp) -> SQL]) func nobodyReadsEveryDraw(select: @Sendable (Timestamp) -> SQL) throws
  {
    try Till.with { till in
      let plan = try till.database.read { connection in
        try connection.fetchAll("EXPLAIN QUERY PLAN \(sql: select(till.now))") { $0["detail"] as String }
      }
      #expect(plan.contains { $0.contains("coins_holds_open") }, "\(plan)")
      #expect(!plan.contains { $0.hasPrefix("SCAN d") }, "\(plan)")
    }
  }

  /// A part of a lot is free, a part is held, a part is due: it is told once each.
  @Test func aLotIsToldOnceHoweverMuchOfItComesBack() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(9))))
      for days in [1, 1, 2] as [Int64] { try till.post(.hold(3, from: .user(1), timesOut: .at(till.days(days)))) }
      till.advance(days: 1)
      #expect(try till.balance(.user(1)) == Balance(posted: 10, held: 3, available: 7))
      #expect(try till.lots(.user(1)) == [Remainder(7, till.days(8))])
      let report = try till.database.read { try Report.make(at: till.now, zone: .utc, in: $0) }
      #expect(report.held == 3 && report.expiring.values.reduce(0, +) == 7)
    }
  }
}

extension Shop {
  /// Some numbers of what a command answers, with blanks between them like their names.
  fileprivate func numbers(_ line: String, _ keys: String) throws -> String {
    let page = try JSONValue(parsing: try done("\(line) --json"))
    return try keys.split(separator: " ").map { "\(try #require(page[String($0)]?.integer))" }.joined(separator: " ")
  }
}

extension Till {
  /// What `WalletBook` says of everybody.
  fileprivate func spendable() throws -> [AccountReference: Int64] {
    var found: [AccountReference: Int64] = [:]
    try database.read { connection in
      try Wallets().forEach(at: now, in: connection) { found[.wallet($0), default: 0] += $1 }
    }
    return found
  }
}
