import QixKernel
import Testing

@testable import QixReceipts

/// How many pieces a line says.
struct PiecesTests {
  private static func items(_ rows: String) -> [Item] {
    Paper.parse(
      """
      ACME STORES LTD
      4 HIGH STREET
      \(rows)
      TOTAL  £12.49
      CASH  £12.49
      """
    ).items
  }

  @Test(arguments: [
    "3x ACME COLA 1.5L", "3 x ACME COLA 1.5L", "3 X ACME COLA 1.5L", "ACME COLA 1.5L x3", "ACME COLA 1.5L X 3",
    "ACME COLA 1.5L QTY 3", "ACME COLA 1.5L QTY: 3", "ACME COLA 1.5L 3 PCS", "3 PCS ACME COLA 1.5L",
  ])
  func wordsSayPieces(_ row: String) throws {
    let items = Self.items("\(row)  4.47\nBREAD WHITE  8.02")
    try #require(items.count == 2, "\(items.map(\.text))")
    #expect(items[0].quantity == 3_000 && items[0].amount == 447 && items[0].confidence > 0.85)
    #expect(items[0].text == "ACME COLA" && items[1].quantity == 1_000, "\(items[0].text)")
  }

  /// A bare number may be a part of the name: nobody is sure of it.
  @Test func aBareNumberIsDoubtful() throws {
    let items = Self.items("3 ACME COLA 1.5L  4.47\nBREAD WHITE  8.02")
    try #require(items.count == 2)
    #expect(items[0].quantity == 3_000 && items[0].confidence < 0.85)
  }

  @Test func aColumnOfNumbersIsPieces() throws {
    let items = Self.items("2 ACME COLA  2.98\n1 BREAD  1.10\n1 CHEESE  8.41")
    #expect(items.map(\.quantity) == [2_000, 1_000, 1_000] && items.allSatisfy { $0.confidence > 0.85 })
  }

  @Test func numbersOfLinesAreNoPieces() throws {
    let items = Self.items("1 ACME COLA  2.98\n2 BREAD  1.10\n3 CHEESE  8.41")
    #expect(items.map(\.quantity) == [1_000, 1_000, 1_000] && items.allSatisfy { $0.confidence > 0.85 })
  }

  /// The name in one line, and what it costs in the next.
  @Test(arguments: [
    ("3 x 1.49  4.47", 3_000), ("3 @ 1.49  4.47", 3_000), ("3 Stk x 1,49  4,47 A", 3_000), ("3X1.49  4.47", 3_000),
    ("0,300 kg x 14.90  4.47", 300), ("3 * 1.49  4.47 A", 3_000), ("3.00 x 1.49  4.47", 3_000),
  ])
  func aNameAboveItsPriceIsAnItem(_ row: String, _ quantity: Int64) throws {
    let items = Self.items("ACME COLA\n\(row)\nBREAD WHITE  8.02")
    try #require(items.map(\.amount) == [447, 802], "\(row): \(items)")
    #expect(items[0].text == "ACME COLA" && items[0].quantity == quantity && items[0].confidence > 0.85, "\(items[0])")
  }

  /// What both make stands nowhere, or something else does: nobody is sure of it, and it is there.
  @Test(arguments: ["3 x 1.49", "3 @ 1.49", "3 x 1.49  4.74"])
  func aPriceThatIsNotCheckedIsDoubtful(_ row: String) throws {
    for next in ["\nBREAD WHITE  8.02", ""] {
      let items = Self.items("ACME COLA\n\(row)\(next)")
      let cola = try #require(items.first, "\(row)")
      #expect(cola.text == "ACME COLA" && cola.confidence < 0.85 && cola.amount >= 447, "\(row): \(items)")
    }
  }

  @Test func aPriceOfOneAboveItsItemIsItsOwn() throws {
    let items = Self.items("3 x 1.49\nACME COLA  4.47\nBREAD WHITE  8.02")
    #expect(items.map(\.quantity) == [3_000, 1_000] && items.map(\.amount) == [447, 802], "\(items)")
  }

  @Test(arguments: [
    ("SCONTO ACME COLA  -0.50", true), ("BUONO ACME COLA  -1.99", true), ("ACME COLA -25%  -1.00", true),
    ("ACME COLA VOID  -1.99", false),
  ])
  func moneyOffIsTold(_ row: String, _ isMoneyOff: Bool) throws {
    let items = ForgedPaperTests.short("TOTALE EURO  8.00", items: "ACME COLA  1.99\n\(row)\nPANE  7.00").items
    let off = try #require(items.first { $0.amount < 0 }, "\(items)")
    #expect((off.kind == .moneyOff) == isMoneyOff, "\(off)")
  }

  /// Deposits, top-ups, gift cards and parts of a price are lines, and no goods.
  @Test(
    arguments: [
      ("ACME COLA  2.50", .goods), ("PFAND ACME COLA  0.25", .deposit), ("ACME COLA MWPFAND  0.25", .deposit),
      ("VUOTO ACME COLA  0.25", .deposit), ("GARANTIE AMBALAJ SGR  0.50", .deposit), ("CRV ACME COLA  0.10", .deposit),
      ("LEERGUT  -0.50", .deposit), ("RICARICA ACME COLA CARD  50.00", .noGoods),
      ("Gift Card ACME COLA  50.00", .noGoods),
      ("ACCONTO DIVANO  50.00", .noGoods), ("ANZAHLUNG SOFA  50.00", .noGoods), ("TOP UP MOBILE  10.00", .noGoods),
      ("CARTE CADEAU  20.00", .noGoods), ("PILE RICARICABILI  5.00", .goods), ("BOX REGALO  5.00", .goods),
    ] as [(String, Item.Kind)])
  func whatIsNoGoodsIsTold(_ row: String, _ kind: Item.Kind) throws {
    let items = ForgedPaperTests.short("TOTALE EURO  60.00", items: "PANE  7.00\n\(row)").items
    let item = try #require(items.last, "\(items)")
    #expect(items.count == 2 && item.kind == kind, "\(items)")
    #expect(Item(json: item.toJSON()) == item)
  }

  /// The header is cropped away: the item on top is an item, and nobody's name.
  @Test func anItemOnTopIsNoShop() throws {
    let receipt = Paper.parse(
      "2x ACME COLA  5.98\nPANE  4.17\nTOTALE EURO  10.15\nCONTANTI  20.00\nRESTO  9.85\nDATA 18/11/2026 ORA 17:26")
    #expect(receipt.merchant == nil && receipt.items.map(\.amount) == [598, 417], "\(receipt.items)")
    #expect(receipt.items.first?.quantity == 2_000)
  }

  @Test func aSizeIsNoPieces() throws {
    let items = Self.items("ACME COLA 6X330ML  4.47\nWATER 150 CL  8.02")
    #expect(items.map(\.quantity) == [1_000, 1_000])
  }
}

/// In which currency a receipt is.
struct CurrencyTests {
  private static func parse(_ sign: String, _ more: String = "") -> Receipt {
    Paper.parse(
      """
      ACME STORES LTD
      4 HIGH STREET
      TEA  \(sign)3.20
      TOTAL  \(sign)3.20
      CASH  \(sign)5.00
      CHANGE  \(sign)1.80
      \(more)
      """)
  }

  @Test func aSignOfManyIsNoneOfThem() {
    let receipt = Self.parse("$")
    #expect(receipt.currency?.value.code == "USD" && receipt.otherCurrencies.contains { $0.code == "SGD" })
  }

  @Test(arguments: [("$", "ALL PRICES IN AUD", "AUD"), ("S$", "", "SGD"), ("US$", "", "USD"), ("£", "", "GBP")])
  func aSignOfOneSaysWhich(_ sign: String, _ more: String, _ code: String) {
    let receipt = Self.parse(sign, more)
    #expect(receipt.currency?.value.code == code && receipt.otherCurrencies.isEmpty)
  }

  @Test func whereNoneIsPrintedThereIsNone() { #expect(Self.parse("").currency == nil) }

  @Test func theShopsNumbersAreKnown() {
    let receipt = Paper.parse(Paper.malaysian)
    #expect(receipt.shopNumbers.contains("000123456789") && receipt.shopNumbers.contains("81100"))
    for number in ["00123456", "22122017", "1830", "560"] {
      #expect(!receipt.shopNumbers.contains(number), "\(number)")
    }
  }
}
