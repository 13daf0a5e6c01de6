import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// What happens at the till.
@Suite struct TillTests {
  private static let coffee = [
    "voucher", "generate", "coffee", "--count", "3", "--title", "Two euros off coffee", "--value", "2.00 EUR",
    "--minimum-purchase", "5.00 EUR",
  ]

  @Test func aVoucherIsUsedOnceAndARetryIsAnsweredTheSame() throws {
    try Counter.with { counter in
      try counter.run(Self.coffee)
      let given = try counter.hand("coffee", to: counter.user("anna"))
      let words = ["voucher", "use", "--purchase", "12.50 EUR", "--till", "3", "--idempotency-key", "receipt-1"]
      let good = try counter.qix("voucher check --json", input: given.code)
      #expect(good.exitCode == 0 && good.output.contains("\"2.00 EUR\"") && good.output.contains("\"good\": true"))
      #expect(!good.output.contains("usr_") && !good.output.contains(given.code))
      let first = try counter.run(words, input: given.code)
      let again = try counter.qix(words + ["--json"], input: given.code.lowercased())
      #expect(again.exitCode == 0 && again.output.contains(first) && again.output.contains("\"replayed\": true"))
      #expect(try counter.home.count("vouchers_uses") == 1)
      // Another use, and another purchase under the same key.
      try counter.fails("voucher use --purchase 12.50_EUR".split("_"), 5, "vouchers.used-up", input: given.code)
      try counter.fails("voucher check", 5, "vouchers.used-up", input: given.code)
      let other = ["voucher", "use", "--purchase", "13.00 EUR", "--till", "3", "--idempotency-key", "receipt-1"]
      try counter.fails(other, 5, "vouchers.key-conflict", input: given.code)
      let said = try counter.qix(["voucher", "use", "--purchase", "12.50 EUR"], input: given.code)
      #expect(said.errors.contains("at till '3'") && said.errors.contains("\(counter.now)"))
    }
  }

  @Test func theMinimumPurchaseHoldsWhenItIsUsed() throws {
    try Counter.with { counter in
      try counter.run(Self.coffee)
      let given = try counter.hand("coffee", to: counter.user("anna"))
      try counter.fails("voucher use", 6, "vouchers.purchase-needed", input: given.code)
      try counter.fails("voucher use --purchase 4.99_EUR".split("_"), 6, "vouchers.below-minimum", input: given.code)
      try counter.fails("voucher use --purchase 9.00_USD".split("_"), 6, "vouchers.currency", input: given.code)
      try counter.fails("voucher check --purchase 4.99_EUR".split("_"), 6, "vouchers.below-minimum", input: given.code)
      #expect(try counter.home.count("vouchers_uses") == 0)
      try counter.run("voucher use --purchase 5.00_EUR".split("_"), input: given.code)
    }
  }

  @Test func neverMoreComesOffThanThePurchaseComesTo() throws {
    try Counter.with { counter in
      try counter.run(["voucher", "generate", "gift", "--on-demand", "--title", "Gift", "--value", "10.00 EUR"])
      let given = try counter.hand("gift", to: counter.user("anna"))
      let used = try counter.qix(["voucher", "use", "--purchase", "4.20 EUR", "--json"], input: given.code)
      #expect(used.output.contains("\"deduct\": \"4.20 EUR\""))
    }
  }

  @Test func thePeriodIsThatOfTheMomentOfUse() throws {
    try Counter.with { counter in
      let (start, end) = (
        counter.now.advanced(byMicroseconds: Timestamp.day), counter.now.advanced(byMicroseconds: 5 * Timestamp.day)
      )
      try counter.run(
        "voucher generate spring --count 4 --title Spring --from \(start) --until \(end) --valid-for P2D")
      let anna = try counter.user("anna")
      let first = try counter.hand("spring", to: anna, key: "1")
      try counter.fails("voucher use", 6, "vouchers.not-yet", input: first.code)
      counter.advance(days: 2)
      // Two days after it was handed over.
      try counter.fails("voucher use", 6, "vouchers.over", input: first.code)
      let second = try counter.hand("spring", to: anna, key: "2")
      let third = try counter.hand("spring", to: anna, key: "3")
      try counter.run("voucher use", input: second.code)
      counter.advance(days: 1)
      let late = try counter.hand("spring", to: anna, key: "4")
      #expect(late.end == end)
      counter.advance(days: 2)
      try counter.fails("voucher use", 6, "vouchers.over", input: late.code)
      // What was over stays so when somebody sets the clock back: the audit log has seen the later moment.
      try counter.fails("voucher check", 6, "vouchers.over", input: late.code)
      counter.advance(days: -3)
      try counter.fails("voucher use", 6, "vouchers.over", input: third.code)
    }
  }

  @Test func severalUsesAreCountedAndACancelledSaleGivesOneBack() throws {
    try Counter.with { counter in
      try counter.run("voucher generate card --on-demand --title Card --uses 2")
      let given = try counter.hand("card", to: counter.user("anna"))
      let first = try counter.run("voucher use --idempotency-key a", input: given.code)
      try counter.run("voucher use --idempotency-key b", input: given.code)
      try counter.fails("voucher use --idempotency-key c", 5, "vouchers.used-up", input: given.code)
      #expect(try counter.run("voucher restore a") == first)
      #expect(try counter.run("voucher restore \(first)") == first)
      try counter.fails("voucher use --idempotency-key a", 5, "vouchers.key-taken-back", input: given.code)
      try counter.run("voucher use --idempotency-key c", input: given.code)
      try counter.fails("voucher use --idempotency-key d", 5, "vouchers.used-up", input: given.code)
      try counter.fails("voucher restore z", 3, "vouchers.use-not-found")
      #expect(try counter.home.count("vouchers_uses") == 3)
      #expect(try counter.qix("voucher show \(given.id) --json").output.contains("\"uses_left\": 0"))
    }
  }

  @Test func whatNobodyWasGivenIsNotGood() throws {
    try Counter.with { counter in
      let list = try counter.file("list.txt", "BRAND-0001\nBRAND-0002\n")
      try counter.run("voucher import cinema \(list) --title Cinema")
      try counter.fails("voucher use", 6, "vouchers.not-handed-out", input: "BRAND-0001")
      let given = try counter.hand("cinema", to: counter.user("anna"))
      try counter.run("voucher use", input: given.code)
    }
  }

  @Test func whatIsVoidIsNotGood() throws {
    try Counter.with { counter in
      try counter.run(Self.coffee)
      let anna = try counter.user("anna")
      let (first, second) = (try counter.hand("coffee", to: anna), try counter.hand("coffee", to: anna, key: "2"))
      try counter.run("voucher void \(first.id) --reason lost")
      try counter.run("voucher void \(first.id) --reason lost")
      try counter.fails("voucher use --purchase 9.00_EUR".split("_"), 6, "vouchers.void", input: first.code)
      try counter.run("voucher use --purchase 9.00_EUR".split("_"), input: second.code)
      try counter.fails("voucher void \(second.id)", 5, "vouchers.used")
      #expect(try counter.qix("voucher void coffee --no-input").exitCode == 2)
      try counter.run("voucher void coffee --confirm coffee --reason misprint")
      counter.refuses("vouchers.series-void", "'coffee'") { try counter.hand("coffee", to: anna, key: "3") }
      try counter.fails("voucher generate coffee --count 1", 6, "vouchers.series-void")
    }
  }

  @Test func whoGuessesHasToWait() throws {
    try Counter.with { counter in
      try counter.run(Self.coffee)
      let given = try counter.hand("coffee", to: counter.user("anna"))
      for number in 0..<9 {
        try counter.fails("voucher check --till 1", 3, "vouchers.code-unknown", input: "NO-\(number)0")
      }
      // A mistake is told as one, and counts: else it would tell which codes are worth a try.
      var mistyped = Array(given.code.utf8)
      mistyped[0] = mistyped[0] == UInt8(ascii: "A") ? UInt8(ascii: "C") : UInt8(ascii: "A")
      try counter.fails(
        "voucher use --till 1 --dry-run", 2, "vouchers.code-mistyped", input: String(decoding: mistyped, as: UTF8.self))
      try counter.fails("voucher check --till 1", 6, "vouchers.too-many-misses", input: given.code)
      try counter.fails("voucher use --till 1 --dry-run", 6, "vouchers.too-many-misses", input: given.code)
      // Another till may go on, until all of them together have tried too often.
      try counter.run("voucher check --till 2", input: given.code)
      for till in 2..<7 {
        for number in 0..<10 {
          try counter.fails("voucher check --till \(till)", 3, "vouchers.code-unknown", input: "NO-\(till)\(number)")
        }
      }
      try counter.fails("voucher check --till 9", 6, "vouchers.too-many-misses", input: given.code)
      // A clock that goes back gives nobody new tries.
      counter.home.clock.advance(byMicroseconds: -3_600_000_000)
      try counter.fails("voucher check --till 9", 6, "vouchers.too-many-misses", input: given.code)
      counter.home.clock.advance(byMicroseconds: 3_600_000_000 + 10 * 60_000_000)
      try counter.run("voucher check --till 9", input: given.code)
    }
  }

  /// A wrong code while the clock says 2031 keeps a till waiting for ten minutes, not until then.
  @Test(arguments: [false, true])
  func aClockThatJumpedAheadLocksNobodyOut(_ isRestarted: Bool) throws {
    try Counter.with { counter in
      try counter.run(Self.coffee)
      let given = try counter.hand("coffee", to: counter.user("anna"))
      counter.home.clock.jump(byMicroseconds: 4 * 365 * Timestamp.day)
      for number in 0..<10 {
        try counter.fails("voucher check --till 1", 3, "vouchers.code-unknown", input: "NO-\(number)0")
      }
      counter.home.clock.jump(byMicroseconds: -4 * 365 * Timestamp.day)
      if isRestarted { counter.home.clock.reboot() }
      let refused = try counter.qix("voucher check --till 1", input: given.code)
      #expect(refused.exitCode == 6 && refused.errors.contains("2027-01-15T08:10:00Z"), "\(refused.errors)")
      counter.home.clock.advance(byMicroseconds: 10 * 60_000_000)
      try counter.run("voucher check --till 1", input: given.code)
      #expect(try counter.qix("audit show --action qix.clock-jump --json").output.contains("to 2031-01-14"))
    }
  }

  @Test func aCodeIsNowhereButInItsBoxAndWhereItWasAskedFor() throws {
    try Counter.with { counter in
      try counter.run(Self.coffee)
      let given = try counter.hand("coffee", to: counter.user("anna"))
      let masked = try counter.qix("voucher show \(given.id) --json")
      #expect(masked.exitCode == 0 && !masked.output.contains(given.code))
      let shown = try counter.qix("voucher show \(given.id) --reveal --reason call --json")
      #expect(shown.output.contains(given.code))
      #expect(try counter.qix("audit show --action access.reveal --json").output.contains("\(given.id)"))
      _ = try counter.qix(["voucher", "use", "--purchase", "9.00 EUR"], input: given.code)
      _ = try counter.qix("voucher check", input: given.code + "1")
      let plain = given.code.filter { $0 != "-" }
      for row in try counter.home.contents() { #expect(!row.contains(plain) && !row.contains(given.code)) }
      let codes = plain.utf8.map { String($0, radix: 16, uppercase: true) }.joined()
      for row in try counter.home.contents() { #expect(!row.contains(codes)) }
    }
  }

  @Test func ofManyWhoComeWithOneCodeAtOnceAsManyAsMaySucceed() throws {
    try Counter.with { counter in
      try counter.run("voucher generate once --on-demand --title Once")
      try counter.run("voucher generate thrice --on-demand --title Thrice --uses 3")
      let anna = try counter.user("anna")
      for (series, uses) in [("once", 1), ("thrice", 3)] {
        let given = try counter.hand(series, to: anna)
        let tills = try (0..<20).map { _ in try counter.another() }
        let outcomes = try inParallel(tills.count) { index in
          let outcome = try tills[index].qix("voucher use --till \(index) --json", input: given.code)
          return (exitCode: outcome.exitCode, errors: outcome.errors)
        }
        #expect(outcomes.filter { $0.exitCode == 0 }.count == uses)
        #expect(outcomes.filter { $0.errors.contains("vouchers.used-up") }.count == 20 - uses)
        // All twenty with one key: one use, and everybody has the same answer.
        let other = try counter.hand(series, to: anna, key: "2")
        let answers = try inParallel(tills.count) { index in
          try tills[index].qix("voucher use --till 1 --idempotency-key \(series) --quiet", input: other.code).output
        }
        #expect(Set(answers).count == 1 && answers[0].hasPrefix("vus_"))
      }
      #expect(try counter.home.count("vouchers_uses") == 1 + 3 + 2)
    }
  }
}

extension String {
  /// Words between blanks, in which a sign stands for a blank.
  fileprivate func split(_ blank: Character) -> [String] {
    split(separator: " ").map { String($0.map { $0 == blank ? " " : $0 }) }
  }
}
