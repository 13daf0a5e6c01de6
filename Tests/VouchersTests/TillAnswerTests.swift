import IdentityContract
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// What a till and a help desk are told, where something is in the way.
@Suite struct TillAnswerTests {
  private static func generate(_ counter: Counter, _ series: String, _ options: String = "--on-demand") throws {
    try counter.run("voucher generate \(series) --title \(series) \(options)")
  }

  private static func miss(_ counter: Counter, _ count: Int) throws {
    for number in 0..<count {
      try counter.fails("voucher check --till 1", 3, "vouchers.code-unknown", input: "NONE-\(number)")
    }
    try counter.fails("voucher check --till 1", 6, "vouchers.too-many-misses", input: "NONE-\(count)")
  }

  /// Whoever got no answer asks again: that others have guessed at the till meanwhile is no reason to send a customer away
  /// whose voucher counts as used.
  @Test func aRetryIsAnsweredThoughTooManyMissesCameInBetween() throws {
    try Counter.with { counter in
      try Self.generate(counter, "once")
      try Self.generate(counter, "twice", "--on-demand --uses 2")
      let anna = try counter.user("anna")
      let (once, twice) = (try counter.hand("once", to: anna), try counter.hand("twice", to: anna))
      let use = "voucher use --till 1 --idempotency-key"
      let first = try counter.run("\(use) a", input: once.code)
      let second = try counter.run("\(use) b", input: twice.code)
      try Self.miss(counter, 10)
      #expect(try counter.run("\(use) a", input: once.code) == first)
      #expect(try counter.run("\(use) b", input: twice.code) == second)
      // Anything that wasn't answered before waits: a new use, and another code under the same key.
      try counter.fails("\(use) c", 6, "vouchers.too-many-misses", input: twice.code)
      try counter.fails("\(use) a", 6, "vouchers.too-many-misses", input: twice.code)
      try counter.fails("\(use) a", 6, "vouchers.too-many-misses", input: "NONE-1")
    }
  }

  @Test func aBrandsShortCodeCantBeTriedUnderTheKeyOfItsUse() throws {
    try Counter.with { counter in
      let list = try counter.file("codes.txt", "7001\n7002\n")
      try counter.run("voucher import rides \(list) --title Rides --uses 2 --handed-out")
      let use = "voucher use --till 1 --idempotency-key"
      try counter.run("\(use) a", input: "7001")
      try counter.run("\(use) b", input: "7002")
      let last = try counter.run("\(use) c", input: "7002")
      try Self.miss(counter, 10)
      // It has a use left, which is worth guessing for.
      try counter.fails("\(use) a", 6, "vouchers.too-many-misses", input: "7001")
      #expect(try counter.run("\(use) c", input: "7002") == last)
    }
  }

  @Test(arguments: [
    "\u{FEFF}CODE\n", "\n\nCODE\r\n\r\n", "\tCODE\t", "\u{1D}CODE\r", "CODE\u{0}", "\u{A0}CODE\u{202F}",
  ])
  func whatStandsAroundACodeIsNoMistake(_ input: String) throws {
    try Counter.with { counter in
      try Self.generate(counter, "once")
      let given = try counter.hand("once", to: counter.user("anna"))
      try counter.run("voucher check", input: Self.filled(input, with: given.code))
      // As telephones write it.
      let long = String(given.code.map { $0 == "-" ? "\u{2013}" : $0 })
      try counter.run("voucher check", input: Self.filled(input, with: long))
      let spaced = String(given.code.map { $0 == "-" ? "\u{2009}" : $0 })
      try counter.run("voucher check", input: Self.filled(input, with: "\u{200E}\(spaced)"))
    }
  }

  private static func filled(_ frame: String, with code: String) -> String {
    frame.split(separator: "CODE", omittingEmptySubsequences: false).joined(separator: code)
  }

  @Test func twoLinesAreNoCode() throws {
    try Counter.with { counter in
      try Self.generate(counter, "once")
      let given = try counter.hand("once", to: counter.user("anna"))
      let twice = try counter.qix("voucher use --json", input: "\(given.code)\n\(given.code)\n")
      #expect(twice.exitCode == 2 && twice.errors.contains("vouchers.code-malformed"))
      #expect(twice.errors.contains("more than one line") && !twice.errors.contains(given.code))
      #expect(try counter.home.count("vouchers_uses") == 0)
      for none in ["\n\n", "\u{FEFF}", "ABC", "n\u{F6}-such-code"] {
        try counter.fails("voucher use", 2, "vouchers.code-malformed", input: none)
      }
    }
  }

  @Test func aNumberForScannersThatWasMistypedIsToldSo() throws {
    try Counter.with { counter in
      try Self.generate(counter, "number", "--on-demand --barcode ean13 --prefix 23")
      let given = try counter.hand("number", to: counter.user("anna"))
      var digits = Array(given.code.utf8)
      digits[12] = UInt8(ascii: "0") + (digits[12] - UInt8(ascii: "0") + 1) % 10
      try counter.fails("voucher check", 2, "vouchers.code-mistyped", input: String(decoding: digits, as: UTF8.self))
      #expect(try counter.home.count("vouchers_misses") == 1)
      // One that could be, and isn't.
      try counter.fails("voucher check", 3, "vouchers.code-unknown", input: "2300000000009")
    }
  }

  @Test func whatWasUsedStaysUsedWhenItsSeriesIsMadeVoid() throws {
    try Counter.with { counter in
      try Self.generate(counter, "once")
      let anna = try counter.user("anna")
      let (used, open) = (try counter.hand("once", to: anna), try counter.hand("once", to: anna, key: "2"))
      try counter.run("voucher use --till 4 --idempotency-key a", input: used.code)
      try counter.run("voucher void once --confirm once")
      let said = try counter.qix("voucher check", input: used.code)
      #expect(said.exitCode == 5 && said.errors.contains("at till '4'"))
      #expect(try counter.qix("voucher show \(used.id) --json").output.contains("\"state\": \"used\""))
      let void = try counter.qix("voucher use", input: open.code)
      #expect(void.exitCode == 6 && void.errors.contains("once") && void.errors.contains("\(counter.now)"))
      // The sale can be cancelled all the same; that nothing comes of it is said.
      let restored = try counter.qix("voucher restore a")
      #expect(restored.exitCode == 0 && restored.errors.contains("is void"), "\(restored.errors)")
      try counter.fails("voucher use", 6, "vouchers.void", input: used.code)
    }
  }

  @Test func aVoucherSaysWhyItIsNotGood() throws {
    try Counter.with { counter in
      try Self.generate(counter, "short", "--on-demand --valid-for P1D")
      try Self.generate(counter, "stock", "--count 1")
      let given = try counter.hand("short", to: counter.user("anna"), key: "rdm_1:1")
      func shown(_ voucher: String) throws -> String { try counter.qix("voucher show \(voucher) --json").output }
      let good = try shown("\(given.id)")
      #expect(good.contains("\"good\": true") && good.contains("\"why_not\": null") && good.contains("rdm_1:1"))
      counter.advance(days: 2)
      let over = try shown("\(given.id)")
      #expect(over.contains("\"good\": false") && over.contains("was valid until"))
      let free = try counter.run("voucher list stock")
      #expect(try shown(free).contains("was not handed out"))
      try counter.run("voucher void \(given.id) --reason lost")
      #expect(try shown("\(given.id)").contains("is void"))
    }
  }

  /// A till without a connection would take it a second time.
  @Test func whatIsUsedUpIsNotSigned() throws {
    try Counter.with { counter in
      try Self.generate(counter, "twice", "--on-demand --uses 2")
      let given = try counter.hand("twice", to: counter.user("anna"))
      let signed = "voucher show \(given.id) --signed --reveal --reason x"
      try counter.run("voucher use", input: given.code)
      #expect(try counter.qix(signed).exitCode == 0)
      try counter.run("voucher use", input: given.code)
      try counter.fails(signed, 5, "vouchers.used")
      try counter.fails("voucher barcode \(given.id) --signed --reveal --reason x", 5, "vouchers.used")
    }
  }

  @Test func aScaleIsOfAPicture() throws {
    try Counter.with { counter in
      try Self.generate(counter, "poster", "--on-demand")
      let given = try counter.hand("poster", to: counter.user("anna"))
      try counter.fails("voucher barcode \(given.id) --scale 4 --reveal --reason x", 2, "usage")
      try counter.run("voucher barcode \(given.id) --scale 4 --png \(counter.home.path)/poster.png --reveal --reason x")
    }
  }

  @Test func aTillWithoutAConnectionIsToldWhatComesOff() throws {
    try Counter.with { counter in
      try counter.run(["voucher", "generate", "gift", "--on-demand", "--title", "Gift", "--value", "10.00 EUR"])
      let given = try counter.hand("gift", to: counter.user("anna"))
      let key = try counter.file("key.txt", counter.run("voucher key") + "\n")
      let shown = try counter.qix("voucher show \(given.id) --signed --reveal --reason x --json").output
      let signed = try #require(shown.split(separator: "\"").first { $0.hasPrefix("QV1.") }.map(String.init))
      let words = ["voucher", "verify", "--public-key", key, "--json"]
      let part = try counter.qix(words + ["--purchase", "4.20 EUR"], input: signed)
      #expect(part.output.contains("\"deduct\": \"4.20 EUR\""), "\(part.errors)")
      #expect(try counter.qix(words, input: signed).output.contains("\"deduct\": \"10.00 EUR\""))
    }
  }

  @Test func aCashierIsToldWhatASmallPurchaseLeavesBehind() throws {
    try Counter.with { counter in
      try counter.run(["voucher", "generate", "gift", "--on-demand", "--title", "Gift", "--value", "10.00 EUR"])
      let given = try counter.hand("gift", to: counter.user("anna"))
      let small = try counter.qix(["voucher", "check", "--purchase", "4.20 EUR"], input: given.code)
      #expect(small.exitCode == 0 && small.errors.contains("5.80 EUR"), "\(small.errors)")
      let even = try counter.qix(["voucher", "check", "--purchase", "10.00 EUR"], input: given.code)
      #expect(!even.errors.contains("lost"))
      let used = try counter.qix(["voucher", "use", "--purchase", "4.20 EUR"], input: given.code)
      #expect(used.exitCode == 0 && used.errors.contains("5.80 EUR"), "\(used.errors)")
    }
  }

  @Test func theLastDayIsNamedForWhoTakesADayForTheWholeOfIt() throws {
    try Counter.with { counter in
      let words = "voucher generate a --count 1 --title A --until"
      let day = try counter.qix("\(words) 2027-12-31")
      #expect(day.exitCode == 0 && day.errors.contains("2027-12-31"), "\(day.errors)")
      let moment = try counter.qix("voucher generate b --count 1 --title B --until 2028-01-01T12:00:00Z")
      #expect(!moment.errors.contains("last day"))
      // Nothing is there yet that could have ended.
      let over = try counter.qix("voucher generate c --count 1 --title C --until 2020-03-01 --json")
      #expect(over.exitCode == 6 && over.errors.contains("vouchers.series-over") && over.errors.contains("--until"))
    }
  }
}
