import Foundation
import QixLens
import QixOCR
import QixTesting
import Testing

@testable import ReceiptShake

/// A long receipt that is photographed in parts is one receipt.
@Suite struct JoinedPartsTests {
  private static let words = ["MILK", "BREAD", "COFFEE", "APPLES", "BUTTER", "CHEESE", "WATER", "RICE", "SOAP", "TEA"]

  /// A receipt's lines, each 20 pixels high and 40 apart: a name on the left, a price on the right.
  private static func receipt(_ rows: Int, _ random: inout SeededGenerator) -> [TextLine] {
    (0..<rows).flatMap { row -> [TextLine] in
      let price = "\(Int.random(in: 1...99, using: &random)),\(Int.random(in: 10...99, using: &random))"
      let name = "\(words.randomElement(using: &random) ?? "") \(Int.random(in: 100...999, using: &random)) G"
      let y = Double(40 + 40 * row)
      return [
        TextLine(name, confidence: 0.95, quad: Quad(x: 40, y: y, width: 300, height: 20)),
        TextLine(price, confidence: 0.95, quad: Quad(x: 480, y: y, width: 80, height: 20)),
      ]
    }
  }

  /// The rows of a receipt as a photograph of its own shows them: turned, nearer or farther, one letter misread now and
  /// then.
  private static func photograph(
    _ lines: [TextLine], rows: Range<Int>, turned degrees: Double = 0, scale: Double = 1, misread: Bool = false
  ) -> UprightReading {
    let (cosine, sine) = (cos(degrees * .pi / 180) * scale, sin(degrees * .pi / 180) * scale)
    let top = Double(20 + 40 * rows.lowerBound)
    let shown = lines.filter { rows.contains((Int($0.quad.corners[0].y) - 40) / 40) }.enumerated().map { index, line in
      var text = line.text
      if misread, index % 7 == 3, text.count > 6 { text = String(text.dropLast(1)) + "0" }
      return TextLine(
        text, confidence: line.confidence,
        quad: Quad(
          line.quad.corners.map {
            PicturePoint(
              x: 60 + $0.x * cosine - ($0.y - top) * sine, y: 60 + $0.x * sine + ($0.y - top) * cosine)
          }))
    }
    let size = (Int(700 * scale), Int(Double(40 * rows.count + 120) * scale))
    let pixels = [UInt8](repeating: UInt8(rows.lowerBound % 200), count: size.0 * size.1 * 3)
    return UprightReading(
      picture: Picture(width: size.0, height: size.1, channels: .rgb, pixels: pixels), lines: shown)
  }

  private static func texts(_ lines: [TextLine]) -> [String] { lines.map(\.text).sorted() }

  @Test(arguments: 0..<20)
  func partsAreOneReceipt(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let lines = Self.receipt(40, &random)
    let (first, second) = (Int.random(in: 12...16, using: &random), Int.random(in: 26...30, using: &random))
    let overlap = Int.random(in: 3...6, using: &random)
    let parts = [0..<first, first - overlap..<second, second - overlap..<40].map { rows in
      Self.photograph(
        lines, rows: rows, turned: Double.random(in: -3...3, using: &random),
        scale: Double.random(in: 0.8...1.25, using: &random))
    }
    let joined = try JoinedParts(parts)
    #expect(Self.texts(joined.lines) == Self.texts(lines))
    // From the top down, as on the paper.
    let names = joined.lines.filter { $0.text.hasSuffix("G") }
    let order = names.sorted { $0.quad.corners[0].y < $1.quad.corners[0].y }.map(\.text)
    #expect(order == lines.map(\.text).filter { $0.hasSuffix("G") })
  }

  @Test func misreadLettersDontMatter() throws {
    var random = SeededGenerator(seed: 1)
    let lines = Self.receipt(24, &random)
    let joined = try JoinedParts([
      Self.photograph(lines, rows: 0..<14, turned: 1), Self.photograph(lines, rows: 10..<24, misread: true),
    ])
    #expect(joined.lines.count == lines.count)
  }

  /// Each row of the picture is that of the part whose lines count there.
  @Test func thePictureIsThatOfTheParts() throws {
    var random = SeededGenerator(seed: 1)
    let lines = Self.receipt(24, &random)
    let joined = try JoinedParts([Self.photograph(lines, rows: 0..<14), Self.photograph(lines, rows: 10..<24)])
    let picture = joined.picture
    func shade(_ row: Int) -> UInt8 { picture.pixels[(row * picture.width + picture.width / 2) * 3] }
    #expect(shade(100) == 0 && shade(picture.height - 100) == 10)
    #expect(picture.height > 24 * 40 && picture.height < 24 * 40 + 240, "\(picture.height)")
  }

  private func expectApart(_ parts: [UprightReading], _ comment: Comment) {
    #expect(throws: JoinedParts.apart, comment) { try JoinedParts(parts) }
  }

  @Test func whatDoesNotJoinIsNotGuessed() throws {
    var random = SeededGenerator(seed: 1)
    let (lines, others) = (Self.receipt(30, &random), Self.receipt(30, &random))
    let top = Self.photograph(lines, rows: 0..<15)
    expectApart([top, Self.photograph(lines, rows: 15..<30)], "nothing is seen twice")
    expectApart([top, Self.photograph(lines, rows: 14..<30)], "one row is seen twice")
    expectApart([top, Self.photograph(others, rows: 0..<15)], "another receipt")
    expectApart([Self.photograph(lines, rows: 12..<30), Self.photograph(lines, rows: 0..<15)], "upside down")
    expectApart([Self.photograph(lines, rows: 9..<30), Self.photograph(lines, rows: 0..<21)], "the last part first")
    expectApart([Self.photograph(lines, rows: 0..<30), Self.photograph(lines, rows: 10..<20)], "the middle once more")
    expectApart([top, UprightReading(picture: top.picture, lines: [])], "nothing is read")
    // Six times the same: it can't be told how many of them are seen twice.
    let same = (0..<6).flatMap { row -> [TextLine] in
      let y = Double(40 + 40 * row)
      let name = TextLine("COLA 330 ML", confidence: 0.9, quad: Quad(x: 40, y: y, width: 300, height: 20))
      let price = TextLine("1,50", confidence: 0.9, quad: Quad(x: 480, y: y, width: 80, height: 20))
      return [name, price]
    }
    expectApart(
      [Self.photograph(same, rows: 0..<5), Self.photograph(same, rows: 1..<6)], "the same line again and again")
  }

  /// Pictures by strangers: full of one line, or of lines in one place.
  @Test func hostilePartsEndSoon() throws {
    let picture = Picture(width: 10, height: 10, channels: .rgb, pixels: [UInt8](repeating: 0, count: 300))
    func line(_ quad: Quad) -> TextLine { TextLine("TOTAL 12.40", confidence: 1, quad: quad) }
    let below = (0..<2_000).map { line(Quad(x: 0, y: Double($0), width: 5, height: 1)) }
    let inOnePlace = (0..<2_000).map { _ in line(Quad(x: 0, y: 0, width: 0, height: 0)) }
    let farAway = (0..<4).map { line(Quad(x: 1e300, y: Double($0) * 1e300, width: 1e300, height: 1e300)) }
    let heaps: [[TextLine]] = [below, inOnePlace, farAway]
    for one in heaps {
      for other in heaps {
        _ = try? JoinedParts([
          UprightReading(picture: picture, lines: one), UprightReading(picture: picture, lines: other),
        ])
      }
    }
  }
}
