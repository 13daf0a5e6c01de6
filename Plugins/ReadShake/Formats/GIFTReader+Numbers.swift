internal import QixShake

extension GIFTReader {
  /// `3:2`, `1..5`, or several of them, each behind `=` and perhaps a weight; `~#` gives feedback to all other numbers.
  mutating func numbers(_ answers: GIFTSlice, _ format: TextFormat, at line: Int) -> Question.Kind? {
    let (front, marked) = answers.cut(at: ["=", "~"])
    var parts = marked
    if let first = front.stripped.first { parts.insert((first, front), at: 0) }
    var accepted: [Question.NumberAnswer] = []
    for part in parts {
      let place = part.mark.line
      if part.mark.marks("~") {
        let (text, feedback) = Self.split(part.text, format)
        if !text.text.isEmpty {
          reading.note(
            .line(place), .lost,
            "after '~' a question for a number can only have feedback; the text before '#' is not kept")
        }
        if feedback != nil {
          accepted.append(Question.NumberAnswer(test: .any, credit: .zero, feedback: feedback))
        }
        continue
      }
      guard let (credit, rest) = weight(part.text, .full, at: place) else { return nil }
      let (text, feedback) = Self.split(rest, format)
      guard let test = test(text.text, at: place) else { return nil }
      accepted.append(Question.NumberAnswer(test: test, credit: credit, feedback: feedback))
    }
    if accepted.isEmpty {
      reading.fault(.line(line), "the question for a number has no number")
      return nil
    }
    return .number(accepted)
  }

  private mutating func test(_ text: String, at line: Int) -> Question.NumberAnswer.Test? {
    if text == "*" { return .any }
    func number(_ part: some StringProtocol) -> Double? {
      guard let value = NumberText.parse(part.trimmed) else {
        reading.fault(
          .line(line),
          part.trimmed.isEmpty
            ? "a number is missing"
            : "'\(String(part.trimmed.prefix(30)).sanitisedForMessage)' is not a number; write decimals after a point")
        return nil
      }
      return value
    }
    if let dots = text[...].firstRange(of: "..") {
      guard let low = number(text[..<dots.lowerBound]), let high = number(text[dots.upperBound...]) else { return nil }
      return .between(low, high)
    }
    if let colon = text.firstIndex(of: ":") {
      guard let value = number(text[..<colon]), let tolerance = number(text[text.index(after: colon)...]) else {
        return nil
      }
      return .near(value, tolerance: tolerance)
    }
    return number(text).map { .near($0, tolerance: 0) }
  }
}

/// Decimal numbers as people and files write them.
enum NumberText {
  /// `12`, `-0.5`, `+3`, `1e3`; nil for anything else, for words such as `inf` too.
  static func parse(_ text: String) -> Double? {
    guard text.utf8.contains(where: \.isDigit), text.utf8.count <= 60,
      text.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }), let value = Double(text), value.isFinite
    else { return nil }
    // Minus nothing is nothing.
    return value == 0 ? 0 : value
  }

  /// The shortest text that is read as the same number.
  static func text(_ value: Double) -> String {
    if abs(value) < 1e15, value == value.rounded() { return "\(Int64(value))" }
    return "\(value)"
  }
}
