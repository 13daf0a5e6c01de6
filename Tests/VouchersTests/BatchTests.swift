import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// Vouchers made, read in and handed out many at a time.
@Suite struct BatchTests {
  private static func rows(_ text: String) -> [[String]] {
    text.split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",").map(String.init) }
  }

  @Test func aBatchIsMadeOnceUnderItsKeyAndItsCodesAreInAFileOfTheOwners() throws {
    try Counter.with { counter in
      let (first, second) = ("\(counter.home.path)/first.csv", "\(counter.home.path)/second.csv")
      let line = "voucher generate flyer --count 1000 --title Flyer --idempotency-key print-1 --output"
      try counter.run("\(line) \(first)")
      #expect(TestHome.mode(first) == 0o600)
      let text = try counter.text(of: first)
      let codes = Set(Self.rows(text).map { $0[1] })
      #expect(codes.count == 1_000)
      #expect(codes.allSatisfy { VoucherCode(unchecked: Array($0.utf8)).ofThisHouse != nil })
      // The same file is not overwritten, and another gets the same codes.
      #expect(try counter.qix("\(line) \(first)").exitCode == 5)
      try counter.run("\(line) \(first) --force")
      #expect(try counter.text(of: first) == text && TestHome.mode(first) == 0o600)
      try counter.run("\(line) \(second)")
      #expect(try counter.text(of: second) == text)
      #expect(try counter.home.count("vouchers_vouchers") == 1_000)
      try counter.fails(
        "voucher generate flyer --count 999 --idempotency-key print-1 --output \(second).3", 5, "vouchers.key-conflict")
      // They are in people's hands: good at the till, and not for rewards.
      try counter.run("voucher use", input: Self.rows(text)[7][2])
      let anna = try counter.user("anna")
      #expect(throws: VoucherError.noneLeft("flyer")) { try counter.hand("flyer", to: anna) }
    }
  }

  @Test func aBatchThatWasStoppedIsFinishedUnderItsKey() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --count 10 --title Coffee --idempotency-key a")
      // As if the program had been killed after seven.
      try counter.write { connection in
        try connection.run("UPDATE vouchers_batches SET wanted = 17")
      }
      try counter.run("voucher generate coffee --count 17 --idempotency-key a")
      try counter.run("voucher generate coffee --count 17 --idempotency-key a")
      #expect(try counter.home.count("vouchers_vouchers") == 17)
      let book = try counter.book()
      #expect(try counter.read { try book.series("coffee", in: $0)?.left } == 17)
    }
  }

  @Test func aSeriesStaysWhatItWas() throws {
    try Counter.with { counter in
      try counter.fails("voucher generate coffee --count 1", 2, "vouchers.title")
      try counter.run("voucher generate coffee --count 1 --title Coffee --uses 2")
      try counter.run("voucher generate coffee --count 1 --uses 2")
      try counter.fails("voucher generate coffee --count 1 --uses 3", 5, "vouchers.series-differs")
      try counter.fails("voucher generate coffee --on-demand", 5, "vouchers.series-source")
      try counter.fails("voucher generate Coffee --count 1 --title Coffee", 2, "vouchers.name-malformed")
      for column in ["uses = 9", "value = 1", "end_at = 1", "title = 'x'"] {
        #expect(throws: StorageError.self) { try counter.write { try $0.run("UPDATE vouchers_series SET \(column)") } }
      }
    }
  }

  @Test func aDryRunMakesNothing() throws {
    try Counter.with { counter in
      let before = try counter.home.contents()
      try counter.run("voucher generate coffee --count 5 --title Coffee --dry-run")
      let list = try counter.file("list.txt", "BRAND-0001\nBRAND-0002\nbrand0001\n")
      try counter.fails("voucher import cinema \(list) --title Cinema --dry-run", 5, "vouchers.line")
      #expect(try counter.home.contents() == before)
    }
  }

  @Test func numbersForScannersAreFewerPerPrefix() throws {
    try Counter.with { counter in
      try counter.run("voucher generate scan --count 50 --title Scan --barcode ean13 --prefix 99")
      let given = try counter.hand("scan", to: counter.user("anna"))
      #expect(EAN13.isValid(Array(given.code.utf8)) && given.code.hasPrefix("99"))
      try counter.run("voucher use", input: given.code)
      try counter.fails("voucher generate scan --count 99951", 6, "vouchers.prefix-full")
      try counter.fails("voucher generate other --count 1 --title O --barcode ean13", 2, "vouchers.prefix")
      try counter.fails("voucher generate other --count 1 --title O --prefix 99", 2, "vouchers.prefix")
    }
  }

  @Test func aStockIsHandedOutIntoAFileOnce() throws {
    try Counter.with { counter in
      try counter.run("voucher generate coffee --count 30 --title Coffee --valid-for P10D")
      let (one, two) = ("\(counter.home.path)/one.csv", "\(counter.home.path)/two.csv")
      try counter.fails("voucher export coffee --count 31 --output \(one)", 6, "vouchers.not-enough")
      try counter.run("voucher export coffee --count 20 --output \(one) --idempotency-key p1")
      try counter.run("voucher export coffee --count 20 --output \(two) --idempotency-key p1")
      #expect(try counter.text(of: one) == counter.text(of: two))
      let printed = Set(Self.rows(try counter.text(of: one)).map { $0[1] })
      #expect(printed.count == 20)
      let anna = try counter.user("anna")
      for number in 0..<10 {
        let given = try counter.hand("coffee", to: anna, key: "\(number)")
        #expect(!printed.contains(given.code.filter { $0 != "-" }))
      }
      try counter.fails("voucher export coffee --output \(one).3", 6, "vouchers.none-left")
      #expect(try counter.qix("voucher export coffee --output -").exitCode == 2)
    }
  }

  @Test(arguments: [
    "code,note\r\nBRAND-0001,a\r\nBRAND-0002,b\r\n", "BRAND-0001\nBRAND-0002\n",
    "{\"code\":\"BRAND-0001\"}\n{\"code\":\"BRAND-0002\"}\n",
  ])
  func aBrandsListIsReadHoweverItIsWritten(_ text: String) throws {
    try Counter.with { counter in
      let list = try counter.file("list", text)
      try counter.run("voucher import cinema \(list) --title Cinema --handed-out")
      #expect(try counter.home.count("vouchers_vouchers") == 2)
      // Blanks, dashes and small letters make no difference, and it is shown as the brand has written it.
      let used = try counter.run("voucher use", input: "brand 0002")
      #expect(used.hasPrefix("vus_"))
      let id = try counter.run("voucher list cinema --state used")
      #expect(try counter.qix("voucher show \(id) --reveal --reason x --json").output.contains("BRAND-0002"))
    }
  }

  /// What codes are called in the brand's own language is no code.
  @Test(arguments: [
    "Gutschein\nX1234568\n", "Voucher-Code\r\nAB12CD34\r\nEF56GH78\r\n", "\u{FEFF}\"Codes\"\n4006381333931\n",
  ])
  func aTitleIsNoCode(_ text: String) throws {
    try Counter.with { counter in
      let list = try counter.file("v.csv", text)
      for options in ["", " --keep-going", " --dry-run"] {
        let line = "voucher import cinema \(list) --title Cinema\(options)"
        try counter.fails(line, 2, "vouchers.title")
        let told = try counter.qix(line).errors
        #expect(told.contains("--map code=") && told.contains("--no-header"), "\(told)")
      }
      try counter.fails("voucher import cinema - --title Cinema", 2, "vouchers.title", input: text)
      #expect(try counter.home.count("vouchers_series") == 0)
      let codes = text.split(whereSeparator: \.isNewline).count
      let title = text.split(whereSeparator: \.isNewline)[0].filter { $0.isLetter || $0 == "-" }
      let mapped = "voucher import cinema \(list) --title Cinema --map code=\(title)"
      try counter.run(mapped)
      #expect(try counter.home.count("vouchers_vouchers") == Int64(codes - 1))
      try counter.fails("voucher import cinema \(list) --map code=Kode", 2, "records.header")
      try counter.fails("\(mapped) --no-header", 2, "usage")
      // The others are codes of another series by now.
      let opera = try counter.qix("voucher import opera \(list) --title Opera --no-header --keep-going --json")
      #expect(opera.exitCode == 5 && opera.output.contains("\"imported\": 1"), "\(opera)")
    }
  }

  /// Codes without digits are codes where others have none either, and a list of one is that.
  @Test(arguments: ["ABCDEFGH\nXYZWVUTS\nAB12CD34\n", "AB12CD34\nABCDEFGH\n", "ABCDEFGH\n"])
  func aCodeIsNoTitle(_ text: String) throws {
    try Counter.with { counter in
      try counter.run("voucher import cinema - --title Cinema", input: text)
      #expect(try counter.home.count("vouchers_vouchers") == Int64(text.split(separator: "\n").count))
    }
  }

  /// What a spreadsheet has left of a code would be sold as one, and no till would find it.
  @Test(arguments: [
    ("1.99999E+11", "a spreadsheet has rounded"), ("#N/A", "an error"), ("#REF!", "an error"),
    ("TRUE", "a truth value"),
  ])
  func whatASpreadsheetHasSpoiledIsNoCode(code: String, words: String) throws {
    try Counter.with { counter in
      let text = "code\nBRAND-0001\n\(code)\n"
      for options in ["", " --dry-run", " --keep-going"] {
        let told = try counter.qix("voucher import cinema - --title Cinema\(options)", input: text)
        #expect(told.exitCode == 2 && told.errors.contains("line 3") && told.errors.contains(words), "\(told)")
        #expect(told.errors.contains("Format the column as text") && !told.errors.contains(code), "\(told)")
      }
      #expect(try counter.home.count("vouchers_vouchers") == 1)
    }
  }

  @Test func zerosThatASpreadsheetHasTakenAreMissed() throws {
    try Counter.with { counter in
      let line = "voucher import cinema - --title Cinema --barcode ean13"
      let told = try counter.qix(line, input: "code\n12345678905\n")
      #expect(told.exitCode == 2 && told.errors.contains("the leading zeros"), "\(told)")
      #expect(try counter.qix(line, input: "code\n12345678906\n").errors.contains("has thirteen digits"))
      try counter.run(line, input: "code\n0012345678905\n")
    }
  }

  @Test func faultsAreToldByLineWithoutTheCode() throws {
    try Counter.with { counter in
      let text = "code\nBRAND-0001\nab\nBRAND-0002\nbrand0001\nBRAND-0003\n"
      let list = try counter.file("list.csv", text)
      try counter.run("voucher import theatre - --title Theatre", input: "BRAND-0003\n")
      let stopped = try counter.qix("voucher import cinema \(list) --title Cinema")
      #expect(stopped.exitCode == 2 && stopped.errors.contains("line 3") && !stopped.errors.contains("BRAND"))
      let whole = try counter.qix("voucher import cinema \(list) --title Cinema --keep-going --json")
      #expect(whole.exitCode == 2 && whole.output.contains("\"refused\": 3") && whole.errors.contains("line 3"))
      #expect(!whole.output.contains("BRAND") && !whole.errors.contains("BRAND"))
      for line in ["\"line\": 3", "\"line\": 5", "\"line\": 6"] { #expect(whole.output.contains(line)) }
      // Where no code stands there is nothing to say of its length.
      let objects = "{\"code\":\"BRAND-0101\"}\n{\"kode\":\"BRAND-0102\"}\n{\"code\":\"\"}\n{\"code\":\"x\"}\n"
      let lines = try counter.qix("voucher import opera - --title Opera --keep-going --json", input: objects)
      #expect(lines.exitCode == 2 && lines.output.contains("\"refused\": 3"), "\(lines.errors)")
      #expect(lines.output.split(separator: "no code in it").count == 3)
      // Mended, the same file adds what is missing.
      let mended = try counter.file("list.csv", "code\nBRAND-0001\nBRAND-0009\nBRAND-0002\n")
      let again = try counter.qix("voucher import cinema \(mended) --json")
      #expect(again.output.contains("\"imported\": 1") && again.output.contains("\"replayed\": 2"))
      try counter.fails("voucher import cinema -", 2, "vouchers.column-missing", input: "a,b\nX-1234,Y-1\n")
      try counter.fails("voucher import ean - --title E --barcode ean13", 2, "vouchers.line", input: "4006381333932\n")
    }
  }

  @Test func listsGoOnPageByPage() throws {
    try Counter.with { counter in
      for name in ["a", "b", "c"] { try counter.run("voucher generate \(name) --count 5 --title \(name)") }
      var (seen, next): ([String], String) = ([], "")
      for _ in 0..<3 {
        let page = try counter.run("voucher list b --limit 2\(next)").split(separator: "\n").map(String.init)
        seen += page
        next = " --after \(try #require(page.last))"
      }
      #expect(seen.count == 5 && Set(seen).count == 5 && seen == seen.sorted())
      #expect(Set(try counter.run("voucher list").split(separator: "\n")) == ["a", "b", "c"])
      #expect(try counter.qix("voucher list --state used").exitCode == 2)
      #expect(try counter.qix("voucher list b --after vse_1").exitCode == 2)
      try counter.fails("voucher list d", 3, "vouchers.series-not-found")
    }
  }

  @Test func aFileForTillsWithoutAConnectionHasSignedVouchers() throws {
    try Counter.with { counter in
      let path = "\(counter.home.path)/signed.csv"
      try counter.run("voucher generate flyer --count 3 --title Flyer --signed --output \(path)")
      let key = try counter.file("key", counter.run("voucher key"))
      for row in try Self.rows(counter.text(of: path)) {
        #expect(try counter.run("voucher verify --public-key \(key)", input: try #require(row.last)) == row[0])
      }
      // What isn't handed out is not signed: a till would take it.
      try counter.run("voucher generate stock --count 1 --title Stock")
      let id = try counter.run("voucher list stock")
      try counter.fails("voucher show \(id) --signed --reveal --reason x", 6, "vouchers.not-handed-out")
    }
  }
}
