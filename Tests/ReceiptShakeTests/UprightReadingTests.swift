import QixLens
import QixOCR
import QixTesting
import Testing

@testable import ReceiptShake

/// A picture that lies on its head is read all the same.
@Suite struct UprightReadingTests {
  /// Reads well where the mark, a black pixel, is in the upper left corner.
  private struct Reader: TextReader {
    let name = "marks"
    let readsSideways: Bool

    func read(_ pixels: Pixels) throws -> [TextLine] {
      let isUpright = pixels.bytes[0] == 0
      return (0..<6).map { line in
        TextLine(
          isUpright ? "TOTAL 12.40" : "Oc'Zl 7V1OI", confidence: isUpright ? 0.98 : 0.68,
          quad: Quad(x: 0, y: Double(line), width: 5, height: 1))
      }
    }
  }

  private static let upright = Picture(
    width: 3, height: 2, channels: .rgb, pixels: [0, 0, 0] + [UInt8](repeating: 200, count: 15))

  @Test(arguments: 0...3)
  func isTurnedUntilItIsSure(_ quarters: Int) throws {
    let read = try UprightReading(of: Self.upright.turned(quarters: quarters), by: Reader(readsSideways: false))
    #expect(read.picture == Self.upright && read.lines.allSatisfy { $0.text == "TOTAL 12.40" })
  }

  @Test func aReaderOfSidewaysTextIsAskedTwice() throws {
    let read = try UprightReading(of: Self.upright.turned(quarters: 1), by: Reader(readsSideways: true))
    #expect(UprightReading.sureness(of: read.lines) < UprightReading.doubtful)
  }

  @Test func fourQuartersAreAWhole() {
    let once = Self.upright.turned(quarters: 1)
    #expect(once.width == 2 && once.height == 3)
    #expect(once.turned(quarters: 3) == Self.upright && once.turned(quarters: 1) == Self.upright.turned(quarters: 2))
  }
}
