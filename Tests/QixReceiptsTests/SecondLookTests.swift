import QixKernel
import QixOCR
import Synchronization
import Testing

@testable import QixReceipts

/// A picture that leaves something open is read once more, and nothing that was sure changes by it.
@Suite struct SecondLookTests {
  /// Reads one text of a sharp picture, and another of one out of focus.
  private final class Reader: TextReader {
    let name = "two texts"
    let readsSideways = true
    let texts: [String]
    let looks = Mutex(0)

    init(_ texts: String...) { self.texts = texts }

    func read(_ pixels: Pixels) throws -> [TextLine] {
      let look = looks.withLock { looks in
        looks += 1
        return looks - 1
      }
      return Paper.lines(texts[min(look, texts.count - 1)])
    }
  }

  private static let pixels = Pixels(width: 2, height: 2, bytes: [0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0])

  private static func read(_ reader: Reader) throws -> (receipt: Receipt, looks: Int) {
    (try ReceiptReader(reader).read(pixels), reader.looks.withLock { $0 })
  }

  @Test func whatIsSureIsReadOnce() throws {
    let (receipt, looks) = try Self.read(Reader(Paper.malaysian, "TOTAL  99.99"))
    #expect(looks == 1 && receipt.total?.value == 1830)
  }

  @Test func aDateThatIsBrokenInPrintComesFromTheSecond() throws {
    let broken = Paper.malaysian.replacing("Date:22/12/201714:03:22", with: "Date:22/ 2/2 1714:03")
    let (receipt, looks) = try Self.read(Reader(broken, Paper.malaysian))
    #expect(looks == 2 && receipt.date?.value.description == "2017-12-22" && receipt.total?.value == 1830)
    // Nothing is invented where neither has one.
    #expect(try Self.read(Reader(broken, broken)).receipt.date == nil)
  }

  /// Two readings that say different totals are no reason to pay either without a look.
  @Test func aDisputedTotalIsNotSure() {
    var (first, second) = (Receipt(), Receipt())
    (first.total, second.total) = (Receipt.Field(1_000, confidence: 0.5), Receipt.Field(7_000, confidence: 0.99))
    #expect(ReceiptReader.both(first, second).total.map { $0.value == 7_000 && $0.confidence < 0.9 } == true)
    second.total = Receipt.Field(1_000, confidence: 0.95)
    #expect(ReceiptReader.both(first, second).total?.confidence == 0.95)
    first.total = Receipt.Field(1_000, confidence: 0.97)
    second.total = Receipt.Field(7_000, confidence: 0.99)
    #expect(ReceiptReader.both(first, second).total == first.total)
  }

  @Test func outOfFocusIsAMeanOfNeighbours() {
    let flat = Pixels(width: 3, height: 2, bytes: [UInt8](repeating: 77, count: 18))
    #expect(flat.outOfFocus.bytes == flat.bytes)
    let soft = Self.pixels.outOfFocus
    #expect(soft.bytes.allSatisfy { (100...155).contains($0) } && soft.width == 2 && soft.height == 2, "\(soft.bytes)")
  }
}
