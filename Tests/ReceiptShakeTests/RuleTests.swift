import QixCalendar
import QixFormats
import QixKernel
import QixReceipts
import QixShake
import QixTesting
import Testing

@testable import ReceiptShake

/// What the rules say to a receipt, case by case.
@Suite struct RuleTests {
  /// 2027-01-15T08:00:00Z
  static let now = Timestamp(microseconds: 1_800_000_000_000_000)

  static func rules(_ settings: JSONObject, faults: inout [String]) -> ReceiptRules {
    var problems: [(name: String, problem: String)] = []
    let checked = ShakeSettings(settings, for: ReceiptShake.settings, faults: &problems)
    faults += problems.map { "\($0.name): \($0.problem)" }
    return ReceiptRules(checked, faults: &faults)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let settings: JSONObject
    /// `3 units`, the code of a refusal, or the signs.
    let word: String
    let change: @Sendable (inout Paper) -> Void
    var testDescription: String { "\(JSONValue.object(settings).text()): \(word)" }

    init(_ settings: JSONObject, _ word: String, _ change: @escaping @Sendable (inout Paper) -> Void = { _ in }) {
      (self.settings, self.word, self.change) = (settings, word, change)
    }
  }

  private static let cola: JSONValue = ["name": "Acme Cola", "words": ["acme", "cola"], "without": ["light"]]

  static let cases = [
    Case([:], "1 units"),
    Case([:], "total") { $0.unsure = ["total"] },
    Case([:], "total") { $0.total = nil },
    Case([:], "nothing-spent") { $0.total = -500 },
    Case(["confidence": 0.4], "1 units") { $0.unsure = ["total"] },
    // Age
    Case(["age": "P30D"], "too-old") { $0.date = "2026-12-15" },
    Case(["age": "P30D"], "1 units") { $0.date = "2026-12-16" },
    Case(["age": "P30D"], "date") {
      $0.date = "2026-10-01"
      $0.unsure = ["date"]
    },
    Case([:], "ahead") { $0.date = "2027-01-17" },
    // It is eight in the morning of the fifteenth at UTC: the sixteenth has begun nowhere.
    Case([:], "ahead") { $0.date = "2027-01-16" },
    Case([:], "1 units") { $0.date = "2027-01-15" },
    Case(["time-zone": "Europe/Rome"], "ahead") { $0.date = "2027-01-16" },
    // Elsewhere a day may have begun already.
    Case(["time-zone": "Pacific/Honolulu"], "ahead") { $0.date = "2027-01-15" },
    // No receipt of a purchase, or two of them.
    Case([:], "paper") { $0.doubts = [.noPurchase] },
    Case([:], "paper") { $0.doubts = [.several] },
    Case(["from": "2027-01-15"], "bought-too-early") { $0.doubts = [.several] },
    Case(["from": "2027-01-14"], "1 units"),
    Case(["from": "2027-01-15"], "bought-too-early"),
    Case(["until": "2027-01-13"], "bought-too-late"),
    // Opening hours
    Case(["hours": "08:00-22:00"], "1 units"),
    Case(["hours": "08:00-14:02"], "outside-hours"),
    Case(["hours": "14:00-02:00"], "1 units"),
    Case(["hours": "22:00-14:03"], "1 units"),
    Case(["hours": "22:00-14:02"], "outside-hours"),
    Case(["hours": "08:00-14:02"], "time") { $0.unsure = ["time"] },
    Case(["hours": "08:00-22:00"], "time") { $0.time = nil },
    // Shops
    Case(["merchants": ["Acme Market"]], "1 units"),
    Case(["merchants": ["Acme Market"]], "1 units") { $0.merchant = "ACNE MARKETSRL" },
    Case(["merchants": ["Bravo"]], "other-merchant"),
    // A part of a longer word is another word, of which a person decides.
    Case(["merchants": ["Spar"]], "merchant") { $0.merchant = "SPARKLE CAR WASH LTD" },
    Case(["merchants": ["Orang"]], "merchant") { $0.merchant = "RESTORAN WAN SHENG" },
    Case(["merchants": ["Aldi"]], "merchant") { $0.merchant = "VIVALDI RISTORANTE" },
    Case(["merchants": ["Spar"]], "1 units") { $0.merchant = "SPARSUPERMARKT GMBH" },
    Case(["merchants": ["Aeon"]], "1 units") { $0.merchant = "AEONCO.(M)BHD" },
    Case(["merchants": ["Bravo"]], "merchant") { $0.unsure = ["merchant"] },
    Case(["merchants": ["Bravo"]], "merchant") { $0.merchant = nil },
    // By the name that customers know, or by its firm's.
    Case(["merchants": ["TV-Hifi-Elektro"]], "1 units") { $0.firm = "TV-HIFI-ELEKTRO GMBH PADERBORN" },
    Case(["merchants": ["Acme Market"]], "1 units") { $0.firm = "BRAVO GMBH" },
    Case(["tax-numbers": ["01234567890"]], "1 units"),
    Case(["tax-numbers": ["01234567899"]], "1 units") { $0.tax = "IT O1234567899" },
    Case(["tax-numbers": ["99999999999"]], "other-merchant"),
    Case(["merchants": ["Bravo"], "tax-numbers": ["01234567890"]], "1 units"),
    Case(["regions": ["Milano", "20100"]], "1 units"),
    Case(["regions": ["Torino"]], "other-region"),
    // A street of that name lies elsewhere; one in the town itself does no harm.
    Case(["regions": ["Milano"]], "region") { $0.address = "VIA MILANO 12, 00184 ROMA" },
    Case(["regions": ["Milano"]], "region") { $0.address = "VIALE DI MILANO 3, 50123 FIRENZE" },
    Case(["regions": ["Milano"]], "1 units") { $0.address = "VIA MILANO 12, 20121 MILANO" },
    Case(["regions": ["Torino"]], "region") { $0.address = nil },
    Case(["currency": "CHF"], "other-currency"),
    Case(["currency": "CHF"], "1 units") { $0.currency = nil },
    Case(["currency": "CHF"], "currency") { $0.unsure = ["currency"] },
    // Guessed by the shop's country: no proof against the campaign's, and none is needed for it.
    Case(["currency": "CHF"], "currency") { $0.confidences["currency"] = 0.75 },
    Case(["currency": "EUR"], "1 units") { $0.confidences["currency"] = 0.75 },
    // A sign that several currencies have.
    Case(["currency": "AUD", "minimum-spend": 12], "1 units") {
      $0.currency = "USD"
      $0.otherCurrencies = ["AUD", "SGD"]
    },
    Case(["currency": "EUR"], "other-currency") {
      $0.currency = "USD"
      $0.otherCurrencies = ["AUD", "SGD"]
    },
    // Products
    Case(["products": [cola], "units": "items"], "2 units"),
    Case(["products": [cola], "units": "items"], "2 units") { $0.items[0].text = "ACMEC0LA330ML" },
    Case(["products": [cola], "units": "items"], "no-product") { $0.items[0].text = "ACME COLA LIGHT" },
    Case(["products": [cola], "units": "items"], "items") { $0.items[0].text = "AOME COIX 33" },
    // A part of a longer word is another word, and a person's to decide.
    Case(["products": [cola]], "items") { $0.items[0].text = "ACME CHOCOLATE" },
    Case(["products": [cola]], "items") { $0.items[0].text = "ACME CIOCCOLATA" },
    Case(["products": [cola]], "items") { $0.items[0].text = "ACME PICCOLA TORTA" },
    Case(["products": [cola]], "items") { $0.items[0].text = "ACMEA COLAXX" },
    Case(["products": [cola]], "items") { $0.items[0].text = "ACMECHOCOLATE" },
    Case(["products": [cola]], "1 units") { $0.items[0].text = "ACMECOLA" },
    Case(["products": [cola]], "1 units") { $0.items[0].text = "COLA ACME 6X330ML" },
    Case(["products": [cola]], "1 units") { $0.items[0].text = "ACME COLA500ML" },
    Case(["products": [cola]], "no-product") { $0.items[0].text = "ACMECOLALIGHT330" },
    Case(["products": [cola]], "items") { $0.items[0].text = "ACME COLA DELIGHT" },
    Case(["products": [["name": "beans", "words": ["espresso"]]]], "1 units") { $0.items[2].text = "ESPRFSSO 1KG" },
    Case(["products": [["name": "beans", "words": ["espresso"]]]], "1 units") { $0.items[2].text = "ES PRESSO BEANS" },
    Case(["products": [cola], "units": "items"], "items") { $0.items = [] },
    Case(["products": [cola], "units": "items"], "items") { $0.unsure = ["items"] },
    Case(["products": [cola], "least-items": 3], "no-product"),
    Case(["products": [cola], "units": "items", "most-units": 1], "1 units"),
    Case(["products": [cola], "units": "items"], "1 units") {
      $0.items.append(("ACME COLA 330ML VOID", 1, -149))
    },
    // A whole line taken back takes all of its pieces, and a part as many as cost that, whatever else was bought.
    Case(["products": [cola], "units": "items"], "no-product") { $0.items.append(("ACME COLA 330ML VOID", 1, -298)) },
    Case(["products": [cola], "units": "items"], "1 units") {
      $0.items[0] = ("ACME COLA 330ML", 5, 745)
      $0.items.append(("STORNO ACME COLA", 1, -596))
    },
    Case(["products": [cola], "units": "items"], "no-product") {
      $0.items[0] = ("ACME COLA 330ML", 5, 745)
      $0.items.append(("STORNO 5X ACME COLA", 1, -745))
    },
    Case(["products": [cola], "units": "items"], "items") {
      $0.items[0] = ("ACME COLA 330ML", 5, 745)
      $0.items.append(("STORNO ACME COLA", 1, -500))
    },
    // A void names what it takes back by its amount alone; one of something else is none of the products' business.
    Case(["products": [cola], "units": "items"], "items") { $0.items.append(("STORNO", 1, -149)) },
    Case(["products": [cola], "units": "items"], "items") { $0.items.append(("STORNO", 1, -298)) },
    Case(["products": [cola], "units": "items"], "2 units") { $0.items.append(("STORNO", 1, -190)) },
    // Money off is no return.
    Case(["products": [cola], "units": "items"], "2 units") { $0.items.append(("ACME COLA", 1, -50)) },
    Case(["products": [cola], "units": "items"], "2 units") {
      $0.items.append(("BUONO ACME COLA", 1, -149))
      $0.kinds = ["BUONO ACME COLA": .moneyOff]
    },
    Case(["products": [cola], "units": "items"], "items") { $0.items.append(("ACME COLA", 1, -900)) },
    // Pieces that nothing but their number bears out.
    Case(["products": [cola], "units": "items"], "items") { $0.items[0] = ("ACME COLA", 20, 0) },
    Case(["products": [cola], "units": "items"], "items") { $0.items[0] = ("ACME COLA", 1, 1) },
    Case(["products": [cola], "units": "items"], "items") { $0.items[0] = ("ACME COLA", 12, 12) },
    Case(["products": [cola], "units": "items"], "items") { $0.items[0] = ("ACME COLA", 50, 199) },
    Case(["products": [cola], "units": "items"], "items") { $0.items[0] = ("ACME COLA", 12, 298) },
    Case(["products": [cola], "units": "items", "piece-from": 0.2], "12 units") {
      $0.items[0] = ("ACME COLA", 12, 298)
    },
    Case(["products": [cola], "units": "amount", "spend-on": "products", "per": 0.5], "5 units"),
    Case(["products": [["name": "beans", "words": ["espresso"]]], "units": "items"], "1 units"),
    // Amounts
    Case(["units": "amount"], "12 units"),
    Case(["units": "amount", "per": 5], "2 units"),
    Case(["units": "amount", "per": 0.1], "124 units"),
    // Raised by a stroke of a pen, dear, and borne out by nothing.
    Case([:], "total") { ($0.total, $0.items) = (119_000, [("TELEVISORE", 1, 79_900)]) },
    Case(["compare-from": 2_000], "1 units") { ($0.total, $0.items) = (119_000, [("TELEVISORE", 1, 79_900)]) },
    Case(["minimum-spend": 12.4], "1 units"),
    Case(["minimum-spend": 12.41], "too-little"),
    Case(["minimum-spend": 12.41], "total") { $0.unsure = ["total"] },
    Case(["minimum-spend": 3, "spend-on": "products", "products": [cola]], "too-little"),
    Case(["units": "amount"], "1240 units") { $0.currency = "JPY" },
    // Cola for more than everything together: one of both was misread.
    Case(["products": [cola]], "items") { $0.items[0].amount = 2_980 },
    // What is surely broken refuses, whatever else is unsure.
    Case(["from": "2027-01-15"], "bought-too-early") { $0.unsure = ["total"] },
  ]

  @Test(arguments: cases)
  func eachSaysWhatItShould(_ one: Case) {
    var faults: [String] = []
    let rules = Self.rules(one.settings, faults: &faults)
    #expect(faults == [])
    #expect(rules.evaluate(Paper().with(one.change).receipt, at: Self.now).word == one.word)
  }

  /// What would be found everywhere, or nowhere, is said: a rule that asks for nothing lets everything count.
  /// Who draws a receipt of a million wins the whole budget, where nothing holds the award down.
  @Test(arguments: [
    ("{\"units\": \"amount\"}", "{\"coins\": 1}", true),
    ("{\"units\": \"amount\", \"most-units\": 50}", "{\"coins\": 1}", false),
    ("{\"units\": \"amount\"}", "{\"coins\": 1, \"most\": 50}", false), ("{}", "{\"coins\": 1}", false),
  ])
  func anAwardWithoutCeilingIsWarnedOf(_ settings: String, _ award: String, _ isWarned: Bool) throws {
    try Till.with { till in
      let settings = try JSONValue(parsing: settings)
      let award: JSONValue = ["per-unit": try JSONValue(parsing: award)]
      let description: JSONValue = [
        "name": "open", "brand": "Acme", "title": "Receipts", "start": "2026-12-01", "end": "2027-03-01",
        "time-zone": "UTC", "shakes": ["receipt": settings], "award": award,
      ]
      let made = try till.home.qix("campaign create --file -", input: description.text())
      let started = try till.home.qix("campaign start open")
      for outcome in [made, started] {
        #expect(outcome.exitCode == 0 && outcome.errors.contains("win the whole budget") == isWarned, "\(outcome)")
      }
      #expect(try till.home.qix("doctor").output.contains("win the whole budget") == isWarned)
    }
  }

  /// The last ceiling of a campaign that runs isn't taken away unnoticed: nobody can give it another one.
  @Test func theLastCeilingIsNotTakenAwaySilently() throws {
    let award: JSONValue = ["per-unit": ["coins": 1]]
    try Till.with(["units": "amount", "currency": "EUR"], award: award, caps: ["coins-per-user": 15]) { till in
      #expect(try !till.home.qix("doctor").output.contains("win the whole budget"))
      let words = "campaign rules summer --cap-coins-per-user none"
      let foretold = try till.home.qix("\(words) --dry-run")
      let done = try till.home.qix(words)
      for outcome in [foretold, done] {
        #expect(outcome.exitCode == 0 && outcome.errors.contains("win the whole budget"), "\(outcome)")
        #expect(outcome.errors.contains("qix campaign copy summer"), "\(outcome.errors)")
      }
      // Another rule doesn't make it well.
      #expect(try till.home.qix("campaign rules summer --priority 3").errors.contains("win the whole budget"))
      let doctor = try till.home.qix("doctor").output
      #expect(doctor.contains("campaign summer") && doctor.contains("win the whole budget"), "\(doctor)")
    }
  }

  /// By the campaign's word, else by the currency; where neither says it nobody guesses.
  @Test(
    arguments: [
      ("USD", nil, "2027-01-03", 0.97), ("EUR", nil, "2027-03-01", 0.97), ("CAD", nil, "2027-03-01", 0.5),
      ("USD", "day-first", "2027-03-01", 0.97), ("CAD", "month-first", "2027-01-03", 0.97),
      (nil, nil, "2027-03-01", 0.97),
    ] as [(String?, String?, String, Double)])
  func theDayIsInTheCountrysOrder(_ currency: String?, _ order: String?, _ day: String, _ confidence: Double) throws {
    var settings: JSONObject = [:]
    settings["currency"] = currency.map { .string($0) }
    settings["date-order"] = order.map { .string($0) }
    var faults: [String] = []
    var receipt = Paper(date: "2027-03-01", currency: nil).receipt
    receipt.date?.confidence = 0.97
    receipt.monthFirstDate = CalendarDate("2027-01-03")
    let dated = Self.rules(settings, faults: &faults).dated(receipt)
    #expect(faults.isEmpty && dated.date?.value == CalendarDate(day) && dated.date?.confidence == confidence)
  }

  /// One line that is altered makes the items cost more than was paid; a second one hides it.
  @Test(
    arguments: [(200, 0, "won 2"), (4_200, 0, "waits"), (4_200, 4_000, "waits"), (200, 50, "won 2")]
      as [(Int64, Int64, String)])
  func anAlteredLineIsNotPaid(_ cola: Int64, _ off: Int64, _ word: String) throws {
    let settings: JSONObject = [
      "currency": "EUR", "units": "amount", "spend-on": "products", "products": [["name": "Cola"]],
    ]
    try Till.with(settings, award: ["per-unit": ["coins": 1]]) { till in
      let items: [(String, Int64, Int64)] = [("LATTE", 1, 149), ("VINO", 1, 5_000), ("ACME COLA", 1, cola)]
      let paper = Paper(total: 5_349, items: items + (off > 0 ? [("SCONTO", 1, -off)] : []))
      let answer = try till.hand(paper)
      #expect(answer.word == word, "\(answer)")
    }
  }

  /// Pieces by a pen make each cheaper than it is; deposits name the product, and top-ups are none.
  @Test(
    arguments: [
      (2, 500, .goods, "won 4"), (9, 250, .goods, "waits"), (50, 1_000, .goods, "waits"),
      (1, 25, .deposit, "receiptshake.no-product"), (1, 5_000, .noGoods, "receiptshake.no-product"),
    ] as [(Int64, Int64, Item.Kind, String)])
  func piecesAreGoodsAtAPrice(_ pieces: Int64, _ amount: Int64, _ kind: Item.Kind, _ word: String) throws {
    let settings: JSONObject = ["currency": "EUR", "units": "items", "products": [["name": "Cola"]]]
    try Till.with(settings, award: ["per-unit": ["coins": 2]]) { till in
      let paper = Paper(total: amount + 149, items: [("LATTE", 1, 149), ("ACME COLA", pieces, amount)]).with {
        $0.kinds = ["ACME COLA": kind]
      }
      let answer = try till.hand(paper)
      #expect(answer.word == word, "\(answer)")
    }
  }

  @Test(arguments: ["merchants", "regions", "tax-numbers", "products"]) func emptyRulesAreFaults(name: String) {
    var faults: [String] = []
    _ = Self.rules([name: .array([])], faults: &faults)
    #expect(faults.contains { $0.contains("'\(name)' is empty") }, "\(faults)")
    guard name != "products" else { return }
    for text in ["-", " ", "\u{2014}"] {
      faults = []
      _ = Self.rules([name: [.string(text)]], faults: &faults)
      #expect(faults.contains { $0.contains("neither letters nor digits") }, "\(faults)")
    }
  }

  /// A person's word takes the place of the reader's doubt, and of nothing else.
  @Test func whatAPersonSaysIsBelieved() {
    var faults: [String] = []
    let rules = Self.rules(["minimum-spend": 10], faults: &faults)
    let paper = Paper().with { $0.unsure = ["total", "date", "items"] }
    #expect(rules.evaluate(paper.receipt, at: Self.now).word == "date,total")
    #expect(rules.evaluate(paper.receipt, at: Self.now, isTrusted: true).word == "1 units")
    #expect(rules.evaluate(paper.with { $0.total = nil }.receipt, at: Self.now, isTrusted: true).word == "total")
    #expect(rules.evaluate(paper.with { $0.total = 5 }.receipt, at: Self.now, isTrusted: true).word == "too-little")
  }

  @Test(
    arguments: [
      (["products": [["name": ""]]], "product 1"), (["products": [["name": "x", "gtins": ["12a"]]]], "GTIN"),
      (["products": [["name": "x", "colour": "red"]]], "colour"), (["hours": "22:00-22:00"], "hours"),
      (["from": "1.6.2027"], "from"), (["from": "2027-02-01", "until": "2027-01-01"], "until"),
      (["currency": "EUX"], "currency"), (["time-zone": "Mars/North"], "time-zone"), (["units": "items"], "products"),
      (["spend-on": "products"], "products"),
    ] as [(JSONObject, String)])
  func aCampaignCantBeMadeWithFaults(_ settings: JSONObject, _ word: String) {
    var faults: [String] = []
    _ = Self.rules(settings, faults: &faults)
    #expect(faults.count == 1 && faults[0].contains(word), "\(faults)")
  }

  @Test(arguments: [
    ("cola", "COCACOLA", 0), ("cola", "C0LA", 1), ("espresso", "ESPRFSSO", 1), ("", "X", 0), ("abc", "", 3),
    ("bread", "BRAD", 1),
  ])
  func distancesAreThoseOfEdits(_ word: String, _ text: String, _ distance: Int) {
    #expect(Folding.distance(of: Folding.letters(word), within: Folding.letters(text)) == distance)
  }

  @Test func accentsAndSignsAreLeftOut() {
    #expect(String(decoding: Folding.letters("Caffè-Lätte 0.33l"), as: UTF8.self) == "CAFFELATTE033L")
  }
}

extension Evaluation {
  /// `3 units`, the code of a refusal without its module, or the signs.
  var word: String {
    switch self {
    case .counts(let proof): "\(proof.units) units"
    case .refused(let refusal): String(refusal.code.dropFirst("receiptshake.".count))
    case .unsure(let signs): signs.map(\.rawValue).joined(separator: ",")
    }
  }
}
