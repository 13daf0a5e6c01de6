import Foundation
import QixTesting
import Testing

@testable import ReadShake

@Suite("Hostile question files") struct FuzzTests {
  private static let pieces = [
    "{", "}", "~", "=", "#", "####", "->", "::", ":", "\\", "\\n", "\n", "\n\n", "\r\n", "%50%", "%", "..", "T",
    "FALSE",
    "$CATEGORY:", "//", "[id:", "[tag:points=", "]", "[html]", "A. ", "B) ", "ANSWER: A", "ANSWER:", "3", "1e308", "-",
    "*", "é", "東", "\u{FEFF}", "\u{0}", "\u{2028}", " ", "word", String(repeating: "x", count: 300),
  ]

  /// Whatever the bytes are: faults, or questions that can be asked and that GIFT gives back.
  private func check(_ bytes: [UInt8], _ format: QuestionFormat, _ place: String) {
    let reading = format.read(bytes)
    guard reading.faults.isEmpty else { return }
    // Categories and descriptions alone are no fault; they are said, and nothing is imported.
    let isSaid = reading.hasQuestions || reading.notes.contains { $0.place == .file && $0.weight == .remark }
    guard reading.questions.allSatisfy({ $0.problems().isEmpty }), isSaid else {
      Issue.record("\(place): a question that can't be asked was let through")
      return
    }
    let (text, notes) = GIFTWriter.write(reading.questions)
    guard notes.isEmpty else { return }
    let again = GIFTReader.read(SourceText(text))
    if again.questions != reading.questions { Issue.record("\(place): GIFT gave back something else:\n\(text)") }
    let json = QuestionsJSON.read(Array(QuestionsJSON.write(reading.questions).utf8))
    if json.questions != reading.questions { Issue.record("\(place): JSON gave back something else") }
  }

  @Test("Files that were changed anywhere")
  func changed() throws {
    let seed = Seed(for: "changed question files")
    var random = SeededGenerator(seed)
    let samples = try (Sample.gift + Sample.aiken + Sample.faulty).map { try $0.bytes }
    for iteration in 0..<fuzzCount(3_000) {
      var bytes = samples.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").utf8, at: place)
        case 3: bytes = Array(bytes[..<place])
        default:
          let other = Int.random(in: 0..<bytes.count, using: &random)
          bytes.insert(contentsOf: Array(bytes[min(place, other)..<max(place, other)]), at: place)
        }
      }
      for format in QuestionFormat.allCases { check(bytes, format, "\(seed), iteration \(iteration), \(format)") }
    }
  }

  @Test("Pieces thrown together")
  func nonsense() {
    let seed = Seed(for: "nonsense of questions")
    var random = SeededGenerator(seed)
    for iteration in 0..<fuzzCount(4_000) {
      var text = Bool.random(using: &random) ? "Which? {=a ~b}\n\n" : ""
      for _ in 0..<Int.random(in: 0..<25, using: &random) { text += Self.pieces.randomElement(using: &random) ?? "" }
      for format in [QuestionFormat.gift, .aiken] {
        check(Array(text.utf8), format, "\(seed), iteration \(iteration), \(format)")
      }
    }
  }
}
