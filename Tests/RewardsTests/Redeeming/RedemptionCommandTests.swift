import CoinsContract
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Rewards

/// The commands as people and programs use them.
@Suite struct RedemptionCommandTests {
  private func withCoffee(_ body: (Market) throws -> Void) throws {
    try Market.with { market in
      try market.user("ada", coins: 300)
      try TestVouchers.fill("latte", 5, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 5)
      try market.reward("mug", stock: 1)
      try body(market)
    }
  }

  @Test func whoRedeemsGetsTheCodeAndWhoLooksGetsItMasked() throws {
    try withCoffee { market in
      let answer = try market.home.done("reward redeem coffee --user ada --idempotency-key tap --json")
      #expect(answer.contains("latte-code-0"))
      #expect(
        try market.home.done("reward redeem coffee --user ada --idempotency-key tap --json").contains("latte-code-0"))
      let id = try market.home.done("redemption list --user ada --quiet").split(separator: "\n")[0]
      let shown = try market.home.done("redemption show \(id) --json")
      #expect(!shown.contains("latte-code-0") && shown.contains("vch_"))
      let before = try market.home.count("qix_audit")
      let words = ["redemption", "show", String(id), "--reveal", "--reason", "call 4711"]
      #expect(try market.home.qix(words).output.contains("latte-code-0"))
      #expect(try market.home.count("qix_audit") == before + 1)
      let audit = try market.home.contents().filter { $0.hasPrefix("qix_audit") }.joined()
      #expect(!audit.contains("latte-code"))
    }
  }

  @Test func aDryRunSaysWhatWouldHappenAndGivesNoCodeAway() throws {
    try withCoffee { market in
      let before = try market.home.contents()
      let answer = try market.home.qix("reward redeem coffee --user ada --dry-run --json")
      #expect(answer.exitCode == 0 && !answer.output.contains("latte-code"), "\(answer.errors)")
      #expect(try market.home.contents() == before)
      let refused = try market.home.qix("reward redeem mug --user ada --quantity 2 --dry-run --json")
      #expect(refused.exitCode == 6 && refused.errors.contains("rewards.out-of-stock"))
    }
  }

  @Test func aHoldGoesItsWay() throws {
    try withCoffee { market in
      let id = try market.home.done("reward redeem mug --user ada --quiet").filter { $0 != "\n" }
      #expect(try market.home.done("redemption list --state held --quiet") == "\(id)\n")
      #expect(try market.home.qix("reward cancel \(id)").exitCode == 2)
      #expect(try market.home.done("reward confirm \(id) --note parcel --json").contains("fulfilled"))
      #expect(try market.home.qix("reward cancel \(id) --reason late").exitCode == 5)
      #expect(try market.home.qix("reward refund \(id) --coins 101 --reason late").exitCode == 6)
      #expect(try market.home.qix("reward refund \(id) --restock --no-restock --reason late").exitCode == 2)
      #expect(try market.home.done("reward refund \(id) --coins 40 --reason late --quiet").hasPrefix("rfd_"))
      #expect(try market.home.done("redemption show \(id) --json").contains("parcel"))
      #expect(try market.home.done("redemption list --state refunded --quiet") == "")
      #expect(
        try market.home.done("redemption list --state fulfilled --reward mug --since 2027-01-01 --quiet") == "\(id)\n")
      #expect(try market.home.qix("redemption show rdm_01m7w9tzg3f7fs9hn862jj74bb").exitCode == 3)
      try market.verify()
    }
  }

  @Test func aListIsReadPageByPage() throws {
    try withCoffee { market in
      var ids: [String] = []
      for _ in 0..<3 {
        ids.append(try market.home.done("reward redeem coffee --user ada --quiet").filter { $0 != "\n" })
        market.home.clock.advance(byMicroseconds: 1_000_000)
      }
      #expect(try market.home.done("redemption list --limit 2 --quiet") == "\(ids[2])\n\(ids[1])\n")
      #expect(try market.home.done("redemption list --limit 2 --after \(ids[1]) --quiet") == "\(ids[0])\n")
    }
  }

  @Test(arguments: [
    ("reward redeem coffee", 2), ("reward redeem coffee --user ada --quantity 0", 2),
    ("reward redeem coffee --user ada --quantity 101", 2), ("reward redeem coffee --user ada --at-most -1", 2),
    ("reward redeem cofee --user ada", 3), ("reward redeem coffee --user nobody", 3),
    ("reward redeem coffee --user ada --quantity 4", 6), ("reward redeem coffee --user ada --at-most 99", 6),
    ("reward confirm rdm_1", 2), ("redemption list --state lost", 2), ("redemption list --user nobody", 3),
  ])
  func whatCannotBeDoneIsSaidByItsCode(_ line: (words: String, code: Int32)) throws {
    try withCoffee { market in
      let before = try market.home.contents()
      #expect(try market.home.qix(line.words).exitCode == line.code)
      #expect(try market.home.contents() == before)
    }
  }
}
