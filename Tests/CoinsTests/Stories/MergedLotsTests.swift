import CoinsContract
import Foundation
import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Lots stay in the wallet that they were credited to, and whoever has its coins since a merge draws from them.
@Suite struct MergedLotsTests {
  private let one = AccountReference.user(1)
  private let two = AccountReference.user(2)
  private let three = AccountReference.user(3)
  private let shop = AccountReference.user(4)

  private func merge(_ user: AccountReference, into other: AccountReference, at till: Till) throws {
    _ = try till.block { try $0.merge(user.user, into: other.user) }
  }

  @Test func aMergeWritesTheSameForManyLotsAsForOne() throws {
    try Till.with { till in
      let lots = 300
      try till.block { ledger in
        for lot in 0..<lots {
          for user in [one, two] {
            _ = try ledger.apply(.issue(10, to: user, expires: .at(till.days(Int64(lot + 1)))))
          }
        }
      }
      let before = try till.rows("SELECT * FROM coins_lots ORDER BY lot", columns: 7)
      try merge(one, into: two, at: till)
      #expect(try till.rows("SELECT * FROM coins_lots ORDER BY lot", columns: 7) == before)
      #expect(try till.count("coins_draws") == 0)
      #expect(try till.balance(two) == Balance(posted: 6_000, held: 0, available: 6_000))
      #expect(try till.lots(one) == till.lots(two))
      // Soonest to expire first, whoever it was credited to, the older first among equals.
      try till.post(.redeem(35, from: one))
      #expect(try till.rows("SELECT lot, amount FROM coins_draws", columns: 2) == ["1|10", "2|10", "3|10", "4|5"])
      try till.verify()
    }
  }

  @Test func coinsAreSpentAndGivenBackAcrossMergesOfMerges() throws {
    try Till.with { till in
      try till.post(.issue(10, to: one, expires: .at(till.days(1))))
      try till.post(.issue(10, to: two, expires: .at(till.days(2))))
      try till.post(.issue(10, to: three, expires: .at(till.days(3))))
      try merge(one, into: two, at: till)
      let early = try till.post(.redeem(5, from: two)).transfer
      try merge(two, into: three, at: till)
      let gift = try till.post(.transfer(18, from: three, to: shop)).transfer
      // What was passed on lives as long as it did.
      #expect(
        try till.lots(shop) == [Remainder(5, till.days(1)), Remainder(10, till.days(2)), Remainder(3, till.days(3))])
      let hold = try till.post(.hold(7, from: three)).transfer
      #expect(try till.refusal(of: .redeem(1, from: two)) == .insufficient(account: three, available: 0, wanted: 1))
      try till.verify()
      // All the lots of one and two are used up and have left their lists by now; what comes back finds its place there.
      try till.post(.void(hold))
      try till.post(.reverse(gift, amount: 12))
      try till.post(.reverse(gift))
      try till.post(.reverse(early))
      #expect(
        try till.lots(three) == [Remainder(10, till.days(1)), Remainder(10, till.days(2)), Remainder(10, till.days(3))])
      #expect(try till.balance(shop).posted == 0)
      try till.verify()
    }
  }

  @Test func theyExpireOutOfTheSurvivorsWallet() throws {
    try Till.with { till in
      let moment = till.days(1)
      try till.post(.issue(10, to: one, expires: .at(moment)))
      try till.post(.issue(10, to: one))
      let hold = try till.post(.hold(4, from: one)).transfer
      try merge(one, into: two, at: till)
      till.advance(days: 2)
      #expect(try till.balance(two) == Balance(posted: 20, held: 4, available: 10))
      #expect(try till.sweep() == Ledger.Swept(lots: 1, coins: 6))
      #expect(try till.balance(two) == Balance(posted: 14, held: 4, available: 10))
      // What the hold gives back has expired too.
      try till.post(.void(hold))
      #expect(try till.sweep() == Ledger.Swept(lots: 1, coins: 4))
      #expect(
        try till.rows(
          """
          SELECT DISTINCT a.merged_into IS NULL, t.at FROM coins_transfers AS t
          JOIN coins_accounts AS a ON a.account = t.debit WHERE t.kind = 6
          """, columns: 2) == ["1|\(moment.microseconds)"])
      try till.verify()
    }
  }

  @Test func aGroupThatFailsLeavesThemAlone() throws {
    try Till.with { till in
      try till.post(.issue(10, to: one))
      try till.post(.issue(10, to: two))
      try merge(one, into: two, at: till)
      let spent = try till.post(.redeem(10, from: two)).transfer
      // Leaves the used-up lot out of its list.
      try till.post(.redeem(1, from: two))
      let before = try till.snapshot()
      #expect(throws: CoinsError.self) {
        try till.postLinked([.reverse(spent), .redeem(19, from: two), .redeem(1, from: two)])
      }
      #expect(try till.snapshot() == before)
      try till.postLinked([.reverse(spent), .redeem(19, from: two)])
      #expect(try till.balance(two).posted == 0)
      try till.verify()
    }
  }

  /// From the grant to the spending, and back: each names the other, and whose wallet it was.
  @Test func coinsCanBeFollowedAcrossTheMerge() throws {
    try Till.with { till in
      let grant = try till.post(.issue(10, to: one)).transfer
      try till.post(.issue(1, to: two))
      try merge(one, into: two, at: till)
      let spent = try till.post(.redeem(11, from: two)).transfer
      let (granted, taken) = try till.database.read {
        (try Trace.find(grant, at: till.now, in: $0), try Trace.find(spent, at: till.now, in: $0))
      }
      #expect(granted.lots.map(\.drawnBy) == [[spent]] && granted.record.to == one)
      #expect(taken.draws.first?.grantedBy == grant)
      #expect(taken.draws.map(\.merged) == [one.user, nil])
    }
  }

  /// What somebody does to the file after merges and a spending across them, and that it is found.
  @Test(arguments: [
    "DELETE FROM coins_merges WHERE transfer = 4",
    "INSERT INTO coins_merges VALUES (6, 5)",
    "UPDATE coins_merges SET account = 6 WHERE transfer = 4",
    "UPDATE coins_merges SET transfer = 99 WHERE transfer = 4",
    // Spent before it was merged.
    "UPDATE coins_merges SET transfer = 7 WHERE transfer = 4",
    // Another wallet's lot instead of one's own.
    """
    UPDATE coins_draws SET lot = 3 WHERE transfer = 7;
    UPDATE coins_lots SET remaining = remaining + 1 WHERE lot = 2;
    UPDATE coins_lots SET remaining = remaining - 1 WHERE lot = 3
    """,
    // A merge that draws on a lot without making one.
    "INSERT INTO coins_draws VALUES (4, 1, 1)",
    "UPDATE coins_lots SET remaining = remaining + 1 WHERE lot = 2",
  ])
  func tamperingShows(_ sql: String) throws {
    try Till.with { till in
      try till.post(.issue(10, to: one))
      try till.post(.issue(10, to: two))
      try till.post(.issue(20, to: three))
      try merge(one, into: two, at: till)
      try till.post(.redeem(15, from: two))
      try till.post(.redeem(1, from: three))
      try till.post(.redeem(1, from: two))
      try till.verify()
      let triggers = try till.rows(
        "SELECT 'DROP TRIGGER ' || name FROM sqlite_master WHERE type = 'trigger'", columns: 1)
      try till.database.exclusively { connection in
        try connection.execute(script: "PRAGMA foreign_keys = OFF")
        for trigger in triggers { try connection.execute(script: trigger) }
        try connection.execute(script: sql)
      }
      #expect(try !Verification.run(till.database, random: till.home.random).isSound)
    }
  }

  /// A ledger in which 0.2.0 has merged wallets, by draws and new lots: those stay where they have got to.
  @Test func whatWasMergedByDrawingOnLotsGoesOn() throws {
    try Till.with { till in
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Samples/merged-0.2.0.sql")
      let rows = try String(contentsOf: path, encoding: .utf8)
      try till.database.exclusively { try $0.execute(script: "BEGIN; \(rows); COMMIT") }
      try till.verify()
      let users = try till.database.read { connection in
        try connection.rows("SELECT owner FROM coins_accounts WHERE kind = 1 ORDER BY account") {
          AccountReference.wallet(try $0.identifier(0))
        }
      }
      let ids = try till.database.read { connection in
        try connection.rows("SELECT id FROM coins_transfers ORDER BY transfer") {
          try $0.identifier(0, TransferTag.self)
        }
      }
      let heir = users[2]
      #expect(try till.balance(users[0]) == Balance(posted: 87, held: 15, available: 72))

      // What holds free, in wallets that 0.2.0 has emptied, stays in the lots that it comes back to.
      try till.post(.void(ids[5]))
      try till.post(.capture(ids[9], amount: 1))
      try till.verify()
      #expect(try till.balance(heir) == Balance(posted: 86, held: 0, available: 86))
      // A grant's coins are found where 0.2.0 has moved them, in lots of its merges, and in its own lot.
      try till.post(.reverse(ids[1], amount: 60))
      let drawn = try till.rows(
        "SELECT lot, amount FROM coins_draws WHERE transfer = (SELECT max(transfer) FROM coins_draws)", columns: 2)
      #expect(drawn == ["2|2", "8|58"])
      // What one has paid comes back to the very lots, and is the last one's.
      try till.post(.reverse(ids[4]))
      try till.post(.reverse(ids[6]))
      #expect(try till.balance(heir) == Balance(posted: 52, held: 0, available: 52))
      try till.verify()
      // And on.
      try merge(heir, into: one, at: till)
      try till.post(.redeem(52, from: users[1]))
      #expect(try till.balance(one).posted == 0)
      try till.verify()
    }
  }
}
