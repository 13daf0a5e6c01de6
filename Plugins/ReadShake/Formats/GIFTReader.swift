internal import QixShake

/// Reads GIFT, Moodle's format for questions of all kinds (docs.moodle.org, "GIFT format"); docs/read.md says what of it
/// is kept.
///
/// Where the documentation leaves something open it is read as Moodle's importer reads it, unless that loses what
/// somebody has written: then it is a fault or a note.
struct GIFTReader {
  var reading = QuestionReading()
  private var category: String?
  private var comments = 0

  static func read(_ text: SourceText) -> QuestionReading {
    var reader = GIFTReader()
    var block: [(number: Int, text: String)] = []
    for (index, line) in text.lines.enumerated() {
      if line.trimmed.isEmpty {
        reader.read(block)
        block = []
      } else {
        block.append((index + 1, line))
      }
      // A file with a fault on each line says enough with the first ones.
      if reader.reading.faults.count > 200 { break }
    }
    reader.read(block)
    if reader.comments > 0 {
      reader.reading.note(.file, .remark, "comments are not kept: \(reader.comments) of its lines")
    }
    reader.reading.finish(hasOther: reader.category != nil)
    return reader.reading
  }

  /// A run of lines without a blank one: a question, a category or comments.
  private mutating func read(_ block: [(number: Int, text: String)]) {
    let isComment = { (line: (number: Int, text: String)) in line.text.trimmed.hasPrefix("//") }
    var labels = GIFTLabels()
    for line in block where isComment(line) {
      if !labels.read(line.text.trimmed.dropFirst(2), at: line.number, &reading) { comments += 1 }
    }
    let characters = GIFTSlice(lines: block.filter { !isComment($0) }).stripped
    guard let first = characters.first else {
      if labels.isSet {
        reading.note(
          .line(block[0].number), .lost, "the id or tag belongs to no question: no question follows directly")
      }
      return
    }
    if characters.firstMark("$CATEGORY:") == characters.startIndex {
      return setCategory(characters.dropFirst("$CATEGORY:".count), at: first.line, labels)
    }
    readQuestion(characters, at: first.line, labels)
  }

  private mutating func setCategory(_ rest: GIFTSlice, at line: Int, _ labels: GIFTLabels) {
    if labels.isSet { reading.note(.line(line), .lost, "a category can't have an id or tags") }
    if rest.stripped.contains(where: { $0.marks("\n") }) {
      return reading.fault(.line(line), "a $CATEGORY line needs a blank line after it")
    }
    guard !rest.isBlank else { return reading.fault(.line(line), "$CATEGORY names no category") }
    category = rest.text
  }

  private mutating func readQuestion(_ characters: GIFTSlice, at line: Int, _ labels: GIFTLabels) {
    var characters = characters
    var title: String?
    if characters.firstMark("::") == characters.startIndex {
      guard let end = characters.firstMark("::", from: characters.startIndex + 2) else {
        return reading.fault(.line(line), "the title that begins with '::' has no '::' at its end")
      }
      title = characters[(characters.startIndex + 2)..<end].text
      characters = characters[(end + 2)...].stripped
    }
    guard let parts = divide(characters, at: line) else { return }

    var text = parts.text.formatted(.moodle)
    if let tail = parts.tail {
      // The documentation's "missing word": the answers stand where the blank is to be.
      let blank = Array("_____".unicodeScalars).map { GIFTCharacter(scalar: $0, isEscaped: true, line: line) }
      text = GIFTSlice(Array(parts.text) + blank + Array(tail)).formatted(.moodle)
    }
    var question = Question(text: text, kind: .description)
    question.title = title.flatMap { $0.isEmpty ? nil : $0 }
    question.category = category
    labels.apply(to: &question)
    if let answers = parts.answers {
      guard let kind = kind(answers, of: &question, at: line) else { return }
      question.kind = kind
    }
    reading.add(question, at: .line(line))
  }

  private func place(_ slice: GIFTSlice, or line: Int) -> Int { slice.stripped.first?.line ?? line }

  /// Finds the answers in their braces.
  /// - Returns: nil after a fault; no answers for a description; a tail where the question goes on behind them.
  private mutating func divide(
    _ characters: GIFTSlice, at line: Int
  ) -> (text: GIFTSlice, answers: GIFTSlice?, tail: GIFTSlice?)? {
    let opening = characters.indices.filter { characters[$0].marks("{") }
    let closing = characters.indices.filter { characters[$0].marks("}") }
    guard let start = opening.first else {
      guard let stray = closing.first else { return (characters, nil, nil) }
      reading.fault(.line(characters[stray].line), "there is a '}' without a '{'; in a text write \\}")
      return nil
    }
    guard let end = closing.first else {
      reading.fault(
        .line(characters[start].line),
        "the '{' is never closed; a question can't contain a blank line; in a text write \\{")
      return nil
    }
    if end < start {
      reading.fault(.line(characters[end].line), "there is a '}' before the '{'; in a text write \\}")
      return nil
    }
    if let second = opening.dropFirst().first ?? closing.dropFirst().first {
      reading.fault(
        .line(characters[second].line),
        "a question has one pair of braces; in a text write \\{ and \\}; leave a blank line between "
          + "questions")
      return nil
    }
    let tail = characters[(end + 1)...].stripped
    return (characters[..<start], characters[(start + 1)..<end], tail.isEmpty ? nil : characters[(end + 1)...])
  }
}
