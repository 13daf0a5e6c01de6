internal import QixShake

/// Questions as JSON, `read.questions/1`: holds whatever a question can be, in files and in the database.
enum QuestionsJSON {
  static let schema = "read.questions/1"

  static func write(_ questions: [Question]) -> String {
    let file: JSONValue = ["schema": .string(schema), "questions": .array(questions.map(value))]
    return file.text(.pretty) + "\n"
  }

  static func read(_ bytes: [UInt8]) -> QuestionReading {
    var reading = QuestionReading()
    let file: JSONValue
    do {
      file = try JSONValue(parsing: Array(JSONValue.withoutMark(bytes)))
    } catch {
      reading.fault(.line(error.line), "column \(error.column): \(error.problem.description)")
      return reading
    }
    guard let object = file.object, object["schema"]?.string == schema, let questions = object["questions"]?.array
    else {
      reading.fault(.file, "it must be an object with \"schema\": \"\(schema)\" and a list of \"questions\"")
      return reading
    }
    for member in object.members where !["schema", "questions"].contains(member.key) {
      reading.note(.file, .lost, "the member '\(String(member.key.prefix(40)).sanitisedForMessage)' is not kept")
    }
    for (index, value) in questions.enumerated() {
      let place = QuestionPlace.question(index + 1)
      var decoder = QuestionDecoder(place: place)
      let question = decoder.question(value)
      reading.faults += decoder.faults
      reading.notes += decoder.notes
      if let question, decoder.faults.isEmpty { reading.add(question, at: place) }
      if reading.faults.count > 200 { break }
    }
    reading.finish()
    return reading
  }

  static func value(_ question: Question) -> JSONValue {
    var object = JSONObject()
    object["kind"] = .string(question.kind.name)
    object["id"] = question.id.map(JSONValue.string)
    object["title"] = question.title.map(JSONValue.string)
    object["category"] = question.category.map(JSONValue.string)
    if !question.tags.isEmpty { object["tags"] = .array(question.tags.map(JSONValue.string)) }
    object["text"] = text(question.text, within: .moodle)
    if question.points != 1 { object["points"] = .integer(question.points) }
    if question.isAttentionCheck { object["attention"] = true }
    let format = question.text.format
    func choice(_ choice: Question.Choice) -> JSONValue {
      answer(["text": text(choice.text, within: format)], choice.credit, choice.feedback, format)
    }
    switch question.kind {
    case .single(let choices), .several(let choices): object["choices"] = .array(choices.map(choice))
    case .trueFalse(let statement):
      object["answer"] = .bool(statement.isTrue)
      object["wrong-feedback"] = statement.wrongFeedback.map { text($0, within: format) }
      object["right-feedback"] = statement.rightFeedback.map { text($0, within: format) }
    case .number(let answers):
      object["answers"] = .array(
        answers.map {
          let test: JSONValue =
            switch $0.test {
            case .near(let value, let tolerance): ["value": number(value), "tolerance": number(tolerance)]
            case .between(let low, let high): ["from": number(low), "to": number(high)]
            case .any: ["any": true]
            }
          return answer(test, $0.credit, $0.feedback, format)
        })
    case .short(let answers):
      object["answers"] = .array(answers.map { answer(["text": .string($0.pattern)], $0.credit, $0.feedback, format) })
    case .matching(let pairs):
      object["pairs"] = .array(pairs.map { ["left": text($0.left, within: format), "right": .string($0.right)] })
    case .ordering(let items): object["items"] = .array(items.map { text($0, within: format) })
    case .scale(let labels, let expected):
      object["labels"] = .array(labels.map(JSONValue.string))
      object["expected"] = expected.map { .integer(Int64($0 + 1)) }
    case .essay, .description: break
    }
    object["feedback"] = question.generalFeedback.map { text($0, within: format) }
    return .object(object)
  }

  private static func answer(
    _ value: JSONValue, _ credit: Credit, _ feedback: FormattedText?, _ format: TextFormat
  ) -> JSONValue {
    guard var object = value.object else { return value }
    // As text, so that all five decimals stay.
    object["credit"] = credit.units % 100_000 == 0 ? .integer(credit.units / 100_000) : .string("\(credit)")
    object["feedback"] = feedback.map { text($0, within: format) }
    return .object(object)
  }

  private static func number(_ value: Double) -> JSONValue {
    abs(value) < 1e15 && value == value.rounded() ? .integer(Int64(value)) : .double(value)
  }

  /// A plain string where the format is the one that holds anyway.
  static func text(_ text: FormattedText, within standard: TextFormat) -> JSONValue {
    text.format == standard
      ? .string(text.text) : ["text": .string(text.text), "format": .string(text.format.rawValue)]
  }
}
