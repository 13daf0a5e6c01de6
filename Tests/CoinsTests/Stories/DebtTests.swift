import CoinsContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Coins that are taken back after they were spent are owed, and settled by whatever comes next.
@Suite struct DebtTests {
  private let one = AccountReference.user(1)
  private let two = AccountReference.user(2)

  private func takeBack(_ payment: TransferID, _ amount: Int64 = .max, at till: Till) throws -> TakenBack {
    try till.block { try $0.takeBack(payment, atMost: amount, key: nil, reason: "trick") }
  }

  private func owed(_ user: AccountReference, at till: Till) throws -> Int64 {
    try till.database.read { try Wallet.account(user, at: till.now, in: $0)?.owed ?? 0 }
  }

  /// A budget that has paid 30, of which 20 are redeemed, and the payment taken back: 20 are owed.
  private func withDebt(_ body: (Till, _ payment: TransferID, _ spent: TransferID) throws -> Void) throws {
    try Till.with { till in
      try till.openBudget("july")
      try till.post(.fund(100, to: .budget("july")))
      let payment = try till.post(.issue(30, from: .budget("july"), to: one)).transfer
      let spent = try till.post(.redeem(20, from: one)).transfer
      let taken = try takeBack(payment, at: till)
      #expect(taken.coins == 10 && taken.owed == 20)
      #expect(try owed(one, at: till) == 20)
      #expect(try till.balance(one) == Balance(posted: 0, held: 0, available: 0))
      #expect(try till.balance(.budget("july")).posted == 80)
      try body(till, payment, spent)
      try till.verify()
    }
  }

  @Test func whatComesNextSettlesIt() throws {
    try withDebt { till, payment, _ in
      let grant = try till.post(.issue(15, to: one)).transfer
      #expect(try till.balance(one).posted == 0 && owed(one, at: till) == 5)
      #expect(try till.balance(.budget("july")).posted == 95)
      // In the same block: a partial reversal of the first grant, and as much less is owed.
      #expect(try till.kinds(from: 6) == [.issue, .reverse, .redeem])
      let blocks = try till.rows("SELECT transfers FROM coins_blocks ORDER BY block DESC LIMIT 1", columns: 1)
      #expect(blocks == ["3"])
      try till.post(.issue(15, to: one))
      #expect(try till.balance(one).posted == 10 && owed(one, at: till) == 0)
      #expect(try till.balance(.budget("july")).posted == 100)
      // Nothing is left of the payment to take back, and what has settled is the grant's no more.
      try expectRefused(.exceedsOriginal(payment, left: 0, wanted: 1), .reverse(payment), at: till)
      try expectRefused(.spentSince(grant, left: 0, wanted: 15), .reverse(grant), at: till)
    }
  }

  @Test func nothingIsTakenBackTwice() throws {
    try withDebt { till, payment, _ in
      #expect(try takeBack(payment, at: till) == TakenBack())
      try expectRefused(.exceedsOriginal(payment, left: 0, wanted: 1), .reverse(payment), at: till)
    }
  }

  /// Each way in which coins come to a wallet.
  @Test func aRefundSettlesIt() throws {
    try withDebt { till, _, spent in
      try till.post(.reverse(spent))
      #expect(try till.balance(one).posted == 0 && owed(one, at: till) == 0)
      #expect(try till.balance(.budget("july")).posted == 100)
    }
  }

  @Test func giftsAndCapturesSettleIt() throws {
    try withDebt { till, _, _ in
      try till.post(.issue(40, to: two))
      try till.post(.transfer(7, from: two, to: one))
      #expect(try till.balance(one).posted == 0 && owed(one, at: till) == 13)
      let hold = try till.post(.hold(8, from: .budget("july"), to: one)).transfer
      #expect(try owed(one, at: till) == 13)
      try till.post(.capture(hold))
      #expect(try till.balance(one).posted == 0 && owed(one, at: till) == 5)
    }
  }

  /// A trial user wins, reserves it, signs in, and the hold ends: by a void, a time-out, a part that isn't captured.
  @Test(arguments: ["void", "time-out", "capture"]) func heldCoinsSettleItWhenTheyComeFree(_ end: String) throws {
    try Till.with { till in
      let payment = try till.post(.issue(20, to: one)).transfer
      let hold = try till.post(
        .hold(20, from: one, to: .redeemed, timesOut: .at(till.now.advanced(byMicroseconds: 60_000_000)))
      ).transfer
      let taken = try takeBack(payment, at: till)
      let owing = TakenBack(owed: 20, last: try last(till))
      #expect(taken == owing)
      switch end {
      case "void": try till.post(.void(hold))
      case "capture": try till.post(.capture(hold, amount: 15))
      default:
        till.home.clock.advance(byMicroseconds: 60_000_000)
        // Due, and not booked: what comes free is as good as settled.
        #expect(try till.balance(one).available == 0 && till.lots(one).isEmpty)
        try till.sweep()
      }
      let left: Int64 = end == "capture" ? 15 : 0
      #expect(try till.balance(one) == Balance(posted: 0, held: 0, available: 0))
      #expect(try owed(one, at: till) == left)
      try till.verify()
    }
  }

  /// Of both users whatever is free pays what either owes.
  @Test(arguments: [true, false]) func mergesMoveIt(_ debtorStays: Bool) throws {
    try withDebt { till, _, spent in
      try till.post(.issue(12, to: two))
      let (user, survivor) = debtorStays ? (two, one) : (one, two)
      _ = try till.block { try $0.merge(user.user, into: survivor.user) }
      #expect(try owed(survivor, at: till) == 8 && owed(user, at: till) == 8)
      #expect(try till.balance(survivor).posted == 0)
      // A third one, merged into by both.
      let three = AccountReference.user(3)
      try till.post(.issue(1, to: three))
      _ = try till.block { try $0.merge(survivor.user, into: three.user) }
      #expect(try owed(three, at: till) == 7)
      try till.post(.reverse(spent))
      #expect(try till.balance(three).posted == 13 && owed(three, at: till) == 0)
    }
  }

  @Test func expiryDoesNotCancelIt() throws {
    try Till.with { till in
      let payment = try till.post(.issue(20, to: one, expires: .at(till.days(5)))).transfer
      let hold = try till.post(.hold(20, from: one)).transfer
      _ = try takeBack(payment, at: till)
      till.advance(days: 6)
      try till.post(.void(hold))
      try till.sweep()
      #expect(try till.balance(.expired).posted == 20 && owed(one, at: till) == 20)
      try till.post(.issue(30, to: one))
      #expect(try till.balance(one).posted == 10 && owed(one, at: till) == 0)
      try till.verify()
    }
  }

  @Test func goodwillDoesNotSettleIt() throws {
    try withDebt { till, _, _ in
      try till.openBudget("goodwill")
      try till.post(.fund(50, to: .budget("goodwill")))
      try till.post(.issue(5, from: .budget("goodwill"), to: one))
      #expect(try till.balance(one).posted == 5 && owed(one, at: till) == 20)
      let hold = try till.post(.hold(5, from: one)).transfer
      try till.post(.void(hold))
      #expect(try till.balance(one).posted == 5 && owed(one, at: till) == 20)
      try till.post(.issue(25, to: one))
      #expect(try till.balance(one).posted == 10 && owed(one, at: till) == 0)
    }
  }

  @Test func theOldestDebtComesFirst() throws {
    try Till.with { till in
      for name in ["may", "june"] {
        try till.openBudget(name)
        try till.post(.fund(10, to: .budget(name)))
      }
      let payments = try ["may", "june"].map { try till.post(.issue(10, from: .budget($0), to: one)).transfer }
      try till.post(.redeem(20, from: one))
      for payment in payments { _ = try takeBack(payment, at: till) }
      try till.post(.issue(13, to: one))
      #expect(try till.balance(.budget("may")).posted == 10 && till.balance(.budget("june")).posted == 3)
      #expect(try owed(one, at: till) == 7)
      try till.verify()
    }
  }

  /// What the ledger does about debts is no operator's to take back: neither by its id nor with the file that brought coins.
  @Test func nothingOfItIsReversed() throws {
    try withDebt { till, _, _ in
      try till.post(.issue(15, to: one))
      let debts: [TransferID] = try till.database.read {
        try $0.fetchAll("SELECT id FROM coins_transfers WHERE key LIKE 'qix:owed:%' ORDER BY transfer") { try $0["id"] }
      }
      #expect(debts.count == 3)
      for debt in debts {
        let refusal = try till.refusal(of: .reverse(debt, takesOthers: true))
        guard case .notReversible? = refusal else {
          Issue.record("\(debt): \(String(describing: refusal))")
          continue
        }
      }
    }
    try Shop.with { (shop: Shop) throws in
      try shop.done("coins issue --to ada --amount 30 --idempotency-key paid")
      try shop.done("coins redeem --from ada --amount 30")
      try Till(shop.home).block { ledger in
        let id = try ledger.connection.fetchOne("SELECT id FROM coins_transfers WHERE key = 'paid'") {
          try $0["id"] as TransferID
        }
        _ = try ledger.takeBack(try #require(id), atMost: .max, key: nil, reason: nil)
      }
      _ = try shop.issue("user,amount\nada,10\nbo,5\n", name: "july.csv")
      let outcome = try shop.home.qix("coins batch reverse july.csv")
      #expect(
        outcome.exitCode == 6 && outcome.errors.contains("has 0 coins left, but 10 are to be taken back"), "\(outcome)")
      #expect(try shop.coins("ada") == 0 && shop.coins("bo") == 0)
      try shop.verify()
    }
  }

  @Test func writingOffEndsIt() throws {
    try withDebt { till, _, _ in
      let written = try till.block { try $0.writeOff(one.user) }
      #expect(written == 20)
      #expect(try owed(one, at: till) == 0)
      let again = try till.block { try $0.writeOff(one.user) }
      #expect(again == 0)
    }
  }

  /// A debt that somebody cancels with a shell, a wallet that owes what another does, coins that settle nothing.
  @Test(arguments: [
    "UPDATE coins_accounts SET owes = NULL WHERE owes IS NOT NULL",
    "UPDATE coins_lots SET remaining = 0 WHERE account = (SELECT owes FROM coins_accounts WHERE owes IS NOT NULL)",
    "UPDATE coins_accounts SET posted = 0 WHERE account = (SELECT owes FROM coins_accounts WHERE owes IS NOT NULL)",
    "UPDATE coins_transfers SET key = 'mine' WHERE key LIKE 'qix:owed:%' AND kind = 11",
    "UPDATE coins_transfers SET key = 'mine' WHERE key LIKE 'qix:owed:%' AND kind = 3",
  ]) func tamperingIsFound(_ sql: String) throws {
    try Till.with { till in
      let payment = try till.post(.issue(30, to: one)).transfer
      try till.post(.redeem(30, from: one))
      _ = try takeBack(payment, at: till)
      try till.post(.issue(10, to: one))
      try till.verify()
      try till.tamper(sql)
      #expect(try !Verification.run(till.database, random: till.home.random).isSound)
    }
  }

  private func last(_ till: Till) throws -> TransferID? {
    try till.database.read { try $0.fetchOne("SELECT id FROM coins_transfers ORDER BY transfer DESC LIMIT 1") }
  }
}
