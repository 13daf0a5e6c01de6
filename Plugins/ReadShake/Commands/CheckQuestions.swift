internal import QixShake

/// `qix read questions check`
struct CheckQuestions: OldCommand {
  private static let file = OldPositional("file", .file, "The file; - is standard input")

  static let declaration = Declaration(
    "check", "Check a file of questions and keep nothing.", roles: [.operator, .integrator],
    discussion: "Says every fault with its line, and everything that would not be kept as it is.",
    parameters: [file, Content.format, Content.strict],
    examples: [
      Example("qix read questions check vitamins.gift", "before importing"),
      Example("qix read questions check quiz.txt --format aiken --json", "for a program"),
    ])

  private let path: String
  private let format: QuestionFormat?
  private let isStrict: Bool

  init(_ arguments: Arguments) throws {
    path = try arguments.require(Self.file)
    format = arguments[Content.format]
    isStrict = arguments[Content.strict]
  }

  func run(in context: Context) throws {
    let bytes = try Content.read(path, limit: Question.mostBytes, isKept: false, in: context)
    let format = format ?? QuestionFormat(path: path, bytes: bytes)
    let reading = format.read(bytes)
    var document = Document("read.questions-check/1")
    document.field("format", "format", .text(format.rawValue))
    document.field("questions", "questions", .integer(Int64(reading.questions.count(where: \.isAnswered))))
    document.field("faults", "faults", .integer(Int64(reading.faults.count)))
    document.table(
      "findings", title: "Findings", columns: Content.noteColumns,
      rows: reading.faults.map { [.text("\($0.place)"), .text("fault"), .text($0.sentence)] }
        + reading.notes.map(Content.row))
    try context.terminal.emit(document)
    if !reading.faults.isEmpty { throw ReadShakeError.checked(path, faults: reading.faults.count) }
    if isStrict, !reading.concerns.isEmpty { throw ReadShakeError.checked(path, faults: reading.concerns.count) }
    guard reading.hasQuestions else {
      return context.terminal.note("There is nothing in it to import: it has no question that takes an answer.")
    }
    context.terminal.note("It can be imported: `qix read questions import NAME --file \(path)`.")
  }
}
