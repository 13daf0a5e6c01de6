import QixFormats
import QixOCR
import QixTesting
import Testing

@testable import QixReceipts

/// Whatever a reader makes of a picture: an answer that passes the pipe, and no crash. `QIX_FUZZ` says how often.
struct MutatedTextTests {
  @Test func anythingIsParsed() throws {
    let seed = Seed(for: "mutated receipts")
    var mangler = Mangler(
      seed,
      pieces: [
        "TOTAL", "RM", "9999999.99", "-", ".", ",", ":", "/", "(", ")", "SDN BHD", "20171", "é", "€", " ", "\u{202E}",
        "🏳️‍🌈", "１２", "S/8", "JAN", "00", "%", "ß", "\u{0}", "99999999999999999999", "MMAY/2017", "14", "&",
      ])
    let parser = ReceiptParser()
    let samples = Paper.all.map { Array($0.text.utf8) }
    var totals = 0
    for iteration in 0..<fuzzCount(400) {
      // A long run says how far it is.
      if iteration > 0, iteration.isMultiple(of: 50_000) { print("\(seed): \(iteration) texts, \(totals) totals") }
      let bytes = mangler.changed(samples[iteration % samples.count])
      var lines = Paper.lines(String(decoding: bytes, as: UTF8.self), turned: Double(mangler.below(7)) - 3)
      // Places, too, are what a network says of a stranger's picture.
      if mangler.below(4) == 0, !lines.isEmpty {
        let extremes = [0, -1e9, 1e300, -1e300, 0.5, 1e-300, Double.nan, .infinity]
        for _ in 0..<3 {
          let index = mangler.below(lines.count)
          lines[index].quad.corners[mangler.below(4)].x = extremes[mangler.below(extremes.count)]
          lines[index].confidence = extremes[mangler.below(6)]
        }
      }
      let receipt = parser.parse(lines, width: 900, height: 2_000)
      if receipt.total != nil { totals += 1 }
      for confidence in [receipt.total?.confidence, receipt.date?.confidence, receipt.merchant?.confidence] {
        if let confidence, !(0...1).contains(confidence) {
          Issue.record("\(confidence): \(seed), iteration \(iteration)")
        }
      }
      if lines.allSatisfy({ $0.quad.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite } && $0.confidence.isFinite }) {
        let written = JSONValue.object(receipt.toJSON()).description
        // Not by `#expect`, which costs more than all else where it holds a million times.
        let read = try JSONValue(parsing: Array(written.utf8)).object.flatMap { Receipt(json: $0) }
        if read != receipt { Issue.record("\(written): \(seed), iteration \(iteration)") }
      }
    }
    #expect(totals > 0, "\(seed)")
  }

  @Test func localesThatLackSomethingAreRefused() throws {
    let good = Array(#"{"name":"x","currencies":[],"dateOrder":"dmy","months":{},"words":{}}"#.utf8)
    #expect(try ReceiptLocale(parsing: good).name == "x")
    for bad in [
      #"{"name":"x"}"#,
      #"{"name":"x","currencies":[{"sign":"X","code":"XXX"}],"dateOrder":"dmy","months":{},"words":{}}"#,
      #"{"name":"x","currencies":[],"dateOrder":"ymd","months":{},"words":{}}"#,
      #"{"name":"x","currencies":[],"dateOrder":"dmy","months":{"JAN":13},"words":{}}"#,
      #"{"name":"x","currencies":[],"dateOrder":"dmy","months":{},"words":{"totale":["A"]}}"#,
    ] {
      #expect(throws: LocaleError.self, "\(bad)") { try ReceiptLocale(parsing: Array(bad.utf8)) }
    }
    #expect(ReceiptLocale.all.map(\.name) == ["ca", "de", "en", "es", "fr", "it", "ms", "ro"])
  }
}
