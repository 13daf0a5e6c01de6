import QixFormats
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import ReadShake

/// Every kind of question: shown in an order of the reader's own, mapped back, marked.
@Suite("Kinds of questions") struct KindTests {
  static let all = #"""
    {"schema": "read.questions/1", "questions": [
      {"kind": "single", "id": "single", "text": "?", "choices": [{"text": "a", "credit": 100}, {"text": "b", "credit": 50},
        {"text": "c"}, {"text": "d", "credit": -20}]},
      {"kind": "several", "id": "several", "text": "?", "choices": [{"text": "a", "credit": "33.33333"},
        {"text": "b", "credit": "33.33333"}, {"text": "c", "credit": "33.33333"}, {"text": "d", "credit": -100}]},
      {"kind": "true-false", "id": "truth", "text": "?", "answer": false},
      {"kind": "number", "id": "number", "text": "?", "answers": [{"value": 0.3, "tolerance": 0.1},
        {"from": 1, "to": 2, "credit": 25}]},
      {"kind": "short", "id": "short", "text": "?", "answers": ["Rome", {"text": "*eternal*", "credit": 75}]},
      {"kind": "matching", "id": "matching", "text": "?", "pairs": [{"left": "cow", "right": "calf"},
        {"left": "hen", "right": "chick"}, {"left": "duck", "right": "chick"}, {"right": "kid"}]},
      {"kind": "ordering", "id": "order", "text": "?", "items": ["one", "two", "three", "four"]},
      {"kind": "scale", "id": "scale", "text": "?", "labels": ["no", "perhaps", "yes"]},
      {"kind": "scale", "id": "check", "text": "?", "labels": ["no", "yes"], "expected": 2, "attention": true},
      {"kind": "essay", "id": "essay", "text": "?"}
    ]}
    """#

  private static let marks: [(key: String, answer: String, percent: Double)] = [
    ("single", #""a""#, 100.0), ("single", #""b""#, 50), ("single", #""d""#, 0),
    ("several", #"["a", "b", "c"]"#, 99.99999), ("several", #"["c", "a"]"#, 66.66666), ("several", #"["a", "d"]"#, 0),
    ("several", "[]", 0), ("truth", "false", 100), ("truth", "true", 0), ("number", "0.4", 100), ("number", "0.2", 100),
    ("number", "0.41", 0), ("number", "2", 25), ("number", "1.5", 25), ("short", #""  ROME ""#, 100),
    ("short", #""the eternal city""#, 75), ("short", #""Paris""#, 0),
    ("matching", #"{"cow": "calf", "hen": "chick", "duck": "chick"}"#, 100),
    ("matching", #"{"cow": "calf", "hen": "kid", "duck": "kid"}"#, 33.33333),
    ("order", #"["one", "two", "three", "four"]"#, 100), ("order", #"["two", "one", "three", "four"]"#, 50),
    ("check", #""yes""#, 100), ("check", #""no""#, 0),
  ]

  @Test("Answers are marked")
  func marking() throws {
    try Desk.with(Self.all) { desk in
      let type = try desk.type()
      for (number, test) in Self.marks.enumerated() {
        desk.advance(seconds: 1)
        let reader = desk.user(UInt64(number))
        #expect(try desk.answer([test.key: try JSONValue(parsing: test.answer)], by: reader, type).next != nil)
        let session = try #require(ReadingID(try desk.open(by: reader, type).session))
        let kept = try desk.database.read { try AnswerStore.all(of: session, in: $0) }
        #expect(kept.map { $0.credit.map { Double($0.units) / 100_000 } } == [test.percent], "\(test)")
      }
    }
  }

  private static let misfits: [(key: String, answer: String)] = [
    ("single", "5"), ("single", "0"), ("single", "-9223372036854775808"), ("single", "true"), ("single", "[1]"),
    ("several", "1"), ("several", "[1, 1]"),
    ("several", "[9]"), ("truth", "1"), ("truth", #""true""#), ("number", #""1""#), ("number", "null"), ("short", "1"),
    ("short", #""  ""#), ("short", #""a\u0007b""#), ("short", #""two\nlines""#), ("matching", "[1, 2]"),
    ("matching", "[1, 2, 3, 1]"), ("matching", "[1, 2, 9]"), ("order", "[1, 2, 3]"), ("order", "[1, 2, 3, 3]"),
    ("scale", "4"), ("essay", "false"),
  ]

  @Test("Answers of another kind are refused")
  func refused() throws {
    try Desk.with(Self.all) { desk in
      let type = try desk.type()
      let questions = try desk.open(by: desk.user(1), type).questions
      for (key, answer) in Self.misfits {
        let number = try #require(questions.first { $0.key == key }).number
        let verdict = try desk.step(
          "answer", ["answers": [["question": .integer(Int64(number)), "answer": try JSONValue(parsing: answer)]]],
          by: desk.user(1), type)
        #expect(verdict.code == "readshake.answer-malformed", "\(key): \(answer)")
        if case .refused(let refusal) = verdict { #expect(refusal.sentence.contains("question \(number)")) }
      }
    }
  }

  /// Whatever order is shown, answers by what choices say are kept under the file's own indices.
  @Test("Orders differ between readers and are mapped back")
  func orders() throws {
    try Desk.with(Self.all) { desk in
      let type = try desk.type()
      var orders: Set<[String]> = [], choices: Set<[String]> = []
      for number in 1...40 as ClosedRange<UInt64> {
        desk.advance(seconds: 1)
        let reading = try desk.open(by: desk.user(number), type)
        orders.insert(reading.questions.map(\.key))
        choices.insert(try #require(reading.questions.first { $0.key == "single" }).choices)
        #expect(reading.questions.first { $0.key == "scale" }?.choices == ["no", "perhaps", "yes"])
        _ = try desk.answer(["single": "c", "order": ["four", "one", "two", "three"]], by: desk.user(number), type)
        let session = try #require(ReadingID(reading.session))
        let kept = try desk.database.read { try AnswerStore.all(of: session, in: $0) }
        #expect(kept.map(\.answer) == [2, [3, 0, 1, 2]])
      }
      #expect(orders.count > 30 && choices.count > 10)
      let plain = try desk.type(["shuffle": "none"])
      let reading = try desk.open(by: desk.user(99), plain)
      #expect(reading.questions.map(\.number) == Array(1...10) && reading.questions[0].choices == ["a", "b", "c", "d"])
    }
  }

  /// Readers know the id of their reading, and can have this program.
  @Test("Nobody puts items back into their order by what they know")
  func orderIsNoSecretOfTheIds() throws {
    try Desk.with(Self.all) { desk in
      let type = try desk.type()
      var seen = 0
      for number in 1...24 as ClosedRange<UInt64> {
        desk.advance(seconds: 1)
        let reading = try desk.open(by: desk.user(number), type)
        let id = try #require(ReadingID(reading.session))
        let shown = try #require(reading.questions.first { $0.key == "order" }).choices
        // How the seed followed from the id once; sums, products and halves of it would be no better.
        for seed in [id.low ^ id.high &* 0x9E37_79B9_7F4A_7C15, id.low, id.high, id.low ^ id.high] {
          let order = Shuffle.permutation(of: 4, seed &+ 7 &* 0xD1B5_4A32_D192_ED03)
          if order.map({ ["one", "two", "three", "four"][$0] }) == shown { seen += 1 }
        }
      }
      // 4 of 96 by chance; all 24 readers where the seed is one of these.
      #expect(seen < 20)
    }
  }

  @Test("A shuffle is fair, and is the same for ever")
  func shuffle() {
    #expect(Shuffle.permutation(of: 8, 2_027) == Shuffle.permutation(of: 8, 2_027))
    #expect(Shuffle.permutation(of: 5, 1) == [2, 1, 4, 3, 0])
    var counts = Array(repeating: Array(repeating: 0, count: 5), count: 5)
    for seed in 0..<20_000 as Range<UInt64> {
      for (place, index) in Shuffle.permutation(of: 5, seed).enumerated() { counts[place][index] += 1 }
    }
    // Chi-square with 16 degrees of freedom passes 39.25 once in a thousand times; the seeds are fixed.
    let chi = counts.joined().reduce(0.0) { $0 + (Double($1) - 4_000) * (Double($1) - 4_000) / 4_000 }
    #expect(chi < 39.25)
  }

  @Test("What introduces a question stays before it")
  func introductions() throws {
    try Desk.with(
      "Now of bread.\n\nIs it baked? {T}\n\nIs it cold? {F}\n\nNow of milk.\n\nIs it white? {T}\n\nThe end."
    ) {
      desk in
      for number in 1...10 as ClosedRange<UInt64> {
        desk.advance(seconds: 1)
        let texts = try desk.open(by: desk.user(number), desk.type()).questions.map(\.text)
        for (before, after) in [("Now of bread.", "Is it baked?"), ("Now of milk.", "Is it white?")] {
          let place = try #require(texts.firstIndex(of: before))
          #expect(texts[place + 1] == after)
        }
        #expect(texts.last == "The end.")
      }
    }
  }
}
