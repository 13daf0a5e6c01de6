import QixFormats
import QixKernel
import QixOCR
import Testing

@testable import QixReceipts

struct ReceiptJSONTests {
  private static let whole: Receipt = {
    var receipt = Receipt()
    let box = Box(x: 10, y: 20, width: 300, height: 40)
    receipt.merchant = Receipt.Field("KEDAI AYAM SDN BHD", confidence: 0.91, place: box)
    receipt.firm = Receipt.Field("AYAM HOLDINGS BHD", confidence: 0.93, place: box)
    receipt.address = Receipt.Field("Jalan 1", confidence: 0.5)
    receipt.taxNumber = Receipt.Field("001234567890", confidence: 0.75, place: box)
    receipt.date = CalendarDate("2018-03-25").map { Receipt.Field($0, confidence: 0.99, place: box) }
    receipt.time = ClockTime("14:03:22").map { Receipt.Field($0, confidence: 0.9) }
    receipt.transaction = Receipt.Field("INV-0042", confidence: 0.8)
    receipt.till = Receipt.Field("3", confidence: 0.8)
    receipt.items = [
      Item(text: "MILK", amount: 550, confidence: 0.9, place: box),
      Item(
        text: "RICE", quantity: 350, unitPrice: 1_000, amount: 350, gtin: "4006381333931", confidence: 0.9, place: nil),
    ]
    receipt.subtotal = Receipt.Field(900, confidence: 0.9)
    receipt.taxes = [Receipt.Field(54, confidence: 0.5, place: box), Receipt.Field(0, confidence: 1)]
    receipt.rounding = Receipt.Field(-1, confidence: 0.5)
    receipt.total = Receipt.Field(953, confidence: 0.5)
    receipt.cash = Receipt.Field(1_000, confidence: 0.5)
    receipt.change = Receipt.Field(47, confidence: 0.5)
    receipt.card = Receipt.Field(1, confidence: 0.5)
    receipt.currency = Currency("MYR").map { Receipt.Field($0, confidence: 1) }
    receipt.locale = "ms"
    receipt.lines = [TextLine("TOTAL 9.53", confidence: 0.97, quad: Quad(x: 1, y: 2, width: 3.5, height: 4))]
    (receipt.width, receipt.height) = (800, 1_600)
    return receipt
  }()

  @Test func aReceiptPassesThePipeUnchanged() throws {
    for receipt in [Self.whole, Receipt()] {
      let written = JSONValue.object(receipt.toJSON()).description
      let read = try #require(JSONValue(parsing: Array(written.utf8)).object)
      #expect(Receipt(json: read) == receipt)
    }
    #expect(Self.whole.date != nil && Self.whole.time != nil && Self.whole.currency != nil)
  }

  @Test func whatIsNoReceiptIsRefused() {
    for (key, value): (String, JSONValue) in [
      ("total", ["value": "12", "confidence": 1.0]), ("total", 12),
      ("date", ["value": "2018-02-30", "confidence": 1.0]),
      ("currency", ["value": "XXX", "confidence": 1.0]), ("lines", [["text": "a"]]), ("items", [1]),
    ] {
      var object = Self.whole.toJSON()
      object[key] = value
      #expect(Receipt(json: object) == nil, "\(key)")
    }
  }

  @Test func numericTokensLeaveOutPunctuation() {
    var receipt = Receipt()
    receipt.lines = ["22/12/201714:03 RM 26.60", "A-123B 45 6.7", "", "26.60"].map {
      TextLine($0, confidence: 1, quad: Quad(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(receipt.numericTokens == ["123", "221220171403", "2660"])
  }

  @Test(arguments: ["24:00", "1:00", "12:60", "12:00:60", "12", "a1:00", "", "12:00:00:00"])
  func noTime(_ text: String) { #expect(ClockTime(text) == nil) }
}
