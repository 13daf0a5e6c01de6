import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// What a help desk finds of a redemption, by whatever the user has before them.
@Suite struct HelpDeskTests {
  private func withCoffee(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      for line in [
        "user create --external-id ada", "coins issue --to ada --amount 900",
        "voucher generate latte --count 3 --title Latte --valid-for P30D --uses 2",
        "reward create coffee --brand Alba --title Coffee --price 100 --delivery voucher:latte --stock 3",
        "reward create mug --brand Alba --title Mug --price 50 --delivery goods --stock 3",
        "reward publish coffee mug",
      ] {
        try home.done(line)
      }
      try body(home)
    }
  }

  private func id(_ prefix: String, in text: String) throws -> String {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    return try #require(words.first { $0.hasPrefix(prefix) && $0.count == 30 })
  }

  /// A document from one of its tables on.
  private func rest(of document: String, from table: String) throws -> String {
    String(document[try #require(document.firstRange(of: "\"\(table)\"")).lowerBound...])
  }

  @Test func aRedemptionIsFoundByWhatItHasBrought() throws {
    try withCoffee { home in
      let coffee = try home.done("reward redeem coffee --user ada --quiet").filter { $0 != "\n" }
      let story = try home.done("redemption show \(coffee) --json")
      let paid = try id("trf_", in: rest(of: story, from: "transfers"))
      let voucher = try id("vch_", in: story)
      for reference in [coffee, voucher, paid] {
        #expect(try home.done("redemption show \(reference) --quiet") == "\(coffee)\n", "\(reference)")
      }
      // The other way round: a voucher tells which redemption it came by.
      #expect(try home.done("voucher show \(voucher) --json").contains("\(coffee):1"))
      let shown = try home.done("voucher show \(voucher) --json")
      for name in [coffee, "\(coffee):1"] { #expect(try home.done("voucher show \(name) --json") == shown, "\(name)") }
      try home.done("token create till --role integrator --output \(home.path)/till --quiet")
      #expect(try home.qix("voucher show \(coffee) --as \(home.path)/till").exitCode == 3)
      let refund = try home.done("reward refund \(coffee) --reason back --quiet").filter { $0 != "\n" }
      let refunded = try home.done("redemption show \(coffee) --json")
      let back = try id("trf_", in: rest(of: refunded, from: "refunds"))
      for reference in [refund, back] {
        #expect(try home.done("redemption show \(reference) --quiet") == "\(coffee)\n", "\(reference)")
      }
    }
  }

  /// What a shop has of a redemption is the number of its own order.
  @Test func aRedemptionIsFoundByItsKeyByWhoMayKnowKeys() throws {
    try withCoffee { home in
      let line = "reward redeem coffee --user ada --idempotency-key order-7 --quiet"
      let coffee = try home.done(line).filter { $0 != "\n" }
      try home.done("token create desk --role support --output \(home.path)/desk --quiet")
      try home.done("token create till --role integrator --output \(home.path)/till --quiet")
      #expect(try home.done("--as \(home.path)/desk redemption show order-7 --quiet") == "\(coffee)\n")
      let missing = try home.qix("redemption show order-8")
      #expect(missing.exitCode == 3 && missing.errors.contains("no redemption has the key 'order-8'"), "\(missing)")
      #expect(missing.errors.contains("`qix coins show 'order-8'`"), "\(missing)")
      #expect(try home.qix("redemption show rdm_short").exitCode == 2)
      // Keys aren't told integrators, so nor whether there is one.
      for key in ["order-7", "order-8"] {
        #expect(try home.qix("--as \(home.path)/till redemption show \(key)").exitCode == 2)
      }
      // Of coins nothing is said that isn't so.
      let coins = try home.qix("--as \(home.path)/desk coins show order-7")
      #expect(coins.exitCode == 3 && coins.errors.contains("redemption show KEY"), "\(coins.errors)")
    }
  }

  /// The charge that a wallet's history shows for goods is the capture of what was held.
  @Test func goodsAreFoundByTheChargeAlsoAfterAMerge() throws {
    try withCoffee { home in
      let other = try home.done("reward redeem mug --user ada --quiet").filter { $0 != "\n" }
      let mug = try home.done("reward redeem mug --user ada --quiet").filter { $0 != "\n" }
      #expect(try home.done("redemption list --json").contains("held_until\": \"2027"))
      try home.done("reward confirm \(mug) --quiet")
      try home.done("reward cancel \(other) --reason sold --quiet")
      // What is held no longer is held until no moment.
      #expect(try !home.done("redemption list --json").contains("held_until\": \"2027"))
      let charge = try home.done("wallet history ada --kind capture --quiet").filter { $0 != "\n" }
      #expect(try home.done("redemption show \(charge) --quiet") == "\(mug)\n")
      let story = try home.done("redemption show \(other) --json")
      let ended = try id("trf_", in: rest(of: story, from: "ended_by"))
      #expect(try home.done("redemption show \(ended) --quiet") == "\(other)\n")
      try home.done("user create --external-id eve")
      try home.done("user merge ada --into eve --reason same")
      #expect(try home.done("redemption show \(charge) --quiet") == "\(mug)\n")
    }
  }

  @Test func whatNoRedemptionHasBroughtIsToldSo() throws {
    try withCoffee { home in
      let grant = try home.done("wallet history ada --kind issue --quiet").filter { $0 != "\n" }
      for reference in [grant, "vch_01m7w9tzg3f7fs9hn862jj74bb", "rfd_01m7w9tzg3f7fs9hn862jj74bb"] {
        let outcome = try home.qix("redemption show \(reference) --json")
        #expect(outcome.exitCode == 3 && outcome.errors.contains("rewards.redemption-not-found"), "\(outcome.errors)")
      }
      for malformed in ["usr_01m7w9tzg3f7fs9hn862jj74bb", "rdm_1"] {
        #expect(try home.qix("redemption show \(malformed)").exitCode == 2)
      }
      // It could be a key, under which nothing was redeemed.
      #expect(try home.qix("redemption show tap-1").exitCode == 3)
    }
  }

  /// Without a reveal, and so without a vault: until when a voucher is good, and what has become of it.
  @Test func whatBecameOfAVoucherStandsBesideIt() throws {
    try withCoffee { home in
      let answer = try home.done("reward redeem coffee --user ada --json")
      let code = try #require(
        answer.split(separator: "\"code\": \"").dropFirst().first?.split(separator: "\"").first.map(String.init))
      let coffee = try id("rdm_", in: answer)
      func row() throws -> String {
        let story = try home.done("redemption show \(coffee) --json")
        return try #require(story.split(separator: "\n").map(String.init).first { $0.contains("{\"voucher\": ") })
      }
      #expect(try row().contains("\"until\": \"2027-02-14T08:00:00Z\""))
      #expect(try row().contains("\"state\": \"open\", \"used\": 0, \"uses\": 2") && !row().contains(code))
      let used = try home.qix(["voucher", "use", "--idempotency-key", "receipt-1"], input: code + "\n")
      #expect(used.exitCode == 0, "\(used.errors)")
      #expect(try row().contains("\"state\": \"open\", \"used\": 1"))
      home.clock.advance(byMicroseconds: 40 * Timestamp.day)
      #expect(try row().contains("\"state\": \"over\", \"used\": 1"))
    }
  }

  /// Nobody is told to run what they would be refused.
  @Test(arguments: Role.ofTokens)
  func whoMayNotEndItIsToldWhoMay(_ role: Role) throws {
    let redemption = try #require(RedemptionID("rdm_01m7w9tzg3f7fs9hn862jj74bb"))
    let context = Context.unprepared.acting(as: Principal(name: "token:desk", role: role))
    #expect(context.nextOfHeld(redemption).contains("\(redemption)") == [.admin, .operator].contains(role))
    #expect(context.nextOfHeld(redemption).contains("qix reward confirm"))
    let scoped = Context.unprepared.acting(as: Principal(name: "token:x", role: .operator, scopes: ["redemption"]))
    #expect(!scoped.nextOfHeld(redemption).contains("\(redemption)"))
  }
}
