import QixTesting
import Testing

@testable import QixGS1

/// Whatever stands in a stranger's code.
@Suite("Hostile codes") struct FuzzTests {
  private static let good = [
    "01095011010209171719050810ABCD1234\u{1D}2110", "(01)09501101020917(17)190508(10)ABCD1234(21)10",
    "https://id.gs1.org/01/09520123456788/10/ABC1/21/12345?17=180426&3103=000195", "4006381333931", "04252614",
  ]

  @Test("What is read is read again from what was written of it") func texts() {
    let seed = Seed(for: "hostile codes")
    var mangler = Mangler(
      seed,
      pieces: [
        "\u{1D}", "(", ")", "/", "?", "=", "&", "%", "%2F", "%00", "01", "10", "17", "21", "8005", "3103", "99", "0",
        "00000000000000", "https://", "١", "é", String(repeating: "9", count: 40),
      ])
    for iteration in 0..<fuzzCount(6_000) {
      let bytes =
        mangler.below(8) == 0
        ? mangler.nonsense(20) : mangler.changed(Array(Self.good[mangler.below(Self.good.count)].utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      if let elements = try? ElementString(bytes) {
        if (try? ElementString(elements.bytes)) != elements {
          Issue.record("\(seed), iteration \(iteration): \(elements.bracketed) is not read as it was written")
        }
      }
      if let elements = try? ElementString(bracketed: text), (try? ElementString(elements.bytes)) != elements {
        Issue.record("\(seed), iteration \(iteration): \(elements.bracketed) has no bytes")
      }
      if let link = DigitalLink(text), (try? ElementString(link.elements.bytes)) != link.elements {
        Issue.record("\(seed), iteration \(iteration): \(link.elements.bracketed) has no bytes")
      }
      if let item = ScannedItem(text), (try? GTIN(item.gtin.digits)) != item.gtin {
        Issue.record("\(seed), iteration \(iteration): a number without its check digit")
      }
      _ = try? GTIN(upcE: text)
      _ = (try? GTIN(text))?.variable
    }
  }
}
