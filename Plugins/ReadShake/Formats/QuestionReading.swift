internal import QixShake

/// Where in a file something is.
enum QuestionPlace: Hashable, Sendable, CustomStringConvertible {
  case file
  /// From 1.
  case line(Int)
  /// From 1.
  case question(Int)

  var description: String {
    switch self {
    case .file: "the file"
    case .line(let line): "line \(line)"
    case .question(let number): "question \(number)"
    }
  }
}

/// A fault of a file of questions, for which it is refused.
struct QuestionFault: Hashable, Sendable {
  let place: QuestionPlace
  /// Without capital letter and full stop.
  let sentence: String
}

/// A remark for the author of a file on how it was read.
struct QuestionNote: Hashable, Sendable {
  enum Weight: String, Sendable {
    /// Something of the file is not kept.
    case lost
    /// It was read, maybe not as it was meant.
    case doubt
    /// A harmless remark, such as one about comments; no file is refused for it.
    case remark
  }
  let place: QuestionPlace
  let weight: Weight
  let sentence: String
}

/// A file of questions as it was understood.
struct QuestionReading: Sendable, Equatable {
  var questions: [Question] = []
  var faults: [QuestionFault] = []
  var notes: [QuestionNote] = []

  mutating func fault(_ place: QuestionPlace, _ sentence: String) {
    faults.append(QuestionFault(place: place, sentence: sentence))
  }

  mutating func note(_ place: QuestionPlace, _ weight: QuestionNote.Weight, _ sentence: String) {
    notes.append(QuestionNote(place: place, weight: weight, sentence: sentence))
  }

  /// Whether there is something to be asked, and not categories and descriptions alone.
  var hasQuestions: Bool { questions.contains(where: \.isAnswered) }

  /// The notes for which `--strict` refuses a file.
  var concerns: [QuestionNote] { notes.filter { $0.weight != .remark } }

  /// Adds a question that was read, or says why it can't be one.
  mutating func add(_ question: Question, at place: QuestionPlace) {
    let problems = question.problems()
    for problem in problems { fault(place, problem) }
    if let id = question.id, questions.contains(where: { $0.id == id }) {
      fault(place, "another question already has the id '\(id.prefix(40).sanitisedForMessage)'")
    }
    if case .several(let choices) = question.kind, problems.isEmpty {
      let sum = choices.reduce(Credit.zero) { $1.credit > .zero ? $0 + $1.credit : $0 }
      if !sum.isRight || sum > Credit(units: 10_010_000) {
        note(place, .doubt, "the weights of the right choices add up to \(sum) %, not to 100 %")
      }
    }
    questions.append(question)
  }

  /// Adds a fault of the file as a whole.
  /// - Parameter hasOther: whether something else of its format was in it, such as a category.
  mutating func finish(hasOther: Bool = false) {
    if questions.count > Question.mostInFile {
      fault(.file, "there are \(questions.count) questions; the limit is \(Question.mostInFile)")
    }
    guard faults.isEmpty, !hasQuestions else { return }
    if questions.isEmpty, !hasOther {
      fault(.file, "the file has no question")
    } else {
      note(.file, .remark, "the file has no question that takes an answer")
    }
  }
}

/// The formats in which questions come and go.
enum QuestionFormat: String, Sendable, CaseIterable {
  case gift, aiken, json

  /// By a file's name, and for `.txt`, which both of Moodle's formats have, by what is in it.
  init(path: String, bytes: [UInt8]) {
    let name = path.lowercased()
    if name.hasSuffix(".json") {
      self = .json
    } else if name.hasSuffix(".gift") {
      self = .gift
    } else {
      self = SourceText(bytes).map(Self.init(looking:)) ?? .gift
    }
  }

  private init(looking text: SourceText) {
    let lines = text.lines.lazy.map { $0.trimmed }
    if lines.first(where: { !$0.isEmpty })?.hasPrefix("{") == true, text.lines.contains(where: { $0.contains("\"") }) {
      self = .json
    } else {
      self = lines.contains { $0.lowercased().hasPrefix("answer:") } ? .aiken : .gift
    }
  }

  func read(_ bytes: [UInt8]) -> QuestionReading {
    if bytes.count > Question.mostBytes {
      return QuestionReading(
        faults: [QuestionFault(place: .file, sentence: "it is longer than \(Question.mostBytes >> 20) MiB")])
    }
    if self == .json { return QuestionsJSON.read(bytes) }
    guard let text = SourceText(bytes) else {
      let line = 1 + bytes.prefix(SourceText.firstBadByte(of: bytes) ?? 0).count { $0 == UInt8(ascii: "\n") }
      return QuestionReading(
        faults: [QuestionFault(place: .line(line), sentence: "this isn't UTF-8 text; save the file as UTF-8")])
    }
    return self == .gift ? GIFTReader.read(text) : AikenReader.read(text)
  }

  /// - Returns: the file, and for each question that the format can't hold why.
  func write(_ questions: [Question]) -> (text: String, notes: [QuestionNote]) {
    switch self {
    case .gift: GIFTWriter.write(questions)
    case .aiken: AikenWriter.write(questions)
    case .json: (QuestionsJSON.write(questions), [])
    }
  }
}
