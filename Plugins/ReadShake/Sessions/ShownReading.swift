internal import QixShake

/// The answer of the step `open`, as a client reads it.
struct ShownReading {
  let session: String
  let title: String?
  let text: String
  let questions: [ShownQuestion]
  /// Numbers of questions without an answer.
  let open: Set<Int>
  /// Whether it may be handed in with questions open.
  let maySkip: Bool

  /// - Throws: `ReadShakeError.unknownStep` for something else than a reading.
  init(_ step: NextStep) throws(ReadShakeError) {
    guard let session = step.fields["session"]?.string, let text = step.fields["text"]?.string,
      let questions = step.fields["questions"]?.array, let open = step.fields["open"]?.array
    else { throw .unknownStep }
    self.session = session
    self.text = text
    title = step.fields["title"]?.string
    self.questions = questions.compactMap(ShownQuestion.init)
    maySkip = step.fields["may_skip"]?.bool ?? false
    self.open = Set(open.compactMap { $0.integer.map(Int.init) })
  }
}

/// A question as it is shown: choices in this session's order.
struct ShownQuestion: Sendable {
  let number: Int
  let key: String
  let kind: String
  let text: String
  let choices: [String]
  let left: [String]

  static let nobody = AnswerProblem("nobody answers")
  static let skipped = AnswerProblem("give an answer")

  init?(_ value: JSONValue) {
    guard let number = value["number"]?.integer, let key = value["key"]?.string, let kind = value["kind"]?.string,
      let text = value["text"]
    else { return nil }
    self.number = Int(number)
    self.key = key
    self.kind = kind
    self.text = Self.plain(text)
    choices = (value["choices"]?.array ?? []).map(Self.plain)
    left = (value["left"]?.array ?? []).map(Self.plain)
  }

  /// Without the tags of HTML.
  private static func plain(_ value: JSONValue) -> String {
    guard let object = value.object else { return value.string ?? "" }
    let text = object["text"]?.string ?? ""
    guard object["format"]?.string == TextFormat.html.rawValue else { return text }
    var result = "", isTag = false
    for character in text {
      if character == "<" { isTag = true }
      if !isTag { result.append(character) }
      if character == ">" { isTag = false }
    }
    for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&amp;", "&")] {
      result = result.replacing(entity, with: character)
    }
    return result.trimmed
  }

  /// `a` to `z`, then numbers.
  static func label(_ index: Int) -> String { index < 26 ? String(UnicodeScalar(UInt8(97 + index))) : "\(index + 1)" }

  var listing: String {
    choices.enumerated().map { "\n  \(Self.label($0.offset))) \($0.element)" }.joined()
  }

  var prompt: String {
    switch kind {
    case "single", "scale": "One letter"
    case "several": "Letters, or - for none"
    case "true-false": "True or false"
    case "number": "A number"
    case "ordering": "All letters in their order"
    default: "Your answer"
    }
  }

  /// Reads the answer that a person typed.
  func value(typed line: String) throws(AnswerProblem) -> JSONValue {
    switch kind {
    case "single", "scale": return try choice(typed: line)
    case "several":
      if line == "-" { return [] }
      return .array(try Self.each(tokens(line)) { (token) throws(AnswerProblem) in try choice(typed: token) })
    case "ordering":
      return .array(try Self.each(tokens(line)) { (token) throws(AnswerProblem) in try choice(typed: token) })
    default: return try Self.value(line, kind)
    }
  }

  private func tokens(_ line: String) -> [String] {
    let parts = line.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
    // Letters may stand together: `cab`.
    guard parts.count == 1, choices.count <= 26, parts[0].allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return parts
    }
    return parts[0].map { String($0) }
  }

  /// The number of a choice by its letter, its number or its text.
  func choice(typed word: String) throws(AnswerProblem) -> JSONValue {
    let folded = word.lowercased()
    if let index = choices.indices.first(where: { Self.label($0) == folded }) { return .integer(Int64(index + 1)) }
    return try choice(named: .string(word))
  }

  /// The number of a choice by its text, or by its number.
  func choice(named value: JSONValue) throws(AnswerProblem) -> JSONValue {
    if let word = value.string {
      let folded = Folding.fold(word)
      let found = choices.indices.filter { Folding.fold(choices[$0]) == folded }
      if found.count == 1 { return .integer(Int64(found[0] + 1)) }
      if found.count > 1 { throw AnswerProblem("several choices have this text; give the number") }
    }
    if let number = value.integer ?? value.string.flatMap({ Int64($0) }), number >= 1, number <= Int64(choices.count) {
      return .integer(number)
    }
    throw AnswerProblem("there is no such choice")
  }

  private static func value(_ line: String, _ kind: String) throws(AnswerProblem) -> JSONValue {
    switch kind {
    case "true-false":
      switch line.lowercased() {
      case "true", "t", "yes", "y": return true
      case "false", "f", "no", "n": return false
      default: throw AnswerProblem("answer true or false")
      }
    case "number":
      // Half of the world writes a comma.
      let text = line.contains(".") ? line : line.replacing(",", with: ".")
      guard let number = NumberText.parse(text) else { throw AnswerProblem("give a number") }
      return .double(number)
    default:
      if line.isEmpty { throw AnswerProblem("the text is empty") }
      return .string(line)
    }
  }

  /// Reads the answer of a file: texts or numbers of choices, lists of them, an object of left and right sides.
  func value(given: JSONValue) throws(AnswerProblem) -> JSONValue {
    switch kind {
    case "single", "scale": return try choice(named: given)
    case "several", "ordering":
      return .array(try Self.each(Self.list(given)) { (value) throws(AnswerProblem) in try choice(named: value) })
    case "matching":
      guard let object = given.object else {
        return .array(try Self.each(Self.list(given)) { (value) throws(AnswerProblem) in try choice(named: value) })
      }
      var values: [JSONValue] = []
      for side in left {
        guard let right = object[side] else { throw AnswerProblem("a left side has no right side") }
        values.append(try choice(named: right))
      }
      return .array(values)
    case "true-false" where given.bool != nil: return given
    case "number" where given.double != nil: return given
    default:
      guard let text = given.string else { throw AnswerProblem("give a value of the right kind") }
      return try Self.value(text.trimmed, kind)
    }
  }

  /// A list, or a text with bars between.
  private static func list(_ value: JSONValue) -> [JSONValue] {
    if let values = value.array { return values }
    guard let text = value.string else { return [value] }
    return text.split(separator: "|").map { .string(String($0).trimmed) }.filter { $0 != "" }
  }

  private static func each<Element>(
    _ elements: [Element], _ transform: (Element) throws(AnswerProblem) -> JSONValue
  ) throws(AnswerProblem) -> [JSONValue] {
    var result: [JSONValue] = []
    for element in elements { result.append(try transform(element)) }
    return result
  }
}
