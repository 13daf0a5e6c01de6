import QixKernel
import Testing

@testable import QixReceipts

struct AmountTests {
  static let cases: [(text: String, amounts: [Int64])] = [
    ("TOTAL 12.60", [1_260]), ("TOTALRM12.60", [1_260]), ("1,234.56", [123_456]), ("1.234,56", [123_456]),
    ("12,50 EUR", [1_250]), (".50", [50]), ("-3.20", [-320]), ("3,20-", [-320]), ("3.20 S", [320]), ("O.50", [50]),
    ("1O.5O", [1_050]), ("l2.60", [1_260]), ("12.6S", [1_265]), ("S5.00", [500]), ("12 .60", [1_260]),
    ("22/12/2017", []), ("14:03", []), ("6.00%", []), ("6.00 %", []), ("1.234", []), ("0.350", []), ("12.605", []),
    ("2 X 3.50  7.00", [350, 700]), ("63 60 190.80", [19_080]), ("1234567.00", []), ("TEL 03-1234.56", []), ("", []),
    ("999,999,999.99", [99_999_999_999]),
  ]

  @Test(arguments: cases.indices)
  func areFound(_ index: Int) {
    let (text, expected) = Self.cases[index]
    let signs = ["RM", "EUR"].map { Array($0.utf8) }
    #expect(Amount.all(in: FoldedText(text), signs: signs).map(\.value) == expected, "\(text)")
  }

  @Test(arguments: [("TOTAL 21 20", 2_120), ("TOTAL 37:10", 3_710), ("Rounding -001", 1), ("TOTAL RM.12.90", 1_290)])
  func aLostPointIsPutBack(_ text: String, _ expected: Int64) {
    #expect(Amount.loose(in: FoldedText(text), signs: [Array("RM".utf8)])?.value == expected)
  }

  @Test(arguments: ["TOTAL", "14:03:22", "TOTAL 5", "12 ITEMS"])
  func otherNumbersAreNone(_ text: String) { #expect(Amount.loose(in: FoldedText(text), signs: []) == nil) }
}

struct DateScannerTests {
  private static let scanner = DateScanner(
    order: .dayFirst,
    months: [("MARCH", 3), ("JAN", 1), ("MAR", 3), ("MAY", 5), ("JUN", 6), ("DEC", 12)].map { (Array($0.0.utf8), $0.1) }
  )

  static let cases: [(text: String, dates: [String])] = [
    ("22/12/201714:03", ["2017-12-22"]), ("22-12-17", ["2017-12-22"]), ("22.12.2017", ["2017-12-22"]),
    ("2018-01-05", ["2018-01-05"]), ("10 MAR 2018", ["2018-03-10"]), ("14/MAY/2017", ["2017-05-14"]),
    ("14MMay/2017", ["2017-05-14"]), ("14/dun/2017", ["2017-06-14"]), ("March 10, 2018", ["2018-03-10"]),
    ("12/25/2018", ["2018-12-25"]), ("2Z/12/2O17", ["2017-12-22"]), ("2212/2017", ["2017-12-22"]),
    ("22/122017", ["2017-12-22"]), ("22122017", ["2017-12-22"]), ("22 / 12 / 2017", ["2017-12-22"]),
    ("3/4/18 5/4/18", ["2018-04-03", "2018-04-05"]),
    ("31/02/2018", []), ("TEL 03-3271 9872", []), ("26.60", []), ("0:14:03", []), ("12/34/5678", []), ("LOT 5/7", []),
    ("192.168.10.24", []), ("", []),
  ]

  @Test(arguments: cases.indices)
  func datesAreFound(_ index: Int) {
    let (text, expected) = Self.cases[index]
    #expect(Self.scanner.dates(in: FoldedText(text)).map(\.date.description) == expected, "\(text)")
  }

  @Test func anAmericanReceiptSaysTheMonthFirst() {
    let scanner = DateScanner(order: .monthFirst, months: [])
    #expect(scanner.dates(in: FoldedText("03/04/2018")).map(\.date.description) == ["2018-03-04"])
  }

  static let times: [(text: String, time: String?)] = [
    ("22/12/201714:03", nil), ("14:03", "14:03"), ("2:03:22 PM", "14:03:22"), ("12:10AM", "00:10"),
    ("14.03.22", "14:03:22"), ("14.03", nil), ("25:00", nil), ("12:6", nil),
  ]

  @Test(arguments: times.indices)
  func timesAreFound(_ index: Int) {
    let (text, expected) = Self.times[index]
    #expect(DateScanner.time(in: FoldedText(text))?.time.description == expected, "\(text)")
  }

  @Test func aTimeGluedToADateIsFoundBehindIt() throws {
    let text = FoldedText("22/12/201714:03")
    let date = try #require(Self.scanner.dates(in: text).first)
    #expect(DateScanner.time(in: text, from: date.range.upperBound)?.time.description == "14:03")
  }
}
