internal import QixShake

/// Answers of a script: a JSON object of keys and answers, or CSV with the columns question and answer.
struct AnswersFile: Sendable {
  private let path: String
  /// In the order of the file.
  private let answers: [(key: String, value: JSONValue)]

  static let mostBytes = 1 << 20

  init(_ path: String, in context: Context) throws {
    let bytes = try context.face.keptInput(from: path, option: "--answers").readToEnd(limit: Self.mostBytes)
    try self.init(path, bytes)
  }

  /// - Throws: `ReadShakeError.answersFile`, `JSONError`, `RecordError`.
  init(_ path: String, _ bytes: [UInt8]) throws {
    self.path = path
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    if first == UInt8(ascii: "{") {
      let value = try JSONValue(parsing: Array(JSONValue.withoutMark(bytes)))
      answers = (value.object?.members ?? []).map { ($0.key, $0.value) }
    } else {
      answers = try Self.records(path, bytes)
    }
    var keys: Set<String> = []
    for answer in answers where !keys.insert(answer.key).inserted {
      throw ReadShakeError.answersFile(path, problem: "a question is answered twice")
    }
  }

  private static func records(_ path: String, _ bytes: [UInt8]) throws -> [(key: String, value: JSONValue)] {
    var reader = try RecordReader(source: .bytes(bytes), name: path, format: .csv)
    guard let question = reader.column(named: "question"), let answer = reader.column(named: "answer") else {
      throw ReadShakeError.answersFile(path, problem: "the columns question and answer are needed")
    }
    var answers: [(key: String, value: JSONValue)] = []
    while try reader.next() {
      answers.append(((reader.text(question) ?? "").trimmed, .string(reader.text(answer) ?? "")))
    }
    return answers
  }

  /// Evidence for the questions that are open.
  /// - Throws: `ReadShakeError.answersFile` for keys that no question has and answers that don't fit;
  ///   `readshake.answer-missing`.
  func answers(to reading: ShownReading) throws -> [JSONValue] {
    let open = reading.questions.filter { reading.open.contains($0.number) }
    let answered = reading.questions.filter { $0.kind != "description" }
    if let stray = answers.first(where: { answer in !answered.contains { $0.key == answer.key } }) {
      let name = String(stray.key.prefix(40)).sanitisedForMessage
      throw ReadShakeError.answersFile(path, problem: "there is no question '\(name)'")
    }
    let missing = open.filter { question in !answers.contains { $0.key == question.key } }
    if !missing.isEmpty, !reading.maySkip {
      throw Failure(
        "readshake.answer-missing", .usage,
        "there is no answer to \(missing.map(\.key).sorted().joined(separator: ", "))",
        hint: "Add the answer to the file. `qix read questions show NAME` shows the keys.")
    }
    return try open.compactMap { question in
      guard let given = answers.first(where: { $0.key == question.key })?.value else { return nil }
      do throws(AnswerProblem) {
        return ["question": .integer(Int64(question.number)), "answer": try question.value(given: given)]
      } catch {
        throw ReadShakeError.answersFile(path, problem: "\(question.key): \(error.sentence)")
      }
    }
  }
}
