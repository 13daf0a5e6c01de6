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
