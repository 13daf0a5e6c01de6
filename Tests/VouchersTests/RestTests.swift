import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// Vouchers on which stays what a purchase leaves of their value: gift cards.
@Suite struct RestTests {
  private func withCard(_ body: (Counter, AssignedVoucher) throws -> Void) throws {
    try Counter.with { counter in
      try counter.run([
        "voucher", "generate", "gift", "--on-demand", "--title", "Gift card", "--value", "50.00 EUR", "--keep-rest",
      ])
      try body(counter, counter.hand("gift", to: counter.user("anna")))
      // Whatever was done, the books agree with themselves.
      let findings = try VouchersModule.check(counter.context.database, in: counter.context)
      #expect(findings.allSatisfy { $0.verdict == .ok }, "\(findings)")
    }
  }

  private func use(
    _ counter: Counter, _ card: AssignedVoucher, _ purchase: String, key: String
  ) throws -> TestTerminal.Outcome {
    try counter.qix(
      ["voucher", "use", "--purchase", purchase, "--till", "1", "--idempotency-key", key, "--json"], input: card.code)
  }

  private func rest(_ counter: Counter, _ card: AssignedVoucher) throws -> String? {
    try counter.qix("voucher show \(card.id) --json").output.split(separator: "\n").map(String.init).first {
      $0.contains("\"rest\": ")
    }.map { $0.filter { !"\", ".contains($0) } }
  }

  @Test func aCardIsUsedUntilItsValueIsSpent() throws {
    try withCard { counter, card in
      let first = try use(counter, card, "12.30 EUR", key: "a")
      #expect(first.output.contains("\"deduct\": \"12.30 EUR\"") && first.output.contains("\"rest\": \"37.70 EUR\""))
      #expect(first.output.contains("\"uses_left\": null") && !first.errors.contains("lost"), "\(first.errors)")
      let check = try counter.qix(["voucher", "check", "--purchase", "40.00 EUR", "--json"], input: card.code)
      #expect(check.output.contains("\"deduct\": \"37.70 EUR\"") && check.output.contains("\"rest\": \"37.70 EUR\""))
      // A repeat takes nothing, and says what came off that time.
      let again = try use(counter, card, "12.30 EUR", key: "a")
      #expect(again.output.contains("\"deduct\": \"12.30 EUR\"") && again.output.contains("\"replayed\": true"))
      try counter.fails(
        ["voucher", "use", "--purchase", "12.31 EUR", "--till", "1", "--idempotency-key", "a"], 5,
        "vouchers.key-conflict", input: card.code)
      let last = try use(counter, card, "99.00 EUR", key: "b")
      #expect(last.output.contains("\"deduct\": \"37.70 EUR\"") && last.output.contains("\"rest\": \"0.00 EUR\""))
      try counter.fails(["voucher", "use", "--purchase", "1.00 EUR"], 5, "vouchers.used-up", input: card.code)
      #expect(try counter.qix("voucher list gift --state used --json").output.contains("\(card.id)"))
      #expect(try counter.home.count("vouchers_uses") == 2)
    }
  }

  @Test func aCancelledSalePutsBackWhatItHadTaken() throws {
    try withCard { counter, card in
      _ = try use(counter, card, "20.00 EUR", key: "a")
      _ = try use(counter, card, "30.00 EUR", key: "b")
      #expect(try rest(counter, card) == "rest:0.00EUR")
      let back = try counter.qix("voucher restore a --json")
      #expect(back.exitCode == 0 && back.output.contains("\"rest\": \"20.00 EUR\""), "\(back.errors)")
      try counter.run("voucher restore a")
      #expect(try rest(counter, card) == "rest:20.00EUR")
      #expect(try use(counter, card, "50.00 EUR", key: "c").output.contains("\"deduct\": \"20.00 EUR\""))
    }
  }

  /// What is on all cards together is added up for whoever owes it.
  @Test func whatCouldNotBeAddedUpIsRefusedWhenTheSeriesIsMade() throws {
    try Counter.with { counter in
      func make(_ name: String, _ value: String, _ more: [String]) -> [String] {
        ["voucher", "generate", name, "--title", "A", "--value", value, "--keep-rest"] + more
      }
      for more in [["--count", "1"], ["--on-demand"]] {
        let refused = try counter.qix(make("a", "92233720368547758.07 EUR", more))
        #expect(refused.exitCode == 2 && refused.errors.contains("92233720.36 EUR at most"), "\(refused.errors)")
      }
      try counter.fails(make("a", "92233720.37 EUR", ["--count", "1"]), 2, "vouchers.value")
      try counter.run(make("a", "92233720.36 EUR", ["--count", "3"]))
      #expect(try counter.qix("voucher show a --json").output.contains("276701161.08 EUR") == false)
      try counter.run(["voucher", "export", "a", "--count", "3", "--output", "\(counter.home.path)/codes.csv"])
      #expect(try counter.qix("voucher show a --json").output.contains("\"rest\": \"276701161.08 EUR\""))
      // Where nothing stays nothing is added up.
      try counter.run([
        "voucher", "generate", "b", "--title", "B", "--value", "92233720368547758.07 EUR", "--count", "2",
      ])
      #expect(try counter.qix("voucher show b").exitCode == 0)
    }
  }

  /// One of 0.5.0 is no damage, and gets no more vouchers than can be counted.
  @Test func aSeriesOfBeforeThatIsShown() throws {
    try Counter.with { counter in
      try counter.run([
        "voucher", "generate", "old", "--title", "A", "--value", "1.00 EUR", "--keep-rest", "--count", "1",
      ])
      try counter.run(["voucher", "export", "old", "--count", "1", "--output", "\(counter.home.path)/codes.csv"])
      try counter.write { connection in
        try connection.run("DROP TRIGGER vouchers_series_keep_their_word")
        try connection.run("UPDATE vouchers_series SET value = ?1", .integer(.max))
      }
      try counter.fails("voucher generate old --count 1", 6, "vouchers.too-many-cards")
      #expect(try counter.qix("voucher show old --json").output.contains("\"rest\": \"92233720368547758.07 EUR\""))
      try counter.write { try $0.run("UPDATE vouchers_series SET made = 2") }
      try counter.write { connection in
        try connection.run(
          """
          INSERT INTO vouchers_vouchers (id, series, hash, box, state, used, handed_at)
          SELECT ?1, series, ?1, box, state, used, handed_at FROM vouchers_vouchers
          """, .blob([UInt8](repeating: 1, count: 16)))
      }
      #expect(try counter.qix("voucher show old --json").output.contains("more than can be counted"))
    }
  }

  @Test func howMuchComesOffHasToBeKnown() throws {
    try withCard { counter, card in
      try counter.fails("voucher use", 6, "vouchers.purchase-needed", input: card.code)
      try counter.fails(["voucher", "use", "--purchase", "0.00 EUR"], 6, "vouchers.below-minimum", input: card.code)
      try counter.fails(["voucher", "use", "--purchase", "5.00 USD"], 6, "vouchers.currency", input: card.code)
      // Without a purchase a check says what is on it.
      #expect(try counter.qix("voucher check --json", input: card.code).output.contains("\"rest\": \"50.00 EUR\""))
      func kept() throws -> [String] { try counter.home.contents().filter { $0.hasPrefix("vouchers_") } }
      let before = try kept()
      let dry = try counter.qix(["voucher", "use", "--purchase", "5.00 EUR", "--dry-run", "--json"], input: card.code)
      #expect(dry.output.contains("\"rest\": \"45.00 EUR\""))
      #expect(try kept() == before)
    }
  }

  /// Nobody spends the same coin at two tills.
  @Test func manyTillsAtOnceTakeNoMoreThanThereIs() throws {
    try withCard { counter, card in
      let tills = try (0..<12).map { _ in try counter.another() }
      let taken = try inParallel(tills.count) { index -> String in
        try tills[index].qix(
          ["voucher", "use", "--purchase", "7.00 EUR", "--idempotency-key", "k\(index)", "--json"], input: card.code
        ).output
      }
      // Seven times 7.00, the rest of 1.00, and nothing more.
      #expect(taken.filter { $0.contains("\"deduct\": \"7.00 EUR\"") }.count == 7)
      #expect(taken.filter { $0.contains("\"deduct\": \"1.00 EUR\"") }.count == 1)
      #expect(taken.filter(\.isEmpty).count == 4)
      #expect(try rest(counter, card) == "rest:0.00EUR")
    }
  }

  @Test func whatIsOwedOnCardsIsCounted() throws {
    try withCard { counter, card in
      _ = try counter.hand("gift", to: counter.user("bea"), key: "2")
      _ = try use(counter, card, "12.50 EUR", key: "a")
      func owed() throws -> Bool { try counter.qix("voucher show gift --json").output.contains("\"87.50 EUR\"") }
      #expect(try owed())
      // What is over is owed no more.
      let short = ["voucher", "generate", "short", "--on-demand", "--title", "S", "--value", "5.00 EUR", "--keep-rest"]
      try counter.run(short + ["--valid-for", "P3D"])
      _ = try counter.hand("short", to: counter.user("cleo"), key: "3")
      counter.advance(days: 2)
      _ = try counter.hand("short", to: counter.user("dan"), key: "4")
      #expect(try counter.qix("voucher show short --json").output.contains("\"rest\": \"10.00 EUR\""))
      counter.advance(days: 2)
      #expect(try counter.qix("voucher show short --json").output.contains("\"rest\": \"5.00 EUR\""))
      #expect(try owed())
      try counter.run("voucher void gift --confirm gift")
      #expect(try counter.qix("voucher show gift --json").output.contains("\"rest\": \"0.00 EUR\""))
    }
  }

  @Test func whatMayBeSpentIsNotSigned() throws {
    try withCard { counter, card in
      let output = "\(counter.home.path)/cards.csv"
      try counter.fails("voucher show \(card.id) --signed --reveal --reason x", 6, "vouchers.rest-not-signed")
      try counter.fails("voucher barcode \(card.id) --signed --reveal --reason x", 6, "vouchers.rest-not-signed")
      let terms = ["--title", "C", "--value", "5.00 EUR", "--keep-rest"]
      let words = ["voucher", "generate", "cards", "--count", "2"] + terms
      try counter.fails(words + ["--signed", "--output", output], 6, "vouchers.rest-not-signed")
      #expect(try counter.qix("voucher show cards").exitCode == 3)
      try counter.run(words)
      try counter.fails("voucher export cards --signed --output \(output)", 6, "vouchers.rest-not-signed")
      #expect(try counter.qix("voucher show cards --json").output.contains("\"left\": 2"))
    }
  }

  @Test func theTermsOfACardAreChecked() throws {
    try Counter.with { counter in
      let card = ["voucher", "generate", "card", "--on-demand", "--title", "Card"]
      try counter.fails(card + ["--keep-rest"], 2, "vouchers.value")
      #expect(try counter.qix(card + ["--keep-rest", "--value", "5.00 EUR", "--uses", "3"]).exitCode == 2)
      try counter.run(card + ["--value", "5.00 EUR"])
      try counter.fails(card + ["--keep-rest"], 5, "vouchers.series-differs")
      // A brand's cards, for who has them already.
      let list = try counter.file("cards.txt", "CARD-000001\nCARD-000002\n")
      try counter.run([
        "voucher", "import", "brand", list, "--title", "Brand", "--value", "20.00 EUR", "--keep-rest",
        "--handed-out", "--minimum-purchase", "5.00 EUR",
      ])
      let part = try counter.qix(["voucher", "use", "--purchase", "8.00 EUR", "--json"], input: "CARD-000001")
      #expect(part.output.contains("\"rest\": \"12.00 EUR\""))
      let small = ["voucher", "use", "--purchase", "4.00 EUR"]
      try counter.fails(small, 6, "vouchers.below-minimum", input: "CARD-000001")
    }
  }

  @Test(arguments: [
    "UPDATE vouchers_vouchers SET spent = 0", "UPDATE vouchers_vouchers SET spent = 6000",
    "UPDATE vouchers_vouchers SET state = 3", "UPDATE vouchers_uses SET restored_at = 1",
  ])
  func theCheckFindsWhatWasChanged(_ sql: String) throws {
    try Counter.with { counter in
      try counter.run([
        "voucher", "generate", "gift", "--on-demand", "--title", "Gift", "--value", "50.00 EUR", "--keep-rest",
      ])
      let card = try counter.hand("gift", to: counter.user("anna"))
      _ = try use(counter, card, "20.00 EUR", key: "a")
      func isWhole() throws -> Bool {
        try VouchersModule.check(counter.context.database, in: counter.context).allSatisfy { $0.verdict == .ok }
      }
      #expect(try isWhole())
      try counter.write { try $0.run(sql) }
      #expect(try !isWhole())
    }
  }
}
