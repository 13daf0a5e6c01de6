internal import QixShake

/// Reads one question of `read.questions/1` and says everything that is wrong with it.
struct QuestionDecoder {
  let place: QuestionPlace
  private(set) var faults: [QuestionFault] = []
  private(set) var notes: [QuestionNote] = []

  init(place: QuestionPlace) { self.place = place }

  private mutating func fault(_ sentence: String) { faults.append(QuestionFault(place: place, sentence: sentence)) }

  mutating func question(_ value: JSONValue) -> Question? {
    guard let object = value.object else {
      fault("it is not an object")
      return nil
    }
    let text = formatted(object["text"], "text", within: .moodle) ?? FormattedText("")
    var question = Question(text: text, kind: .essay)
    let format = text.format
    var known: Set<String> = [
      "kind", "id", "title", "category", "tags", "text", "points", "attention", "feedback",
    ]
    guard let kind = kind(object, format, &known) else { return nil }
    question.kind = kind
    question.id = string(object["id"], "id")
    question.title = string(object["title"], "title")
    question.category = string(object["category"], "category")
    question.tags = list(object["tags"], "tags").compactMap { string($0, "tags") }
    question.generalFeedback = feedback(object["feedback"], "feedback", format)
    if let points = object["points"], !points.isNull {
      if let number = points.integer { question.points = number } else { fault("'points' must be a whole number") }
    }
    question.isAttentionCheck = truth(object["attention"], "attention")
    noteUnknown(object, known)
    return question
  }

  private mutating func kind(_ object: JSONObject, _ format: TextFormat, _ known: inout Set<String>) -> Question.Kind? {
    func objects(_ key: String, _ decoder: inout Self) -> [JSONValue] {
      known.insert(key)
      if object[key] == nil { decoder.fault("'\(key)' is missing") }
      return decoder.list(object[key], key)
    }
    switch object["kind"]?.string {
    case "single": return .single(objects("choices", &self).compactMap { choice($0, format) })
    case "several": return .several(objects("choices", &self).compactMap { choice($0, format) })
    case "true-false":
      known.formUnion(["answer", "wrong-feedback", "right-feedback"])
      if object["answer"]?.bool == nil { fault("'answer' must be true or false") }
      return .trueFalse(
        Question.TrueFalse(
          isTrue: object["answer"]?.bool ?? false,
          wrongFeedback: feedback(object["wrong-feedback"], "wrong-feedback", format),
          rightFeedback: feedback(object["right-feedback"], "right-feedback", format)))
    case "number": return .number(objects("answers", &self).compactMap { number($0, format) })
    case "short": return .short(objects("answers", &self).compactMap { short($0, format) })
    case "matching": return .matching(objects("pairs", &self).compactMap { pair($0, format) })
    case "ordering":
      return .ordering(objects("items", &self).compactMap { formatted($0, "items", within: format) })
    case "scale":
      known.insert("expected")
      let labels = objects("labels", &self).compactMap { string($0, "labels") }
      if let expected = object["expected"], !expected.isNull, expected.integer == nil {
        fault("'expected' must be the number of a point of the scale, from 1")
      }
      // Whatever is beyond every scale stays there, without overflowing on the way.
      return .scale(labels: labels, expected: object["expected"]?.integer.map { Int(clamping: $0 &- 1) })
    case "essay": return .essay
    case "description": return .description
    default:
      fault(
        "'kind' is one of single, several, true-false, number, short, matching, ordering, scale, essay, description"
      )
      return nil
    }
  }

  private mutating func choice(_ value: JSONValue, _ format: TextFormat) -> Question.Choice? {
    guard let object = object(value, "choices", ["text", "credit", "feedback"]),
      let text = formatted(object["text"], "text", within: format)
    else { return nil }
    return Question.Choice(
      text: text, credit: credit(object["credit"], .zero), feedback: feedback(object["feedback"], "feedback", format))
  }

  private mutating func short(_ value: JSONValue, _ format: TextFormat) -> Question.ShortAnswer? {
    if let pattern = value.string { return Question.ShortAnswer(pattern: pattern.trimmed, credit: .full) }
    guard let object = object(value, "answers", ["text", "credit", "feedback"]),
      let pattern = string(object["text"], "text")
    else { return nil }
    return Question.ShortAnswer(
      pattern: pattern, credit: credit(object["credit"], .full),
      feedback: feedback(object["feedback"], "feedback", format))
  }

  private mutating func number(_ value: JSONValue, _ format: TextFormat) -> Question.NumberAnswer? {
    let keys: Set<String> = ["value", "tolerance", "from", "to", "any", "credit", "feedback"]
    guard let object = object(value, "answers", keys) else { return nil }
    let test: Question.NumberAnswer.Test
    if let low = object["from"]?.double, let high = object["to"]?.double, object["value"] == nil {
      test = .between(low, high)
    } else if let number = object["value"]?.double, object["from"] == nil, object["to"] == nil {
      if let tolerance = object["tolerance"], tolerance.double == nil { fault("'tolerance' must be a number") }
      test = .near(number, tolerance: object["tolerance"]?.double ?? 0)
    } else if object["any"]?.bool == true {
      test = .any
    } else {
      fault("an accepted number needs 'value' (with 'tolerance', if wanted), or 'from' and 'to', or 'any': true")
      return nil
    }
    return Question.NumberAnswer(
      test: test, credit: credit(object["credit"], .full), feedback: feedback(object["feedback"], "feedback", format))
  }

  private mutating func pair(_ value: JSONValue, _ format: TextFormat) -> Question.Pair? {
    guard let object = object(value, "pairs", ["left", "right"]), let right = string(object["right"], "right") else {
      return nil
    }
    let left = object["left"] == nil ? FormattedText("", format) : formatted(object["left"], "left", within: format)
    return left.map { Question.Pair(left: $0, right: right) }
  }
}

/// Values of one kind, or a fault.
extension QuestionDecoder {
  private mutating func object(_ value: JSONValue, _ key: String, _ known: Set<String>) -> JSONObject? {
    guard let object = value.object else {
      fault("'\(key)' must hold objects")
      return nil
    }
    noteUnknown(object, known)
    return object
  }

  private mutating func noteUnknown(_ object: JSONObject, _ known: Set<String>) {
    for member in object.members where !known.contains(member.key) {
      notes.append(
        QuestionNote(
          place: place, weight: .lost,
          sentence: "the member '\(String(member.key.prefix(40)).sanitisedForMessage)' is not kept"))
    }
  }

  private mutating func string(_ value: JSONValue?, _ key: String) -> String? {
    guard let value, !value.isNull else { return nil }
    guard let text = value.string else {
      fault("'\(key)' must be a text")
      return nil
    }
    return text.trimmed
  }

  private mutating func list(_ value: JSONValue?, _ key: String) -> [JSONValue] {
    guard let value, !value.isNull else { return [] }
    guard let values = value.array else {
      fault("'\(key)' must be a list")
      return []
    }
    return values
  }

  private mutating func truth(_ value: JSONValue?, _ key: String) -> Bool {
    guard let value, !value.isNull else { return false }
    if value.bool == nil { fault("'\(key)' must be true or false") }
    return value.bool ?? false
  }

  /// A string, or an object of text and format.
  private mutating func formatted(_ value: JSONValue?, _ key: String, within standard: TextFormat) -> FormattedText? {
    if let text = value?.string { return FormattedText(text.trimmed, standard) }
    guard let object = value?.object, let text = object["text"]?.string,
      let format = object["format"]?.string.flatMap(TextFormat.init(rawValue:))
    else {
      fault("'\(key)' must be a text, or an object of 'text' and 'format': moodle, html, markdown or plain")
      return nil
    }
    noteUnknown(object, ["text", "format"])
    return FormattedText(text.trimmed, format)
  }

  private mutating func feedback(_ value: JSONValue?, _ key: String, _ format: TextFormat) -> FormattedText? {
    guard let value, !value.isNull else { return nil }
    return formatted(value, key, within: format).flatMap { $0.text.isEmpty ? nil : $0 }
  }

  /// In percent, as a number or, with all its decimals, as text.
  private mutating func credit(_ value: JSONValue?, _ standard: Credit) -> Credit {
    guard let value, !value.isNull else { return standard }
    let text = value.string ?? value.integer.map { "\($0)" } ?? value.double.map { "\($0)" } ?? ""
    guard let (credit, isRounded) = Credit.parse(text) else {
      fault("'credit' must be a percentage from -100 to 100")
      return standard
    }
    if isRounded {
      notes.append(
        QuestionNote(
          place: place, weight: .lost, sentence: "a credit is rounded to five decimals"))
    }
    return credit
  }
}
