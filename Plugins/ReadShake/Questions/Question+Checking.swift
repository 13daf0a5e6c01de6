internal import QixShake

extension Question {
  static let mostBytes = 4 << 20
  static let mostInFile = 500
  static let mostChoices = 100
  /// Of a question's text; texts of choices and feedback a fifth of it. Characters.
  static let longestText = 10_000
  /// The greatest length of users' answers, in characters.
  static let longestWords = 4_000
  static let longestShortAnswer = 500

  /// Faults that keep it from being asked: sentences without capital letter and full stop, none when all is well.
  func problems() -> [String] {
    var problems = kindProblems()
    if text.text.isEmpty { problems.append("the question has no text") }
    if !(1...1_000).contains(points) { problems.append("a question must count 1 to 1,000 points") }
    if text.text.count > Self.longestText {
      problems.append("the question is longer than \(Self.longestText) characters")
    }
    for (what, part, most) in parts where part.count > most {
      problems.append("\(what) is longer than \(most) characters")
    }
    let all = [text.text] + parts.map(\.text)
    if all.contains(where: { $0.unicodeScalars.contains(where: \.isForbiddenInQuestions) }) {
      problems.append("it contains control characters")
    }
    if tags.contains(where: { $0 == GIFTLabels.attention || $0.hasPrefix(GIFTLabels.points) }) {
      problems.append("'attention' and 'points=' can't be tags; use the members of the same meaning")
    }
    if isAttentionCheck, !hasRightAnswer {
      problems.append("an attention check needs a right answer")
    }
    return problems
  }

  private var parts: [(what: String, text: String, most: Int)] {
    let long = Self.longestText / 5
    var parts: [(String, String, Int)] = [
      ("the id", id ?? "", 100), ("the title", title ?? "", 200), ("the category", category ?? "", 500),
      ("the general feedback", generalFeedback?.text ?? "", long),
    ]
    parts += tags.map { ("a tag", $0, 100) }
    func feedback(_ text: FormattedText?) { parts.append(("a feedback", text?.text ?? "", long)) }
    switch kind {
    case .single(let choices), .several(let choices):
      for choice in choices {
        parts.append(("a choice", choice.text.text, long))
        feedback(choice.feedback)
      }
    case .trueFalse(let statement):
      feedback(statement.rightFeedback)
      feedback(statement.wrongFeedback)
    case .number(let answers): for answer in answers { feedback(answer.feedback) }
    case .short(let answers):
      for answer in answers {
        parts.append(("an accepted answer", answer.pattern, Self.longestShortAnswer))
        feedback(answer.feedback)
      }
    case .matching(let pairs):
      for pair in pairs {
        parts.append(("the left side of a pair", pair.left.text, long))
        parts.append(("the right side of a pair", pair.right, long))
      }
    case .ordering(let items): parts += items.map { ("an item", $0.text, long) }
    case .scale(let labels, _): parts += labels.map { ("a label of the scale", $0, 200) }
    case .essay, .description: break
    }
    return parts.map { (what: $0.0, text: $0.1, most: $0.2) }
  }

  private func kindProblems() -> [String] {
    switch kind {
    case .single(let choices): return Self.problems(of: choices)
    case .several(let choices): return Self.problems(of: choices)
    case .number(let answers):
      var problems = Self.counted(answers.count, 1...Self.mostChoices, "accepted numbers")
      for answer in answers {
        switch answer.test {
        case .near(let value, let tolerance):
          if !value.isFinite || !tolerance.isFinite { problems.append("a number is too large") }
          if tolerance < 0 { problems.append("a tolerance must not be negative") }
        case .between(let low, let high):
          if !low.isFinite || !high.isFinite { problems.append("a number is too large") }
          if low > high { problems.append("a range must begin with the smaller number") }
        case .any: break
        }
      }
      return problems + (answers.contains { $0.credit > .zero } ? [] : ["no number is right"])
    case .short(let answers):
      return Self.counted(answers.count, 1...Self.mostChoices, "accepted answers")
        + (answers.contains { $0.pattern.isEmpty } ? ["an accepted answer is empty"] : [])
        + (answers.contains { $0.credit > .zero } ? [] : ["no answer is right"])
    case .matching(let pairs):
      return Self.counted(pairs.count, 2...Self.mostChoices, "pairs")
        + (pairs.contains { $0.right.isEmpty } ? ["a pair has no right side"] : [])
        + (pairs.contains { !$0.left.text.isEmpty } ? [] : ["no pair has a left side"])
        + (Self.options(of: pairs).count < 2 ? ["all pairs have the same right side"] : [])
    case .ordering(let items):
      return Self.counted(items.count, 2...Self.mostChoices, "items")
        + (items.contains { $0.text.isEmpty } ? ["an item is empty"] : [])
        + (Set(items).count < 2 ? ["all items are the same"] : [])
    case .scale(let labels, let expected):
      return Self.counted(labels.count, 2...11, "points of the scale")
        + (labels.contains("") ? ["a label of the scale is empty"] : [])
        + (expected.map { labels.indices.contains($0) } ?? true ? [] : ["the expected point is not on the scale"])
        + (expected != nil && !isAttentionCheck ? ["only an attention check can expect a point of a scale"] : [])
    case .trueFalse, .essay, .description: return []
    }
  }

  private static func problems(of choices: [Choice]) -> [String] {
    var problems = counted(choices.count, 2...mostChoices, "choices")
    if choices.contains(where: { $0.text.text.isEmpty }) { problems.append("a choice is empty") }
    if Set(choices.map(\.text)).count < choices.count { problems.append("two choices are the same") }
    if !choices.contains(where: { $0.credit > .zero }) { problems.append("no choice is right") }
    return problems
  }

  private static func counted(_ count: Int, _ range: ClosedRange<Int>, _ what: String) -> [String] {
    range.contains(count)
      ? [] : ["there are \(count) \(what), but \(range.lowerBound) to \(range.upperBound) are allowed"]
  }
}
