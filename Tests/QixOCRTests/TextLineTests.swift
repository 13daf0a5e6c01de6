import QixFormats
import Testing

@testable import QixOCR

struct TextLineTests {
  @Test func passesThePipeUnchanged() throws {
    let line = TextLine("Total 1,50 €", confidence: 0.875, quad: Quad(x: 1.25, y: 2, width: 30, height: 8))
    let read = try JSONValue(parsing: Array(line.toJSON().description.utf8))
    #expect(TextLine(json: read) == line)
  }

  @Test func whatIsNoLineIsRefused() {
    for value: JSONValue in [nil, ["text": "a"], ["text": "a", "confidence": 1.0, "quad": [1, 2, 3, 4, 5, 6, 7]]] {
      #expect(TextLine(json: value) == nil)
    }
  }

  /// What reading costs is the width of all lines together: that of three long receipts at once is refused, however few
  /// lines it has.
  @Test func aPictureFullOfPrintIsNotRead() throws {
    try PaddleReader.requireReadable([Int](repeating: 190, count: 116))
    #expect(throws: ReadingError.tooManyLines) { try PaddleReader.requireReadable([Int](repeating: 666, count: 202)) }
  }
}
