import CoinsContract
import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

extension Till {
  /// Makes an asset with a shelf of its own.
  func openShelf(_ name: String, _ code: String) throws -> Asset {
    try database.write(Change("coins.test")) { connection, _ in
      let asset = try Assets.make(code, in: connection)
      _ = try Budgets.create(name, asset: asset, at: now, random: home.random, in: connection)
      return asset
    }
  }

  func balance(_ account: AccountReference, _ asset: Asset) throws -> Balance {
    try database.read { try Wallet.balance(of: account, asset: asset, at: now, in: $0) }
  }
}

/// Pieces of a reward: another asset in the same ledger.
@Suite struct StockTests {
  private static let shelf = AccountReference.budget("reward-tea")

  private func withShelf(_ pieces: Int64, _ body: (Till, Asset) throws -> Void) throws {
    try Till.with { till in
      let tea = try till.openShelf("reward-tea", "stock:tea")
      try till.post(.fund(pieces, to: Self.shelf, asset: tea))
      try body(till, tea)
      try till.verify()
    }
  }

  @Test func piecesGoFromTheirShelfToTheirOwnRedeemed() throws {
    try withShelf(10) { till, tea in
      try till.post(.issue(50, to: .user(1)))
      try till.postLinked([.redeem(20, from: .user(1)), .redeem(2, from: Self.shelf, asset: tea)])
      #expect(try till.balance(Self.shelf, tea) == Balance(posted: 8, held: 0, available: 8))
      #expect(try till.balance(.redeemed, tea).posted == 2)
      #expect(try till.balance(.redeemed).posted == 20)
      #expect(try till.balance(.issuer, tea).posted == -10)
    }
  }

  /// What resolves a hold, and what takes back, names no asset: it is that of the accounts, in the sealed leaf too.
  @Test func holdsAreCapturedGivenBackAndReversedInTheirOwnAsset() throws {
    try withShelf(10) { till, tea in
      let holds = try (0..<4).map { _ in
        try till.post(.hold(2, from: Self.shelf, timesOut: .after(Period(days: 1)), asset: tea)).transfer
      }
      #expect(try till.balance(Self.shelf, tea) == Balance(posted: 10, held: 8, available: 2))
      let capture = try till.post(.capture(holds[0])).transfer
      try till.post(.capture(holds[1], amount: 1))
      try till.post(.void(holds[2]))
      #expect(try till.balance(Self.shelf, tea) == Balance(posted: 7, held: 2, available: 5))
      till.advance(days: 2)
      #expect(try till.sweep() == Ledger.Swept(holds: 1, lots: 0, coins: 0))
      try till.post(.reverse(capture, amount: 1))
      #expect(try till.balance(Self.shelf, tea) == Balance(posted: 8, held: 0, available: 8))
      #expect(try till.balance(.redeemed, tea).posted == 2)
      #expect(try till.balance(.redeemed).posted == 0)
      try till.verify()
    }
  }

  @Test func aHoldThatIsDueGivesItsPiecesBackToWhoComesNext() throws {
    try withShelf(1) { till, tea in
      try till.post(.hold(1, from: Self.shelf, timesOut: .after(Period(days: 1)), asset: tea))
      try expectRefused(
        .outOfStock(shelf: "reward-tea", left: 0, wanted: 1), .redeem(1, from: Self.shelf, asset: tea), at: till)
      till.advance(days: 1)
      try till.post(.redeem(1, from: Self.shelf, asset: tea))
      #expect(try till.kinds(from: 3) == [.timeOut, .redeem])
    }
  }

  @Test func whatIsRefusedIsSaidInPieces() throws {
    try withShelf(3) { till, tea in
      try expectRefused(
        .outOfStock(shelf: "reward-tea", left: 3, wanted: 4), .redeem(4, from: Self.shelf, asset: tea), at: till)
      try expectRefused(
        .outOfStock(shelf: "reward-tea", left: 3, wanted: 4), .hold(4, from: Self.shelf, asset: tea), at: till)
      try expectRefused(.overflow(account: .issuer), .fund(.max, to: Self.shelf, asset: tea), at: till)
      #expect(throws: CoinsError.amountNotPositive(0)) { try till.post(.redeem(0, from: Self.shelf, asset: tea)) }
    }
  }

  @Test func neitherAssetKeepsTheOthersRules() throws {
    try withShelf(3) { till, tea in
      try till.openBudget("spring")
      try till.post(.fund(5, to: .budget("spring")))
      // Coins of a budget are granted, never redeemed; a shelf of another asset is none of theirs.
      try expectRefused(
        .wrongAccounts(.redeem, from: .budget("spring"), to: .redeemed), .redeem(1, from: .budget("spring")), at: till)
      try expectRefused(
        .wrongAccounts(.hold, from: .budget("spring"), to: .redeemed), .hold(1, from: .budget("spring")), at: till)
      try expectRefused(.noBudget("reward-tea"), .issue(1, from: Self.shelf, to: .user(1)), at: till)
      try expectRefused(.noBudget("spring"), .redeem(1, from: .budget("spring"), asset: tea), at: till)
      // Pieces reach no wallet.
      try expectRefused(
        .wrongAccounts(.redeem, from: .user(1), to: .redeemed), .redeem(1, from: .user(1), asset: tea), at: till)
      try expectRefused(
        .wrongAccounts(.hold, from: Self.shelf, to: .user(1)), .hold(1, from: Self.shelf, to: .user(1), asset: tea),
        at: till)
    }
  }

  @Test func assetsOfOneNameAndTheirAccountsAreMadeOnce() throws {
    try Till.with { till in
      let tea = try till.openShelf("reward-tea", "stock:tea")
      let coffee = try till.openShelf("reward-tea", "stock:coffee")
      #expect(tea != coffee && tea != .coins)
      let accounts = try till.count("coins_accounts")
      #expect(try till.openShelf("reward-tea", "stock:tea") == tea)
      #expect(try till.count("coins_accounts") == accounts)
      // Two shelves of one name in two assets, and a budget of coins besides.
      try till.openBudget("reward-tea")
      try till.post(.fund(1, to: Self.shelf, asset: tea))
      try till.post(.fund(2, to: Self.shelf, asset: coffee))
      try till.post(.fund(4, to: Self.shelf))
      #expect(try [tea, coffee, .coins].map { try till.balance(Self.shelf, $0).posted } == [1, 2, 4])
      try till.verify()
      let home = till.home
      #expect(try home.done("budget list --tsv").split(separator: "\n").count == 2)
      #expect(try home.done("coins report --json").filter { $0 != " " }.contains(#""in_budgets":4"#))
    }
  }

  @Test func aVerificationTellsEachAssetsSums() throws {
    try withShelf(5) { till, tea in
      try till.post(.redeem(2, from: Self.shelf, asset: tea))
      let report = try Verification.run(till.database, random: till.home.random)
      let totals = try #require(report.balances.assets[tea.number])
      #expect(totals.issued == 5 && totals.redeemed == 2 && totals.supply == 3 && totals.outstanding == 3)
      #expect(report.balances.coins.issued == 0)
      #expect(try till.home.done("coins verify --json").filter { $0 != " " }.contains(#""asset":"stock:tea""#))
    }
  }

  @Test(arguments: [
    ("UPDATE coins_accounts SET asset = 1 WHERE name = 'reward-tea'", "transfer 1 has values that can't be"),
    ("UPDATE coins_assets SET has_lots = 1 WHERE asset = 2", "asset 2 is not divided"),
    ("DELETE FROM coins_assets WHERE asset = 2", "accounts have asset 2"),
    ("UPDATE coins_accounts SET posted = 11 WHERE name = 'reward-tea'", "the balances of asset 2 add up to 1"),
    ("UPDATE coins_accounts SET kind = 5, name = NULL WHERE name = 'reward-tea'", "asset 2 has 4 accounts"),
    ("UPDATE coins_accounts SET kind = 1, name = NULL WHERE name = 'reward-tea'", "is a wallet of items"),
    ("UPDATE coins_transfers SET amount = 9 WHERE transfer = 1", "transfers of block 1"),
  ])
  func whoPlaysWithStockIsFound(_ attack: (sql: String, fault: String)) throws {
    try Till.with { till in
      let tea = try till.openShelf("reward-tea", "stock:tea")
      try till.post(.fund(10, to: Self.shelf, asset: tea))
      try till.verify()
      try till.tamper(attack.sql)
      let report = try Verification.run(till.home.database, random: till.home.random)
      #expect(report.faults.contains { $0.contains(attack.fault) }, "\(report.faults)")
    }
  }
}
