internal import QixShake

/// Reads Aiken, Moodle's format for questions with one right choice (docs.moodle.org, "Aiken format"): the question on
/// one line, choices behind `A.` or `A)`, `ANSWER: A`.
///
/// The documentation wants a blank behind `A.`; many files have none. Below a question `A)text` can be nothing but a
/// choice, above it is the beginning of a question: `A.M. means before noon.`
struct AikenReader {
  private var reading = QuestionReading()
  private var question: (text: String, line: Int)?
  private var choices: [String] = []
  private var isFaulty = false
  private var gap: Int?
  private var endings: Set<Character> = []

  static func read(_ text: SourceText) -> QuestionReading {
    var reader = AikenReader()
    for (index, line) in text.lines.enumerated() {
      reader.read(line.trimmed, at: index + 1)
      if reader.reading.faults.count > 200 { break }
    }
    if let question = reader.question {
      reader.reading.fault(.line(question.line), "the question has no line ANSWER:")
    }
    if reader.endings.count > 1 {
      reader.reading.note(.file, .doubt, "some letters are followed by '.' and others by ')'")
    }
    reader.reading.finish()
    return reader.reading
  }

  private mutating func read(_ line: String, at number: Int) {
    if line.isEmpty {
      if question != nil { gap = gap ?? number }
      return
    }
    if line.hasPrefix("ANSWER:") { return finish(line.dropFirst("ANSWER:".count).trimmed, at: number) }
    if line.lowercased().hasPrefix("answer"), line.dropFirst(6).trimmed.hasPrefix(":") {
      return fault(number, "write ANSWER: in the last line of a question in capital letters")
    }
    if let choice = Self.choice(line, needsBlank: question == nil) { return add(choice, at: number) }
    guard let open = question else {
      question = (line, number)
      return
    }
    if let letter = Self.almostChoice(line) {
      fault(number, "write the letter of '\(letter)' as a capital letter")
    } else if gap != nil {
      fault(open.line, "the question has no line ANSWER:")
      restart()
      question = (line, number)
    } else {
      fault(number, "the question that begins in line \(open.line) must be on one line, or a choice has no letter")
    }
  }

  private mutating func fault(_ line: Int, _ sentence: String) {
    if !isFaulty { reading.fault(.line(line), sentence) }
    isFaulty = true
  }

  private mutating func restart() {
    (question, choices, isFaulty, gap) = (nil, [], false, nil)
  }

  private mutating func add(_ choice: (letter: Unicode.Scalar, ending: Character, text: String), at line: Int) {
    // What a choice belongs to is unknown; the lines up to the answer belong together all the same.
    if question == nil {
      question = ("?", line)
      return fault(line, "there is a choice before any question")
    }
    let expected = Unicode.Scalar(UInt8(ascii: "A") + UInt8(min(choices.count, 25)))
    guard choices.count < 26, choice.letter == expected else {
      return fault(line, "the choice has the letter \(choice.letter), but \(expected) comes next: A, B, C and so on")
    }
    if choice.text.isEmpty { return fault(line, "the choice \(choice.letter) is empty") }
    endings.insert(choice.ending)
    choices.append(choice.text)
  }

  private mutating func finish(_ answer: String, at line: Int) {
    defer { restart() }
    guard let question else { return reading.fault(.line(line), "there is an answer before any question") }
    let letters = answer.unicodeScalars
    guard let letter = letters.first, letters.count == 1, ("A"..."Z").contains(letter) else {
      return fault(line, "write one capital letter after ANSWER:")
    }
    let index = Int(letter.value) - 65
    if !isFaulty, !choices.indices.contains(index) {
      return fault(line, "the answer is \(letter), but there is no such choice")
    }
    guard !isFaulty else { return }
    if let gap { reading.note(.line(gap), .doubt, "there is a blank line within a question") }
    let texts = choices.enumerated().map {
      Question.Choice(text: FormattedText($0.element, .plain), credit: $0.offset == index ? .full : .zero)
    }
    reading.add(
      Question(text: FormattedText(question.text, .plain), kind: .single(texts)), at: .line(question.line))
  }

  /// `A. text` or `A) text`, or either without the blank.
  static func choice(
    _ line: String, needsBlank: Bool
  ) -> (letter: Unicode.Scalar, ending: Character, text: String)? {
    let scalars = Array(line.unicodeScalars)
    guard scalars.count >= 2, ("A"..."Z").contains(scalars[0]), scalars[1] == "." || scalars[1] == ")",
      !needsBlank || scalars.count == 2 || scalars[2] == " " || scalars[2] == "\t"
    else { return nil }
    return (scalars[0], Character(scalars[1]), line.unicodeScalars.dropFirst(2).map { String($0) }.joined().trimmed)
  }

  /// `a) text`
  private static func almostChoice(_ line: String) -> String? {
    let scalars = Array(line.unicodeScalars.prefix(3))
    guard scalars.count == 3, ("a"..."z").contains(scalars[0]),
      scalars[1] == "." || scalars[1] == ")"
    else { return nil }
    return "\(scalars[0])\(scalars[1])"
  }
}

/// Writes Aiken, as far as a question is one of Aiken's.
enum AikenWriter {
  static func write(_ questions: [Question]) -> (text: String, notes: [QuestionNote]) {
    var blocks: [String] = [], notes: [QuestionNote] = []
    for (index, question) in questions.enumerated() {
      func lost(_ sentence: String) {
        notes.append(QuestionNote(place: .question(index + 1), weight: .lost, sentence: sentence))
      }
      guard case .single(let choices) = question.kind else {
        lost("Aiken holds only questions with one right choice; this one is of the kind \(question.kind.name)")
        continue
      }
      if let obstacle = obstacle(question, choices) {
        lost(obstacle)
        continue
      }
      for sentence in losses(question, choices) { lost(sentence) }
      let right = choices.firstIndex { $0.credit.isRight } ?? 0
      var lines = [question.text.text]
      for (index, choice) in choices.enumerated() { lines.append("\(letter(index)). \(choice.text.text)") }
      blocks.append(lines.joined(separator: "\n") + "\nANSWER: \(letter(right))\n")
    }
    return (blocks.joined(separator: "\n"), notes)
  }

  private static func letter(_ index: Int) -> String { String(UnicodeScalar(UInt8(65 + index))) }

  private static func obstacle(_ question: Question, _ choices: [Question.Choice]) -> String? {
    if choices.count > 26 { return "Aiken has 26 letters for choices" }
    if choices.count(where: { $0.credit.isRight }) != 1 { return "Aiken needs one right choice, worth 100 %" }
    let text = question.text.text
    if ([text] + choices.map(\.text.text)).contains(where: { $0.contains { $0.isNewline } }) {
      return "Aiken takes no line ends in texts"
    }
    if AikenReader.choice(text, needsBlank: true) != nil || text.lowercased().hasPrefix("answer") {
      return "Aiken would read the question's text as a choice or an answer"
    }
    return nil
  }

  private static func losses(_ question: Question, _ choices: [Question.Choice]) -> [String] {
    var parts: [String] = []
    if question.id != nil { parts.append("its id") }
    if question.title != nil { parts.append("its title") }
    if !question.tags.isEmpty { parts.append("its tags") }
    if question.category != nil { parts.append("its category") }
    if question.points != 1 { parts.append("its points") }
    if question.isAttentionCheck { parts.append("its mark as an attention check") }
    if question.generalFeedback != nil || choices.contains(where: { $0.feedback != nil }) { parts.append("feedback") }
    if choices.contains(where: { !$0.credit.isRight && $0.credit != .zero }) { parts.append("partial credit") }
    if ([question.text] + choices.map(\.text)).contains(where: { $0.format != .plain }) {
      parts.append("the format of its texts")
    }
    return parts.isEmpty ? [] : ["Aiken doesn't hold " + parts.joined(separator: ", ")]
  }
}
