import QixFormats
import QixKernel
import QixReceipts
import QixShake
import QixTesting
import Testing

@testable import ReceiptShake

/// A worker's answer is a stranger's word.
@Suite struct FuzzTests {
  /// Changed anywhere, a reading is no reading, or one whose rules, picture and decisions can all be worked out.
  @Test func changedReadingsAreTakenOrNot() throws {
    var mangler = Mangler(
      Seed(for: "readings of receipts"),
      pieces: [
        "{", "}", "[", "]", ",", ":", "null", "-1", "9223372036854775807", "1e308", "-9223372036854775808", "\"\"",
        "\"value\"", "\"place\"", "\"confidence\"", "0.5", "\"\\u0000\"", "\"look\"", "\"picture\"",
      ])
    let good = Array(JSONValue.object(Paper().reading).text().utf8)
    var faults: [String] = []
    let settings: JSONObject = [
      "units": "amount", "hours": "08:00-22:00", "merchants": ["Acme"], "regions": ["Milano"], "currency": "EUR",
      "products": [["name": "acme cola"]], "minimum-spend": 5,
    ]
    let rules = RuleTests.rules(settings, faults: &faults)
    var taken = 0
    for _ in 0..<fuzzCount(400) {
      let bytes = mangler.changed(good)
      guard let object = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)).object else { continue }
      guard let reading = ReceiptReading(object) else { continue }
      taken += 1
      for isTrusted in [false, true] {
        if case .counts(let proof) = rules.evaluate(reading.receipt, at: RuleTests.now, isTrusted: isTrusted) {
          #expect(Verdict.accepted(proof).fault == nil)
        }
      }
      let drawing = ReviewDrawing(receipt: reading.receipt, picture: reading.picture ?? []).svg()
      #expect(try XMLDocumentCheck.isWellFormed(drawing))
      _ = Tokens(reading.receipt.numericTokens.map { UInt64(truncatingIfNeeded: $0.hashValue) })
    }
    #expect(taken > 0)
  }

  @Test(arguments: [
    ("look", "\"zz\""), ("look", "7"), ("picture", "\"bm8=\""), ("picture", "5"), ("receipt", "[]"),
    ("receipt", "{\"lines\":[],\"items\":[{}],\"taxes\":[]}"), ("receipt", "null"),
  ])
  func whatIsNoReadingIsRefused(_ key: String, _ value: String) throws {
    var reading = Paper().reading
    reading[key] = try JSONValue(parsing: value)
    #expect(ReceiptReading(reading) == nil)
  }

  /// Numbers that would overflow are out of bounds already.
  @Test func extremesAreNoReceipt() {
    var receipt = Paper().receipt
    receipt.total = Receipt.Field(.max, confidence: 1)
    #expect(!receipt.isPlausible)
    receipt = Paper().receipt
    receipt.items[0].quantity = .min
    #expect(!receipt.isPlausible)
    receipt = Paper().receipt
    receipt.total?.place = Box(x: .min, y: .max, width: 1, height: 1)
    #expect(!receipt.isPlausible)
  }

  @Test func aPersonsWordIsReadOrRefused() throws {
    var mangler = Mangler(
      Seed(for: "corrections of receipts"), pieces: ["1", ".", "-", "e", " ", "x", ":", "2027-01-01"])
    for _ in 0..<fuzzCount(400) {
      let text = String(decoding: mangler.nonsense(12), as: UTF8.self)
      for change in [
        Correction(total: text), Correction(date: text), Correction(time: text), Correction(items: [text]),
      ] {
        guard let corrected = try? change.applied(to: Paper().receipt, currency: nil) else { continue }
        #expect(corrected.isPlausible, "\(text)")
      }
    }
  }
}
