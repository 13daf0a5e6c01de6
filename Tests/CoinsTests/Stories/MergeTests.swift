import CoinsContract
import IdentityContract
import QixCalendar
import QixFormats
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Users one and two, with coins of different lives and holds; one is merged into two.
@Suite struct MergeTests {
  private let one = AccountReference.user(1)
  private let two = AccountReference.user(2)
  private let three = AccountReference.user(3)

  @discardableResult
  private func merge(_ user: AccountReference, into other: AccountReference, at till: Till) throws -> Ledger.Merged {
    try till.block { try $0.merge(user.user, into: other.user) }
  }

  @Test func coinsKeepTheirExpiryAndCanBeFollowed() throws {
    try Till.with { till in
      let soon = till.days(10)
      try till.post(.issue(30, to: one, expires: .at(soon)))
      try till.post(.issue(20, to: one))
      try till.post(.issue(5, to: two))
      let merged = try merge(one, into: two, at: till)
      #expect(merged == Ledger.Merged(coins: 50, holds: 0))
      #expect(
        try till.lots(two).sorted { $0.amount > $1.amount } == [
          Remainder(30, soon), Remainder(20, nil), Remainder(5, nil),
        ])
      #expect(try till.balance(two) == Balance(posted: 55, held: 0, available: 55))
      // Whoever still knows the old user reaches the survivor.
      #expect(try till.balance(one) == till.balance(two))
      try till.post(.issue(7, to: one))
      #expect(try till.balance(two).posted == 62)
      #expect(try till.kinds(from: 4) == [.transfer, .issue])
      let key = try till.rows("SELECT key FROM coins_transfers WHERE transfer = 4", columns: 1)
      #expect(key == ["merge:\(one):\(two)"])
      try till.verify()
    }
  }

  @Test func aRepeatChangesNothing() throws {
    try Till.with { till in
      try till.post(.issue(30, to: one))
      try merge(one, into: two, at: till)
      let before = try till.snapshot()
      #expect(try merge(one, into: two, at: till) == Ledger.Merged())
      till.reopen()
      #expect(try merge(one, into: two, at: till.another()) == Ledger.Merged())
      #expect(try till.snapshot() == before)
    }
  }

  @Test func usersWithoutAWallet() throws {
    try Till.with { till in
      #expect(try merge(one, into: two, at: till) == Ledger.Merged())
      try till.post(.issue(7, to: one))
      #expect(try till.balance(two).posted == 7)
      #expect(try till.count("coins_accounts") == 5)
      try till.verify()
    }
  }

  @Test func elsewhereIsRefused() throws {
    try Till.with { till in
      try till.post(.issue(30, to: one))
      try merge(one, into: two, at: till)
      let before = try till.snapshot()
      #expect(throws: CoinsError.walletMerged(one.user, into: two.user)) { try merge(one, into: three, at: till) }
      #expect(throws: CoinsError.walletMerged(one.user, into: two.user)) { try merge(two, into: one, at: till) }
      #expect(throws: CoinsError.walletMerged(one.user, into: one.user)) { try merge(one, into: one, at: till) }
      try expectRefused(.wrongAccounts(.transfer, from: one, to: two), .transfer(1, from: one, to: two), at: till)
      #expect(try till.snapshot() == before)
    }
  }

  /// What a hold frees ends in the survivor's wallet, once, whatever ends the hold.
  @Test(arguments: [TransferKind.capture, .void, .timeOut], [false, true])
  func holdsGoOn(_ end: TransferKind, isBooked: Bool) throws {
    try Till.with { till in
      let soon = till.days(10)
      try till.post(.issue(100, to: one, expires: .at(soon)))
      try till.post(.issue(9, to: two))
      let hold = try till.post(.hold(40, from: one, timesOut: .at(till.days(2)))).transfer
      #expect(try merge(one, into: two, at: till) == Ledger.Merged(coins: 60, holds: 1))
      #expect(try till.balance(two) == Balance(posted: 109, held: 40, available: 69))
      switch end {
      case .capture: try till.post(.capture(hold, amount: 25))
      case .void: try till.post(.void(hold))
      default:
        till.advance(days: 3)
        // By the nightly booking, or because somebody wants the coins.
        if isBooked { try till.sweep() } else { try till.post(.redeem(109, from: two)) }
      }
      let taken: Int64 = end == .capture ? 25 : end == .timeOut && !isBooked ? 109 : 0
      #expect(try till.balance(two) == Balance(posted: 109 - taken, held: 0, available: 109 - taken))
      #expect(try till.rows("SELECT posted FROM coins_accounts WHERE merged_into IS NOT NULL", columns: 1) == ["0"])
      try till.verify()
      // The very id can't be used again.
      #expect(try till.refusal(of: .void(hold)) == .holdResolved(hold, by: end))
    }
  }

  @Test func whatAHoldPaysToAMergedUserReachesTheSurvivor() throws {
    try Till.with { till in
      try till.post(.issue(50, to: three))
      let hold = try till.post(.hold(40, from: three, to: one)).transfer
      try till.post(.issue(1, to: two))
      let other = try till.post(.hold(1, from: two, to: one)).transfer
      try merge(one, into: two, at: till)
      try till.post(.capture(hold))
      try till.post(.capture(other))
      #expect(try till.balance(two) == Balance(posted: 41, held: 0, available: 41))
      try till.verify()
    }
  }

  @Test func reversalsReachTheSurvivor() throws {
    try Till.with { till in
      let soon = till.days(10)
      let grant = try till.post(.issue(30, to: one, expires: .at(soon))).transfer
      try till.post(.issue(70, to: one))
      let spent = try till.post(.redeem(20, from: one)).transfer
      let gift = try till.post(.transfer(5, from: one, to: two)).transfer
      try merge(one, into: two, at: till)
      #expect(try till.lots(two) == [Remainder(5, soon), Remainder(5, soon), Remainder(70, nil)])
      // Given back to the lots that it was taken from, and on.
      try till.post(.reverse(spent))
      #expect(try till.lots(two).filter { $0.expires != nil }.reduce(0) { $0 + $1.amount } == 30)
      // The grant's own coins go first, though they have expired.
      till.advance(days: 20)
      try till.post(.reverse(grant, amount: 25))
      #expect(try till.lots(two).reduce(0) { $0 + $1.amount } == 75)
      #expect(try till.lots(two).filter { $0.expires == nil } == [Remainder(70, nil)])
      try expectRefused(.withinOneWallet(gift), .reverse(gift), at: till)
      try till.verify()
    }
  }

  @Test func manyIntoOne() throws {
    try Till.with { till in
      try till.post(.issue(10, to: one))
      try till.post(.issue(10, to: two))
      let hold = try till.post(.hold(4, from: one)).transfer
      try merge(one, into: two, at: till)
      try merge(two, into: three, at: till)
      #expect(try till.balance(one) == Balance(posted: 20, held: 4, available: 16))
      try till.post(.void(hold))
      #expect(try till.balance(three) == Balance(posted: 20, held: 0, available: 20))
      try till.verify()
      let report = try till.database.read { try Report.make(at: till.now, zone: .utc, in: $0) }
      #expect(report.wallets == 1 && report.liability == 20)
    }
  }

  @Test func aWalletWithNothingButHeldCoinsCountsOnce() throws {
    try Till.with { till in
      try till.post(.issue(10, to: one))
      try till.post(.hold(10, from: one))
      try merge(one, into: two, at: till)
      let report = try till.database.read { try Report.make(at: till.now, zone: .utc, in: $0) }
      #expect(report.wallets == 1 && report.held == 10)
    }
  }

  @Test func historyIsOneMarkedList() throws {
    try Till.with { till in
      for round in 0..<4 {
        try till.post(.issue(10, to: one))
        try till.post(.issue(Int64(round + 1), to: two))
      }
      try merge(one, into: two, at: till)
      try till.post(.redeem(3, from: two))
      let (all, paged) = try till.database.read { connection in
        let all = try History.page(of: two, limit: 100, in: connection).movements
        var paged: [History.Movement] = []
        var cursor: TransferID?
        repeat {
          let page = try History.page(of: one, before: cursor, limit: 3, in: connection)
          paged += page.movements
          cursor = page.next
        } while cursor != nil
        return (all, paged)
      }
      #expect(all.map(\.entry) == paged.map(\.entry) && all.map(\.entry) == all.map(\.entry).sorted(by: >))
      #expect(all.map(\.amount) == [-3, 40, -40, 4, 10, 3, 10, 2, 10, 1, 10])
      #expect(
        all.map { $0.merged != nil } == [false, false, true] + [false, true, false, true, false, true, false, true])
      #expect(all.map(\.record.name).prefix(4) == ["redeem", "merge", "merge", "issue"])
      #expect(all.reduce(0) { $0 + $1.amount } == 47)
    }
  }

  @Test(arguments: ["merge:usr_1", "merge:usr_00000000000000000000000001:usr_00000000000000000000000002"])
  func itsKeysAreReserved(_ key: String) throws {
    try Till.with { till in
      var operation = CoinsContract.Operation.issue(3, to: one)
      operation.key = key
      try expectRefused(.reservedKey("merge:usr_"), operation, at: till)
    }
  }

  /// What somebody does to the file, and that it is found.
  @Test(arguments: [
    "UPDATE coins_accounts SET merged_into = NULL WHERE merged_into IS NOT NULL",
    "UPDATE coins_accounts SET merged_into = 6 WHERE merged_into IS NOT NULL",
    "UPDATE coins_accounts SET merged_into = 1 WHERE merged_into IS NOT NULL",
  ])
  func tamperingShows(_ sql: String) throws {
    try Till.with { till in
      try till.post(.issue(10, to: one))
      try till.post(.issue(10, to: two))
      try till.post(.issue(10, to: three))
      try merge(one, into: two, at: till)
      try till.verify()
      try till.database.exclusively { try $0.execute(script: "DROP TRIGGER coins_accounts_stay_merged; \(sql)") }
      #expect(try !Verification.run(till.database, random: till.home.random).isSound)
    }
  }

  @Test func erasureTakesTextsAndNothingElse() throws {
    try Till.with { till in
      func issue(_ amount: Int64, to account: AccountReference, _ reason: String) throws {
        var operation = CoinsContract.Operation.issue(amount, to: account)
        operation.reason = reason
        operation.metadata = "{}"
        try till.post(operation)
      }
      try issue(10, to: one, "for Ada")
      // One text for both, in one batch.
      try till.block { ledger in
        for user in [one, two] {
          var operation = CoinsContract.Operation.issue(5, to: user)
          operation.reason = "summer"
          _ = try ledger.apply(operation)
        }
      }
      try issue(10, to: three, "for Eve")
      var hold = CoinsContract.Operation.hold(2, from: one)
      hold.reason = "a table for Ada"
      try till.post(hold)
      try merge(one, into: two, at: till)
      let context = Context(clock: till.home.clock, random: till.home.random)
      try till.database.write(Change("test")) { connection, _ in
        try CoinsModule.erase(three.user, in: connection, context: context)
        try CoinsModule.erase(one.user, in: connection, context: context)
      }
      #expect(
        try till.rows("SELECT reason FROM coins_details WHERE reason IS NOT NULL OR metadata IS NOT NULL", columns: 1)
          == [])
      #expect(try Verification.run(till.database, random: till.home.random).isSound)
    }
  }

  @Test func aTextThatOthersHaveTooStays() throws {
    try Till.with { till in
      try till.block { ledger in
        for user in [one, two] {
          var operation = CoinsContract.Operation.issue(5, to: user)
          operation.reason = "summer"
          _ = try ledger.apply(operation)
        }
      }
      let context = Context(clock: till.home.clock, random: till.home.random)
      try till.database.write(Change("test")) { connection, _ in
        try CoinsModule.erase(one.user, in: connection, context: context)
      }
      #expect(try till.rows("SELECT reason FROM coins_details", columns: 1) == ["summer"])
    }
  }

  @Test func exportHoldsEverything() throws {
    try Till.with { till in
      try till.post(.issue(10, to: one, expires: .at(till.days(5))))
      try till.post(.hold(4, from: one))
      try merge(one, into: two, at: till)
      let context = Context(clock: till.home.clock, random: till.home.random)
      let text = try till.database.read { connection in
        var writer = JSONWriter()
        try CoinsModule.writeExport(of: one.user, to: &writer, in: connection, context: context)
        return writer.text
      }
      let keys = try JSONValue(parsing: text).object?.members.map(\.key)
      #expect(
        keys == [
          "schema", "balance", "held", "available", "owed", "merged_from", "lots", "open_holds", "movements",
          "reminders",
          "approvals",
        ])
      #expect(text.contains("\"balance\":10,\"held\":4,\"available\":6"))
      #expect(text.contains("\"kind\":\"merge\"") && text.contains("\(one)"))
    }
  }
}
