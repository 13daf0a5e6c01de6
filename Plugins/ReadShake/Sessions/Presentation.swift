internal import QixShake

/// A questionnaire as one session sees it: questions numbered from 1 in the session's own order, choices too.
struct Presentation: Sendable {
  let questions: [Question]
  private let shuffle: Shuffle
  /// Places in the questionnaire, in the order shown.
  let order: [Int]

  init(_ questions: [Question], _ shuffle: Shuffle) {
    self.questions = questions
    self.shuffle = shuffle
    order = shuffle.order(of: questions)
  }

  /// Numbers of what can be answered, in the order shown.
  var numbers: [Int] { order.indices.filter { questions[order[$0]].isAnswered }.map { $0 + 1 } }

  /// The place in the questionnaire of a number that was shown; nil for none.
  func place(of number: Int64) -> Int? {
    // Compared before anything is taken away from it: a stranger's number may be the least there is.
    number >= 1 && number <= Int64(order.count) ? order[Int(number) - 1] : nil
  }

  func number(of place: Int) -> Int { (order.firstIndex(of: place) ?? 0) + 1 }

  /// The questions as a client asks them: without credits, feedback or right answers.
  var value: JSONValue { .array(order.indices.map { value(number: $0 + 1, place: order[$0]) }) }

  private func value(number: Int, place: Int) -> JSONValue {
    let question = questions[place], format = question.text.format
    var object = JSONObject()
    object["number"] = .integer(Int64(number))
    // What names it whatever order it is shown in.
    object["key"] = .string(question.id ?? "q\(place + 1)")
    object["kind"] = .string(question.kind.name)
    object["text"] = QuestionsJSON.text(question.text, within: .moodle)
    let choices = shuffle.order(ofChoicesOf: question, at: place)
    func list(_ texts: [FormattedText]) -> JSONValue {
      .array(choices.map { QuestionsJSON.text(texts[$0], within: format) })
    }
    switch question.kind {
    case .single(let all), .several(let all): object["choices"] = list(all.map(\.text))
    case .matching(let pairs):
      object["left"] = .array(
        pairs.filter { !$0.left.text.isEmpty }.map { QuestionsJSON.text($0.left, within: format) })
      object["choices"] = list(Question.options(of: pairs).map { FormattedText($0, format) })
    case .ordering(let items): object["choices"] = list(items)
    case .scale(let labels, _): object["choices"] = list(labels.map { FormattedText($0, format) })
    case .trueFalse, .number, .short, .essay, .description: break
    }
    return .object(object)
  }

  /// An answer as a client gives it, with choices by the numbers shown, from 1, mapped back to the questionnaire.
  /// - Throws: `AnswerProblem`, with a sentence that doesn't repeat the answer.
  func answer(_ value: JSONValue, at place: Int) throws(AnswerProblem) -> GivenAnswer {
    let question = questions[place]
    let choices = shuffle.order(ofChoicesOf: question, at: place)
    func index(_ value: JSONValue) throws(AnswerProblem) -> Int {
      guard let number = value.integer, number >= 1, number <= Int64(choices.count) else {
        throw AnswerProblem("give the number of a choice, from 1 to \(choices.count)")
      }
      return choices[Int(number) - 1]
    }
    func indices(_ what: String, count: Int? = nil, unique: Bool = true) throws(AnswerProblem) -> [Int] {
      guard let values = value.array, values.count <= Question.mostChoices else {
        throw AnswerProblem("give a list of numbers: \(what)")
      }
      var result: [Int] = []
      for value in values { result.append(try index(value)) }
      if let count, result.count != count { throw AnswerProblem("give \(count) numbers: \(what)") }
      if unique, Set(result).count < result.count { throw AnswerProblem("a number is listed twice") }
      return result
    }
    switch question.kind {
    case .single, .scale: return .choice(try index(value))
    case .several: return .choices(try indices("of your choices").sorted())
    case .ordering(let items): return .order(try indices("of the items in their order", count: items.count))
    case .matching(let pairs):
      let asked = pairs.count { !$0.left.text.isEmpty }
      return .matches(try indices("of the right side for each left one", count: asked, unique: false))
    case .trueFalse:
      guard let truth = value.bool else { throw AnswerProblem("answer true or false") }
      return .truth(truth)
    case .number:
      guard let number = value.double, number.isFinite else { throw AnswerProblem("give a number") }
      return .number(number)
    case .short: return .words(try Self.words(value, most: Question.longestShortAnswer, keepsLines: false))
    case .essay: return .words(try Self.words(value, most: Question.longestWords, keepsLines: true))
    case .description: throw AnswerProblem("this question takes no answer")
    }
  }

  private static func words(_ value: JSONValue, most: Int, keepsLines: Bool) throws(AnswerProblem) -> String {
    guard let text = value.string?.trimmed else { throw AnswerProblem("give a text") }
    if text.isEmpty { throw AnswerProblem("the text is empty") }
    if text.count > most { throw AnswerProblem("the text is longer than \(most) characters") }
    let isForbidden = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control && !(keepsLines && (scalar == "\n" || scalar == "\t"))
    }
    if text.unicodeScalars.contains(where: isForbidden) { throw AnswerProblem("the text contains control characters") }
    return text
  }
}

/// Why a value is no answer to a question: a sentence without capital letter and full stop.
struct AnswerProblem: Error, Equatable {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}

extension GivenAnswer {
  /// As it is kept with the session; words are kept apart.
  var json: JSONValue {
    switch self {
    case .choice(let index): .integer(Int64(index))
    case .choices(let indices), .matches(let indices), .order(let indices): .array(indices.map { .integer(Int64($0)) })
    case .truth(let truth): .bool(truth)
    case .number(let number): .double(number)
    case .words: .null
    }
  }

  /// Reads what was kept; nil where it doesn't fit the question.
  init?(_ value: JSONValue, words: String?, to question: Question) {
    let indices = value.array.map { $0.compactMap { $0.integer.map(Int.init) } } ?? []
    switch question.kind {
    case .single, .scale:
      guard let index = value.integer else { return nil }
      self = .choice(Int(index))
    case .several: self = .choices(indices)
    case .matching: self = .matches(indices)
    case .ordering: self = .order(indices)
    case .trueFalse:
      guard let truth = value.bool else { return nil }
      self = .truth(truth)
    case .number:
      guard let number = value.double else { return nil }
      self = .number(number)
    case .short, .essay: self = .words(words ?? "")
    case .description: return nil
    }
  }
}
