import Testing

@testable import ReadShake

/// What the parts of GIFT mean, one by one.
@Suite("GIFT") struct GIFTMeaningTests {
  private func only(_ name: String) throws -> [Question] {
    try #require((Sample.gift + Sample.aiken).first { $0.name.contains(name) }).read().questions
  }

  @Test func escapesStandForTheCharacters() throws {
    let question = try only("20-escapes")[0]
    #expect(question.title == "On 5:30 :: or so")
    guard case .single(let choices) = question.kind else { return #expect(Bool(false)) }
    #expect(choices.map(\.text.text) == ["2 = 2", "{1} ~ {2}", "#1 is last", "a backslash is written \\"])
    #expect(try only("21-written").first?.text.text == "Read this: \nline one\nline two\nHow many lines were there?")
    #expect(try only("36-tex").first?.text.text.hasPrefix(#"\(\frac{a}{b} = 1\)"#) == true)
  }

  @Test func weightsAreExact() throws {
    guard case .several(let nuts) = try only("32-decimal")[0].kind else { return #expect(Bool(false)) }
    #expect(nuts.map(\.credit.units) == [3_333_333, 3_333_333, 3_333_333, -10_000_000])
    guard case .single(let cocoa) = try only("05-part")[0].kind else { return #expect(Bool(false)) }
    #expect(cocoa.map { "\($0.credit)" } == ["100", "50", "25", "0"])
    #expect(cocoa[1].feedback == FormattedText("Close: it is second."))
    #expect(Credit.parse("33.333335")?.credit.units == 3_333_334)
    #expect(Credit.parse("100.00001") == nil && Credit.parse("") == nil && Credit.parse("1e2") == nil)
  }

  @Test func feedbackOfStatementsIsFirstForTheWrong() throws {
    let kinds = try only("07-true-false").map(\.kind)
    let texts = kinds.map { kind -> [String?] in
      guard case .trueFalse(let statement) = kind else { return [] }
      return ["\(statement.isTrue)", statement.wrongFeedback?.text, statement.rightFeedback?.text]
    }
    #expect(texts[0] == ["true", "Botanists say it is.", "Yes, with one large seed."])
    #expect(texts[1] == ["false", "Taste it again.", nil])
    #expect(texts[2] == ["true", nil, "Right, like wheat."])
  }

  @Test func numbersHaveToleranceRangesAndAFeedbackForTheRest() throws {
    guard case .number(let moon) = try only("13-numbers")[0].kind else { return #expect(Bool(false)) }
    #expect(moon.map(\.test) == [.near(1969, tolerance: 0), .near(1969, tolerance: 2), .any])
    #expect(moon.map { "\($0.credit)" } == ["100", "50", "0"])
    guard case .number(let light) = try only("14-negative")[1].kind else { return #expect(Bool(false)) }
    #expect(light.map(\.test) == [.near(3e8, tolerance: 1e6), .between(2.5e8, 3.5e8)])
  }

  @Test func theMissingWordLeavesABlank() throws {
    #expect(try only("15-missing")[0].text.text == "A bee makes _____ from nectar.")
    #expect(
      try only("16-missing").map(\.text.text) == [
        "Two plus _____ makes four.", "Milk comes from _____ and other animals.",
      ])
  }

  @Test func formatsHoldForTheWholeQuestionUnlessSaid() throws {
    let questions = try only("22-formats")
    #expect(questions.map(\.text.format) == [.html, .markdown, .plain, .moodle])
    guard case .single(let choices) = questions[0].kind else { return #expect(Bool(false)) }
    #expect(choices.map(\.text.format) == [.plain, .html, .markdown])
    #expect(choices[1].feedback?.format == .html)
    #expect(try only("23-brackets")[0].text == FormattedText("[sic] is Latin for what?"))
  }

  @Test func commentsCarryIdsTagsAndTheTwoMarksOfOurOwn() throws {
    let juices = try only("25-ids")
    #expect(juices.map(\.id) == ["juice-1", "odd]id"])
    #expect(juices.map(\.tags) == [["drinks", "easy"], ["hard"]])
    let checks = try only("27-attention")
    #expect(checks.map(\.isAttentionCheck) == [true, false])
    #expect(checks.map(\.points) == [1, 3] && checks[1].tags.isEmpty)
    #expect(
      try only("26-categories").map(\.category) == ["$course$/top/drinks", "$course$/top/food", "$course$/top/food"])
  }

  @Test func decoysHaveNoLeftSide() throws {
    guard case .matching(let pairs) = try only("11-matching")[0].kind else { return #expect(Bool(false)) }
    #expect(pairs.map(\.left.text) == ["acorn", "cone", "", ""])
    #expect(Question.options(of: pairs) == ["oak", "pine", "palm", "birch"])
  }

  /// Found by the fuzz loop: with '=' before it, it would come back as a pair.
  @Test(arguments: ["Where? {Rome#Italy -> Lazio}", "Where? {a->b}", "Where? {%50%a->b}"])
  func anArrowInAShortAnswerIsNoPair(_ text: String) {
    let questions = GIFTReader.read(SourceText(text)).questions
    #expect(questions.map(\.kind.name) == ["short"])
    let (written, notes) = GIFTWriter.write(questions)
    #expect(notes.isEmpty && GIFTReader.read(SourceText(written)).questions == questions, "\(written)")
    var two = questions[0]
    two.kind = .short([.init(pattern: "a->b", credit: .full), .init(pattern: "c", credit: .full)])
    #expect(GIFTWriter.write([two]).notes.count == 1)
  }

  @Test func whatGIFTCanNotHoldIsNamed() {
    var scale = Question(text: FormattedText("How was it?"), kind: .scale(labels: ["bad", "good"], expected: nil))
    scale.id = "s"
    let order = Question(text: FormattedText("Sort."), kind: .ordering([FormattedText("1"), FormattedText("2")]))
    let statement = Question(text: FormattedText("Yes?"), kind: .trueFalse(Question.TrueFalse(isTrue: true)))
    let (text, notes) = GIFTWriter.write([scale, statement, order])
    #expect(notes.map(\.place) == [.question(1), .question(3)] && notes.allSatisfy { $0.weight == .lost })
    #expect(GIFTReader.read(SourceText(text)).questions == [statement])
    #expect(AikenWriter.write([scale, statement, order]).notes.count == 3)
  }
}
