import QixFormats
import QixTesting
import Testing

@testable import ReadShake

/// Answers, files of answers and texts of strangers.
@Suite("Hostile answers") struct HostileAnswerTests {
  @Test("Any value is an answer that can be marked, or is refused")
  func answers() {
    let questions = QuestionFormat.json.read(Array(KindTests.all.utf8)).questions
    let seed = Seed(for: "answers of any kind")
    var mangler = Mangler(seed, pieces: ["a", "one", "Rome", "calf", "question", "answer", "*", "true"])
    var taken = 0
    for iteration in 0..<fuzzCount(1_500) {
      let presentation = Presentation(
        questions, Shuffle(seed: mangler.random.next(), parts: [.questions, .choices]))
      _ = presentation.place(of: mangler.value(depth: 0).integer ?? .min)
      for (place, question) in questions.enumerated() {
        let value: JSONValue =
          mangler.below(2) == 0
          ? mangler.value(depth: 2) : .array((0..<mangler.below(6)).map { _ in .integer(Int64(mangler.below(6))) })
        guard let given = try? presentation.answer(value, at: place) else { continue }
        taken += 1
        let mark = question.mark(given)
        if let credit = mark.credit, credit.units > Credit.full.units {
          Issue.record("\(seed), iteration \(iteration): more than all of it for \(value.text())")
        }
        let words: String? = if case .words(let text) = given { text } else { nil }
        if GivenAnswer(given.json, words: words, to: question) != given {
          Issue.record("\(seed), iteration \(iteration): kept as something else: \(value.text())")
        }
      }
    }
    #expect(taken > 0)
  }

  @Test("A file of answers fits the questions, or is refused in words")
  func files() {
    let questions = QuestionFormat.json.read(Array(KindTests.all.utf8)).questions
    let presentation = Presentation(questions, Shuffle(seed: 1, parts: []))
    let shown = (presentation.value.array ?? []).compactMap(ShownQuestion.init)
    let seed = Seed(for: "files of answers")
    let good = [
      #"{"single": "a", "several": ["a", "b"], "truth": false, "number": 0.3, "short": "Rome", "order": [1, 2, 3, 4]}"#,
      "question,answer\nsingle,a\nseveral,a|b\ntruth,false\nnumber,\"0,3\"\nshort,Rome\norder,one|two|three|four\n",
    ].map { Array($0.utf8) }
    var mangler = Mangler(
      seed, pieces: ["\"", "\n", ",", "|", "{", "}", ":", "[", "]", "\u{FEFF}", "\u{0}", "é", "1e999", "matching"])
    var taken = 0
    for iteration in 0..<fuzzCount(3_000) {
      do {
        let file = try AnswersFile("answers", mangler.changed(good[iteration % 2]))
        taken += 1
        for question in shown {
          _ = try? question.value(given: mangler.value(depth: 2))
          _ = try? question.value(typed: mangler.value(depth: 0).string ?? "cab")
        }
        _ = file
      } catch let error as any CustomStringConvertible {
        #expect(!error.description.isEmpty, "\(seed)")
      } catch {
        Issue.record("\(seed): \(error)")
      }
    }
    #expect(taken > 0)
  }

  /// Each of these took minutes once: what begins everywhere and ends nowhere was looked for to the end, each time.
  @Test("What never ends costs no more than what does")
  func unended() {
    #expect(ReadingTime.words(inMarkdown: "word " + String(repeating: "](", count: 100_000)) == 1)
    #expect(ReadingTime.words(inMarkdown: "a [b](c) d <e f> g <h") == 5)
    #expect(ReadingTime.words(inMarkdown: "a](" + String(repeating: "b ", count: 999) + ") c") == 2)
    #expect(ReadingTime.words(inMarkdown: "a](" + String(repeating: "b ", count: 1_001) + ") c") == 1_003)
    let labels = GIFTReader.read(SourceText("// " + String(repeating: "[id:", count: 20_000) + "\\]\nIs it? {T}"))
    #expect(labels.questions.count == 1 && labels.questions.first?.id == nil)
  }

  @Test("Any text is counted and shown, and moves nobody's cursor")
  func texts() {
    let seed = Seed(for: "texts to read")
    let pieces = [
      "# ", "\n", "\n\n", "```", "~~~", "- ", "1. ", "> ", "| a |", "    ", "[", "](", ")", "<", ">", "<!--", "-->",
      "*",
      "word", "東京", "é", "\u{1B}]0;title\u{7}", "\u{9B}31m", "\r", "\u{202E}", "\u{2028}", "\u{0}", " ", "'", "\t",
      String(repeating: "x", count: 200),
    ]
    var mangler = Mangler(seed, pieces: pieces)
    for iteration in 0..<fuzzCount(2_000) {
      let text = String(decoding: mangler.nonsense(40), as: UTF8.self)
      let words = ReadingTime.words(inMarkdown: text)
      let time = ReadingTime(words: words, wordsPerMinute: 238, fraction: 0.5)
      let page = MarkdownPage(text).text(width: 20 + iteration % 80)
      let isTame = page.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || (scalar.properties.generalCategory != .control && !(0x202A...0x202E).contains(scalar.value))
      }
      if words < 0 || time.microseconds < 0 || !isTame { Issue.record("\(seed), iteration \(iteration)") }
    }
  }
}
