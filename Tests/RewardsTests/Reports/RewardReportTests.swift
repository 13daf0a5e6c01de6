import CoinsContract
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// What `qix reward report` says of a small shop whose every coin is known.
@Suite struct RewardReportTests {
  private func report(
    _ market: Market, _ scope: ReportScope = ReportScope(), idleDays: Int64 = 60
  ) throws -> RewardReport {
    let context = try market.context
    return try market.home.database.read {
      try RewardReport.make(scope, idle: idleDays * Timestamp.day, in: context, $0)
    }
  }

  private func euros(_ cents: Int64) throws -> Money {
    Money(minorUnits: cents, currency: try #require(Currency("EUR")))
  }

  @Test func everyFigureIsWhatItsFormulaSays() throws {
    try Market.with { market in
      let cent = try euros(45)
      // 1,000 + 300 + 90 earned; of ada's, 50 will have expired.
      try market.user("ada", coins: 950)
      try market.user("ada", coins: 50, expires: market.days(1))
      try market.user("bob", coins: 300)
      try market.user("cleo", coins: 90)
      try market.reward("mug", price: 100, stock: 5) { $0.cost = cent }
      try market.reward("tree", .donation(to: "Forest"), price: 200)
      market.advance(days: 2)
      try market.home.done("coins expire")
      // ada: two mugs in one, of which a part comes back; one mug held. bob: a mug that is wholly refunded, and a tree.
      let two = try market.confirm(market.redeem("mug", by: "ada") { $0.quantity = 2 }.redemption.id).redemption.id
      try market.refund(two) { $0.coins = 20 }
      _ = try market.redeem("mug", by: "ada")
      try market.refund(market.confirm(market.redeem("mug", by: "bob").redemption.id).redemption.id) {
        $0.restocks = true
      }
      _ = try market.redeem("tree", by: "bob")
      try market.cancel(market.redeem("mug", by: "ada").redemption.id)

      let report = try report(market)
      let mug = try #require(report.lines.first { $0.reward.name == "mug" })
      #expect(
        mug.activity
          == Activity(
            fulfilled: 2, refundedWhole: 1, held: 1, cancelled: 1, timedOut: 0, pieces: 2, paid: 300, refunded: 120,
            users: 2))
      #expect(mug.left == 2 && mug.price == 100)
      #expect(try mug.cost == euros(90))
      #expect(report.total.users == 2, "bob has had two rewards")
      #expect(report.total.net == 380)
      #expect(report.earned == 1_390)
      #expect(report.redemptionRate == Share(380, of: 1_390))
      #expect(report.issued == 1_390 && report.flow.expired == 50)
      // Of what has met its end, as the report on coins says.
      #expect(report.flow.breakage == Share(50, of: 430))
      let coins = try JSONValue(parsing: market.home.done("coins report --json"))["breakage_rate"]?.double
      #expect(abs((coins ?? 0) - 50.0 / 430) < 0.0001)
      // ada 1000 − 50 − 180 − 100 held; bob 300 − 200; cleo 90.
      #expect(report.outstanding == 670 + 100 + 90)
      #expect(report.holders == 3)
      #expect(report.cheapest == 100)
      #expect(report.redeemable == 770 && report.ableUsers == 2)
      #expect(report.shelves == nil, "there are trees without end")
      #expect(report.covered == 860)
      #expect(report.withoutCost == 200)
      let cost = try #require(report.costs.first)
      #expect(try cost == RewardReport.Cost(money: euros(90), coins: 180))
      #expect(try cost.ofThousand == euros(500))
      #expect(try cost.of(report.outstanding) == euros(430))
      // What the ledger says of the same coins.
      #expect(report.issued == report.outstanding + 100 + report.total.net + report.flow.expired)
      try market.verify()
    }
  }

  @Test func aTimeHoldsWhatBeganInIt() throws {
    try Market.with { market in
      try market.user("ada", coins: 500)
      try market.reward("mug", price: 100, stock: 5)
      let start = market.now
      _ = try market.confirm(market.redeem("mug", by: "ada").redemption.id)
      market.advance(days: 10)
      let middle = market.now
      try market.user("ada", coins: 70)
      let late = try market.confirm(market.redeem("mug", by: "ada").redemption.id).redemption.id
      market.advance(days: 10)
      try market.refund(late)
      let first = try report(market, ReportScope(since: start, until: middle))
      #expect(first.total.net == 100 && first.earned == 500)
      let second = try report(market, ReportScope(since: middle))
      #expect(second.total.paid == 100 && second.total.refunded == 100 && second.earned == 70)
      #expect(try report(market, ReportScope(since: market.days(1))).total == Activity())
      #expect(first.outstanding == second.outstanding, "what is there now is there now")
    }
  }

  /// Coins of a merged user are their survivor's, whose wallet may be enough with them.
  @Test func mergedWalletsAreOne() throws {
    try Market.with { market in
      try market.reward("mug", price: 100, stock: 1)
      for name in ["ada", "phone", "tablet"] { try market.user(name, coins: 40) }
      #expect(try report(market).ableUsers == 0)
      for name in ["phone", "tablet"] { try market.home.done("user merge \(name) --into ada") }
      let report = try report(market)
      #expect(report.holders == 1 && report.ableUsers == 1 && report.redeemable == 120)
      #expect(report.covered == 100, "one mug is left")
    }
  }

  /// Who was erased can't ask for anything any more, and who is suspended not now.
  @Test func coinsThatNobodyCanSpendAreNotAskedFor() throws {
    try Market.with { market in
      try market.reward("mug", price: 100, stock: 9)
      for name in ["ada", "bob", "cleo"] { try market.user(name, coins: 150) }
      let erased = try market.home.done("user show cleo --quiet").filter { $0 != "\n" }
      try market.home.done("user erase cleo --confirm \(erased)")
      try market.home.done("user suspend bob --reason looks-like-a-farm")
      let report = try report(market)
      #expect(report.outstanding == 300 && report.holders == 2, "bob may be let in again")
      #expect(report.redeemable == 150 && report.ableUsers == 1)
      let tried = try JSONValue(parsing: market.home.done("reward simulate mug --price 120 --json"))
      #expect(tried["able_users"]?.integer == 1)
    }
  }

  /// Ten vouchers behind two rewards are ten, taken by who pays most for them.
  @Test func aVoucherOfTwoRewardsIsOnTheShelfOnce() throws {
    try TestHome.initialised(vault: true) { home in
      for line in [
        "voucher generate latte --count 10 --title Latte",
        "reward create small --brand Alba --title Small --price 10 --delivery voucher:latte",
        "reward create large --brand Alba --title Large --price 20 --delivery voucher:latte --stock 7",
        "reward publish small large", "user create --external-id ada", "coins issue --to ada --amount 1000",
      ] {
        try home.done(line)
      }
      let report = try JSONValue(parsing: home.done("reward report --json"))
      #expect(report["shelves"]?.integer == 170, "seven for 20 coins, three for 10")
      #expect(report["covered"]?.integer == 170)
      let list = try #require(try JSONValue(parsing: home.done("reward list --json"))["rewards"]?.array)
      #expect(Set(list.map { $0["left"]?.integer }) == [7, 10], "no more than there are vouchers")
    }
  }

  /// What can't be delivered is no price that users could pay, though it is published.
  @Test func aFrozenRaffleIsNoPriceThatIsAsked() throws {
    try TestHome.initialised(vault: true) { home in
      for line in [
        "raffle create river --winners 1", "user create --external-id ada", "coins issue --to ada --amount 100",
        "reward create ticket --brand Alba --title Ticket --price 5 --delivery raffle:river",
        "reward create mug --brand Alba --title Mug --price 60 --delivery goods --stock 1",
        "reward publish ticket mug",
      ] {
        try home.done(line)
      }
      let before = try JSONValue(parsing: home.done("reward report --json"))
      #expect(before["cheapest"]?.integer == 5 && before["shelves_without_end"]?.bool == true)
      try home.done("raffle enter river --user ada --idempotency-key first")
      try home.done("raffle freeze river")
      let after = try JSONValue(parsing: home.done("reward report --json"))
      #expect(after["cheapest"]?.integer == 60 && after["shelves"]?.integer == 60 && after["covered"]?.integer == 60)
    }
  }

  @Test func deadStockIsWhatNobodyHasWantedForLong() throws {
    try Market.with { market in
      try market.user("ada", coins: 500)
      for line in [
        "reward create pen --brand Alba --title Pen --price 10 --delivery goods --stock 5",
        "reward create cup --brand Alba --title Cup --price 10 --delivery goods --stock 5",
        "reward create tree --brand Alba --title Tree --price 10 --delivery donation:Forest",
        "reward create idea --brand Alba --title Idea --price 10 --delivery goods --stock 5",
        "reward publish pen cup tree",
      ] {
        try market.home.done(line)
      }
      market.advance(days: 20)
      _ = try market.redeem("cup", by: "ada")
      market.advance(days: 20)
      func dead(_ days: Int64) throws -> Set<String> {
        Set(try report(market, idleDays: days).lines.filter { $0.idleSince != nil }.map(\.reward.name))
      }
      #expect(try dead(41) == [])
      #expect(try dead(40) == ["pen"])
      #expect(try dead(20) == ["pen", "cup"], "not what is a draft, nor what has no pieces")
      #expect(try report(market).cheapest == 10)
    }
  }

  @Test func nothingIsSaidInWords() throws {
    try TestHome.initialised { home in
      let empty = try home.qix("reward report")
      #expect(empty.exitCode == 0 && empty.errors.contains("catalogue is empty"))
      let json = try JSONValue(parsing: home.done("reward report --json"))
      #expect(json["schema"]?.string == "reward.report/1")
      for key in ["redemption_rate", "redeemable_share", "breakage_rate", "cheapest"] {
        #expect(json[key] == .null, "\(key)")
      }
      #expect(try home.qix("reward report --since 2027-02-01 --until 2027-01-01").exitCode == 2)
      #expect(try home.qix("reward report --reward mug").exitCode == 3)
      let picture = try home.done("reward report --svg -")
      #expect(picture.hasPrefix("<svg"))
    }
  }
}
