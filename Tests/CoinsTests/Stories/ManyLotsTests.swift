import CoinsContract
import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Wallets with more lots than their lists hold.
@Suite struct ManyLotsTests {
  private static let ada = AccountReference.user(1)
  private static let bo = AccountReference.user(2)

  /// Grants of one coin to three, whose expiries are in no order; some have none.
  private static func grants(_ count: Int, to user: AccountReference, at till: Till, _ random: inout SeededGenerator)
    throws
  {
    try till.block { ledger in
      for _ in 0..<count {
        let days = Int64(random.next() % 90)
        _ = try ledger.apply(
          .issue(
            Int64(random.next() % 3 + 1), from: .issuer, to: user,
            expires: days == 0 ? nil : .at(ledger.now.advanced(byMicroseconds: days * Timestamp.day))))
      }
    }
  }

  /// What must be left, found by sorting all that is there.
  private static func expected(_ lots: [Remainder], less amount: Int64) -> [Remainder] {
    var missing = amount
    return lots.compactMap { lot in
      let part = min(missing, lot.amount)
      missing -= part
      return part < lot.amount ? Remainder(lot.amount - part, lot.expires) : nil
    }
  }

  @Test func lotsPayInTheirOrderHoweverMany() throws {
    try Till.with { till in
      var random = SeededGenerator(seed: 15)
      for (grants, amounts) in [(2_300, [1, 40, 7]), (20, [3]), (300, [500, 1]), (5, [2, 2])] as [(Int, [Int64])] {
        try Self.grants(grants, to: Self.ada, at: till, &random)
        for amount in amounts {
          let before = try till.lots(Self.ada)
          try till.post(.redeem(amount, from: Self.ada))
          #expect(try till.lots(Self.ada) == Self.expected(before, less: amount))
        }
      }
      try till.verify()
    }
  }

  @Test func aMergedWalletPaysFromTheLotsOfBoth() throws {
    try Till.with { till in
      var random = SeededGenerator(seed: 16)
      try Self.grants(400, to: Self.ada, at: till, &random)
      try Self.grants(300, to: Self.bo, at: till, &random)
      _ = try till.block { try $0.merge(Self.bo.user, into: Self.ada.user) }
      let before = try till.lots(Self.ada)
      #expect(before.count == 700)
      try till.post(.redeem(250, from: Self.ada))
      #expect(try till.lots(Self.ada) == Self.expected(before, less: 250))
      try till.verify()
    }
  }

  @Test func aListHoldsNoMoreThanItsLimit() throws {
    try Till.with { till in
      var random = SeededGenerator(seed: 17)
      let listed = "SELECT (SELECT count(*) FROM coins_lots WHERE next >= 0), listed FROM coins_accounts WHERE kind = 1"
      try Self.grants(2_500, to: Self.ada, at: till, &random)
      #expect(try till.rows(listed, columns: 2) == ["2048|2048"])
      // What is used up leaves it at the next debit, and makes room.
      let some = try till.balance(Self.ada).available / 2
      try till.post(.redeem(some, from: Self.ada))
      try till.post(.redeem(1, from: Self.ada))
      let left = try till.count("coins_lots WHERE next >= 0")
      #expect((1..<2_048).contains(left))
      #expect(try till.rows(listed, columns: 2) == ["\(left)|\(left)"])
      try Self.grants(2, to: Self.ada, at: till, &random)
      #expect(try till.rows(listed, columns: 2) == ["\(left + 2)|\(left + 2)"])
      try till.verify()
    }
  }

  @Test func aListThatATransactionReadsOftenIsPutInOrder() throws {
    try Till.with { till in
      var random = SeededGenerator(seed: 20)
      try Self.grants(1_000, to: Self.ada, at: till, &random)
      let before = try till.lots(Self.ada)
      let spendings = { (count: Int) in
        try till.block { ledger in for _ in 0..<count { _ = try ledger.apply(.redeem(1, from: Self.ada)) } }
      }
      try spendings(4)
      #expect(try till.count("coins_lots WHERE next > 0") > 900)
      try spendings(5)
      #expect(try till.count("coins_lots WHERE next >= 0") == 0)
      try spendings(20)
      #expect(try till.lots(Self.ada) == Self.expected(before, less: 29))
      try till.verify()
    }
  }

  /// Up to 0.5.0 all lots were in lists, which counted nothing, and lots that were used up left them without a `next`.
  @Test func listsOfEarlierVersionsPayAndTakeBack() throws {
    try Till.with { till in
      var random = SeededGenerator(seed: 18)
      till.listLimits = ListLimits(length: .max, read: .max)
      try Self.grants(5_000, to: Self.ada, at: till, &random)
      let spent = try till.post(.redeem(600, from: Self.ada))
      try till.write("UPDATE coins_accounts SET listed = 0")
      try till.write(
        """
        UPDATE coins_accounts SET first_lot = (SELECT max(lot) FROM coins_lots WHERE remaining > 0)
        WHERE first_lot IS NOT NULL
        """)
      try till.write(
        """
        UPDATE coins_lots SET next = CASE WHEN remaining > 0
          THEN coalesce((SELECT max(o.lot) FROM coins_lots AS o WHERE o.lot < coins_lots.lot AND o.remaining > 0), 0) END
        """)
      till.reopen()
      till.listLimits = ListLimits()
      try till.verify()
      let before = try till.lots(Self.ada)
      try till.post(.redeem(100, from: Self.ada))
      #expect(try till.lots(Self.ada) == Self.expected(before, less: 100))
      #expect(try till.count("coins_lots WHERE next >= 0") == 0)
      try till.post(.reverse(spent.transfer))
      #expect(try till.balance(Self.ada).available == before.reduce(0) { $0 + $1.amount } + 500)
      try till.verify()
    }
  }

  @Test func whatCannotBePaidIsRefusedWithWhatIsThere() throws {
    try Till.with { till in
      var random = SeededGenerator(seed: 19)
      try Self.grants(500, to: Self.ada, at: till, &random)
      till.advance(days: 30)
      let available = try till.balance(Self.ada).available
      #expect(available > 0)
      #expect(
        try till.lots(Self.ada).filter { $0.expires.map { $0 > till.now } ?? true }.reduce(0) { $0 + $1.amount }
          == available)
      for wanted in [available + 1, .max] {
        try expectRefused(
          .insufficient(account: Self.ada, available: available, wanted: wanted), .redeem(wanted, from: Self.ada),
          at: till)
      }
      try till.post(.redeem(available, from: Self.ada))
      try till.verify()
    }
  }

  /// A debit reads as many lots as it takes from, not all: by the index, in its order.
  @Test func lotsInOrderAreReadByTheirIndex() throws {
    try Till.with { till in
      let plan = try till.database.read { connection in
        try connection.rows(
          "EXPLAIN QUERY PLAN \(LotsInOrder.behind)", .integer(1), .integer(0), .integer(0), .integer(8)
        ) {
          $0.text(3)
        }
      }
      #expect(
        plan.count == 1 && plan[0].contains("USING INDEX coins_lots_in_order (account=? AND <expr>>?)"), "\(plan)")
    }
  }
}
