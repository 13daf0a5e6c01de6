internal import QixShake

/// Writes GIFT that `GIFTReader`, and Moodle, read as the same questions.
enum GIFTWriter {
  static func write(_ questions: [Question]) -> (text: String, notes: [QuestionNote]) {
    var blocks: [String] = [], notes: [QuestionNote] = []
    var category: String?
    for (index, question) in questions.enumerated() {
      if let problem = obstacle(question) {
        notes.append(QuestionNote(place: .question(index + 1), weight: .lost, sentence: problem))
        continue
      }
      if let next = question.category, next != category {
        // Moodle takes a category as it stands, so it is escaped only where it must be.
        blocks.append("$CATEGORY: \(next.contains { "\\\n".contains($0) } ? escaped(next) : next)")
        category = next
      } else if question.category == nil, category != nil {
        notes.append(
          QuestionNote(
            place: .question(index + 1), weight: .lost,
            sentence: "GIFT can't end a category, so the question joins the category before it"))
      }
      let comment = GIFTLabels.comment(for: question).map { $0 + "\n" } ?? ""
      let title = question.title.map { "::\(escaped($0))::" } ?? ""
      let text = formatted(question.text, within: .moodle, startsBlock: title.isEmpty)
      blocks.append(comment + title + text + answers(of: question))
    }
    return (blocks.joined(separator: "\n\n") + (blocks.isEmpty ? "" : "\n"), notes)
  }

  /// Why GIFT can't hold a question; nil when it can.
  private static func obstacle(_ question: Question) -> String? {
    func isUnfit(_ label: String) -> Bool {
      label.hasSuffix("\\") || label.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    if ([question.id].compactMap { $0 } + question.tags).contains(where: isUnfit) {
      return "GIFT can't hold line ends in ids and tags, or a backslash at their end"
    }
    switch question.kind {
    case .ordering: return "GIFT has no ordering questions"
    case .scale: return "GIFT has no scales"
    case .single(let choices) where !choices.contains { $0.credit == .full }:
      return "GIFT needs a choice worth 100 % in a question with a single choice"
    case .short(let answers) where hasArrow(answers) && !standsBare(answers):
      return "GIFT would read '->' in a short answer as a pair"
    case .matching(let pairs) where pairs.contains { $0.left.text.contains("->") }:
      return "GIFT can't hold '->' in the left side of a pair"
    case .description where question.generalFeedback != nil:
      return "GIFT can't hold feedback for a description"
    default: return nil
    }
  }

  private static func hasArrow(_ answers: [Question.ShortAnswer]) -> Bool {
    answers.contains { $0.pattern.contains("->") || $0.feedback?.text.contains("->") == true }
  }

  /// Whether it can be written without `=`: alone, and none of the four words that are statements.
  private static func standsBare(_ answers: [Question.ShortAnswer]) -> Bool {
    answers.count == 1 && !["T", "TRUE", "F", "FALSE"].contains(answers[0].pattern)
  }

  private static func answers(of question: Question) -> String {
    let format = question.text.format
    var lines: [String] = []
    func feedback(_ text: FormattedText?) -> String { text.map { "#" + formatted($0, within: format) } ?? "" }
    switch question.kind {
    case .description: return ""
    case .essay, .ordering, .scale: break
    case .trueFalse(let statement):
      lines.append(statement.isTrue ? "TRUE" : "FALSE")
      if statement.rightFeedback != nil || statement.wrongFeedback != nil {
        lines[0] += statement.wrongFeedback.map { feedback($0) } ?? "#"
        lines[0] += feedback(statement.rightFeedback)
      }
    case .single(let choices):
      let first = choices.firstIndex { $0.credit == .full }
      for (index, choice) in choices.enumerated() {
        let text = formatted(choice.text, within: format)
        let mark = index == first ? (text.hasPrefix("%") ? "=%100%" : "=") : wrongMark(choice.credit, before: text)
        lines.append(mark + text + feedback(choice.feedback))
      }
    case .several(let choices):
      for choice in choices {
        let text = formatted(choice.text, within: format)
        lines.append(wrongMark(choice.credit, before: text) + text + feedback(choice.feedback))
      }
    case .short(let answers):
      // Without '=' nothing is taken for a pair.
      let mark = hasArrow(answers) ? "" : "="
      for answer in answers {
        // A bracket at the front would be read as the name of a format.
        let text = (answer.pattern.hasPrefix("[") ? "[\(format.rawValue)]" : "") + escaped(answer.pattern)
        lines.append(mark + weight(answer.credit, before: text) + text + feedback(answer.feedback))
      }
    case .number(let answers):
      lines.append("#")
      for answer in answers {
        if answer.test == .any, answer.credit == .zero, answer.feedback != nil {
          lines.append("~" + feedback(answer.feedback))
        } else {
          lines.append("=" + weight(answer.credit, before: "") + number(answer.test) + feedback(answer.feedback))
        }
      }
    case .matching(let pairs):
      for pair in pairs { lines.append("=" + formatted(pair.left, within: format) + " -> " + escaped(pair.right)) }
    }
    if let general = question.generalFeedback { lines.append("####" + formatted(general, within: format)) }
    return lines.count < 2 ? " {\(lines.first ?? "")}" : " {\n" + lines.map { "  \($0)\n" }.joined() + "}"
  }

  /// Where an answer begins with a percent sign of its own, the weight must be said for it not to be taken for one.
  private static func wrongMark(_ credit: Credit, before text: String) -> String {
    credit == .zero && !text.hasPrefix("%") ? "~" : "~%\(credit)%"
  }

  private static func weight(_ credit: Credit, before text: String) -> String {
    credit == .full && !text.hasPrefix("%") ? "" : "%\(credit)%"
  }

  private static func number(_ test: Question.NumberAnswer.Test) -> String {
    switch test {
    case .near(let value, 0): NumberText.text(value)
    case .near(let value, let tolerance): "\(NumberText.text(value)):\(NumberText.text(tolerance))"
    case .between(let low, let high): "\(NumberText.text(low))..\(NumberText.text(high))"
    case .any: "*"
    }
  }

  /// A text with its format where that isn't what holds anyway, or where what it begins with would be taken for
  /// something else.
  private static func formatted(
    _ text: FormattedText, within standard: TextFormat, startsBlock: Bool = false
  ) -> String {
    let isMistaken = text.text.hasPrefix("[") || startsBlock && (text.text.hasPrefix("//") || text.text.hasPrefix("$"))
    return (text.format == standard && !isMistaken ? "" : "[\(text.format.rawValue)]") + escaped(text.text)
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "~", "=", "#", "{", "}", ":": result += "\\" + String(Character(scalar))
      case "\n": result += "\\n"
      case "\r": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
