internal import QixShake

extension GIFTReader {
  /// Reads the text between the braces, told apart in Moodle's order: nothing is an essay, `#` at the front numbers, `~`
  /// anywhere choices, `=` with `->` pairs, one of four words true or false, and the rest short answers.
  /// - Returns: nil after a fault.
  mutating func kind(_ answers: GIFTSlice, of question: inout Question, at line: Int) -> Question.Kind? {
    var answers = answers.stripped
    let format = question.text.format
    if let mark = answers.lastMark("####") {
      question.generalFeedback = answers[(mark + 4)...].feedback(format)
      answers = answers[..<mark].stripped
    }
    guard let first = answers.first else { return .essay }
    if first.marks("#") { return numbers(answers.dropFirst(), format, at: line) }
    if answers.contains(where: { $0.marks("~") }) { return choices(answers, format) }
    if answers.contains(where: { $0.marks("=") }), answers.firstMark("->") != nil { return pairs(answers, format) }
    return trueFalse(answers, format) ?? short(answers, format)
  }

  private mutating func choices(_ answers: GIFTSlice, _ format: TextFormat) -> Question.Kind? {
    let (front, parts) = answers.cut(at: ["~", "="])
    guard requireMark(before: front) else { return nil }
    let isSingle = parts.contains { $0.mark.scalar == "=" }
    var choices: [Question.Choice] = []
    for (index, part) in parts.enumerated() {
      let standard: Credit = part.mark.scalar == "=" ? .full : .zero
      guard let (credit, rest) = weight(part.text, standard, at: part.mark.line) else { return nil }
      let (text, feedback) = Self.split(rest, format)
      if text.text.isEmpty {
        // `~=right` is how many write a right choice.
        let isIdiom = part.text.isBlank && part.mark.scalar == "~" && index + 1 < parts.count
        dropEmpty("choice", part, isMeant: isIdiom && parts[index + 1].mark.scalar == "=")
      } else {
        choices.append(Question.Choice(text: text, credit: credit, feedback: feedback))
      }
    }
    return isSingle ? .single(choices) : .several(choices)
  }

  private mutating func pairs(_ answers: GIFTSlice, _ format: TextFormat) -> Question.Kind? {
    var (front, parts) = answers.cut(at: ["="])
    if !front.isBlank, let first = front.first { parts.insert((first, front), at: 0) }
    var pairs: [Question.Pair] = []
    for part in parts {
      guard let arrow = part.text.firstMark("->") else {
        reading.fault(.line(part.mark.line), "a pair has no '->' between its sides")
        return nil
      }
      let right = part.text[(arrow + 2)...]
      if right.contains(where: { $0.marks("#") }) {
        reading.note(
          .line(part.mark.line), .doubt,
          "pairs can't have feedback, so '#' and the text after it belong to the right side")
      }
      pairs.append(Question.Pair(left: part.text[..<arrow].formatted(format), right: right.text))
    }
    return .matching(pairs)
  }

  private func trueFalse(_ answers: GIFTSlice, _ format: TextFormat) -> Question.Kind? {
    let (front, parts) = answers.cut(at: ["#"])
    guard ["T", "TRUE", "F", "FALSE"].contains(front.text) else { return nil }
    // Behind the second `#` everything is the feedback to the right answer.
    let right = parts.dropFirst().first.map { answers[$0.text.startIndex...] }
    return .trueFalse(
      Question.TrueFalse(
        isTrue: front.text.hasPrefix("T"), wrongFeedback: parts.first?.text.feedback(format),
        rightFeedback: right?.feedback(format)))
  }

  private mutating func short(_ answers: GIFTSlice, _ format: TextFormat) -> Question.Kind? {
    var (front, parts) = answers.cut(at: ["="])
    if !front.isBlank, let first = front.first {
      parts.insert((first, front), at: 0)
      if parts.count == 1, ["t", "f", "true", "false"].contains(front.text.lowercased()) {
        reading.note(
          .line(first.line), .doubt, "this is a short answer; a statement needs TRUE or FALSE in capital letters")
      }
    }
    var accepted: [Question.ShortAnswer] = []
    for part in parts {
      guard let (credit, rest) = weight(part.text, .full, at: part.mark.line) else { return nil }
      let (text, feedback) = Self.split(rest, format)
      if text.text.isEmpty {
        dropEmpty("accepted answer", part, isMeant: false)
        continue
      }
      if text.format != format || rest.stripped.first?.scalar == "[" && text.text.first != "[" {
        reading.note(
          .line(part.mark.line), .lost, "the format of an accepted answer is not kept: users type plain text")
      }
      accepted.append(Question.ShortAnswer(pattern: text.text, credit: credit, feedback: feedback))
    }
    return .short(accepted)
  }

  /// Takes a weight such as `%50%` or `%-33.33333%` from the front of an answer.
  /// - Returns: nil after a fault.
  mutating func weight(_ text: GIFTSlice, _ standard: Credit, at line: Int) -> (Credit, GIFTSlice)? {
    let text = text.stripped
    guard text.first?.scalar == "%" else { return (standard, text) }
    let start = text.startIndex + 1
    guard let end = text[start...].firstIndex(where: { $0.scalar == "%" }) else { return (standard, text) }
    let number = text[start..<end].text
    guard number.utf8.contains(where: \.isDigit), number.utf8.allSatisfy({ $0.isDigit || $0 == 0x2D || $0 == 0x2E })
    else {
      reading.note(.line(line), .doubt, "the text between two '%' is not a weight, so it is part of the answer")
      return (standard, text)
    }
    guard let (credit, isRounded) = Credit.parse(number) else {
      reading.fault(.line(line), "the weight '\(number.prefix(20))' is not a percentage from -100 to 100")
      return nil
    }
    if isRounded { reading.note(.line(line), .lost, "a weight is rounded to five decimals") }
    return (credit, text[(end + 1)...])
  }

  /// Answers without a text are dropped, as Moodle does it, and said, since a weight or a feedback may go with them.
  private mutating func dropEmpty(
    _ what: String, _ part: (mark: GIFTCharacter, text: GIFTSlice), isMeant: Bool
  ) {
    guard !isMeant else { return }
    reading.note(
      .line(part.mark.line), part.text.isBlank ? .doubt : .lost, "an empty \(what) is not kept")
  }

  private mutating func requireMark(before front: GIFTSlice) -> Bool {
    guard let first = front.stripped.first else { return true }
    reading.fault(.line(first.line), "there is text before the first answer; each choice begins with '=' or '~'")
    return false
  }

  /// An answer and the feedback behind its first `#`.
  static func split(_ text: GIFTSlice, _ format: TextFormat) -> (FormattedText, FormattedText?) {
    guard let mark = text.firstIndex(where: { $0.marks("#") }) else { return (text.formatted(format), nil) }
    return (text[..<mark].formatted(format), text[(mark + 1)...].feedback(format))
  }
}
