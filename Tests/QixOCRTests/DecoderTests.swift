import QixTesting
import Testing

@testable import QixOCR

struct DecoderTests {
  /// Classes: blank, a, b, é, a CJK character, space.
  private static let decoder = Decoder(["", "a", "b", "é", "店", " "]) { $0.value < 0x250 }

  static let vectors: [(classes: [Int], text: String)] = [
    ([], ""), ([0, 0, 0], ""), ([1, 1, 1], "a"), ([1, 0, 1], "aa"), ([1, 1, 0, 0, 1, 2, 2], "aab"), ([2, 5, 1], "b a"),
    ([3, 0], "é"), ([0, 1, 0, 2, 0], "ab"),
  ]

  @Test(arguments: vectors.indices)
  func repetitionsFallTogetherAndBlanksPart(_ index: Int) {
    let (classes, text) = Self.vectors[index]
    let scores = classes.flatMap { best in (0..<6).map { $0 == best ? Float(0.75) : 0.05 } }
    let decoded = scores.withUnsafeBufferPointer { Self.decoder.decode($0, places: classes.count) }
    #expect(decoded.text == text)
    #expect(decoded.confidence == (text.isEmpty ? 0 : 0.75))
  }

  @Test func aCharacterThatIsNotToldGivesWayToTheNext() {
    let scores: [Float] = [0.1, 0.2, 0.05, 0.05, 0.6, 0]
    let decoded = scores.withUnsafeBufferPointer { Self.decoder.decode($0, places: 1) }
    #expect(decoded.text == "a")
  }

  @Test func theModelSaysWhatItsClassesAre() {
    func field(_ number: UInt8, _ body: [UInt8]) -> [UInt8] { [number << 3 | 2, UInt8(body.count)] + body }
    func entry(_ key: String, _ value: String) -> [UInt8] {
      field(14, field(1, Array(key.utf8)) + field(2, Array(value.utf8)))
    }
    let model = [0x08, 0x96, 0x01] + field(7, [1, 2, 3]) + entry("shape", "48") + entry("character", "a\nb\n店\n")
    #expect(model.withUnsafeBytes { ModelCharacters.read($0) } == ["", "a", "b", "店", " "])
    #expect(entry("shape", "48").withUnsafeBytes { ModelCharacters.read($0) } == nil)
    let seed = Seed(for: "models' properties")
    var mangler = Mangler(seed)
    for _ in 0..<fuzzCount(2_000) { _ = mangler.changed(model).withUnsafeBytes { ModelCharacters.read($0) } }
  }
}
