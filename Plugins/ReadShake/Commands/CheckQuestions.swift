internal import QixShake

/// `qix read questions check`
struct CheckQuestions: Command {
  static let declaration = Declaration(
    "check", "Check a file of questions without importing it.", roles: [.operator, .integrator],
    discussion: "Shows every fault with its line, and everything that an import would not keep.",
    examples: [
      Example("qix read questions check data/examples/vitamins.gift", "before importing"),
      Example("qix read questions check quiz.txt --format aiken --json", "for a program"),
    ],
    answer: AnswerShape("read.questions-check/1", fields),
    route: .at("POST /v1/reads/questions/check"))

  private static let fields: [Field<(format: QuestionFormat, reading: QuestionReading)>] = [
    Field("format", .text) { $0.format.rawValue },
    Field("questions", .count) { $0.reading.questions.count(where: \.isAnswered) },
    Field("faults", .count) { $0.reading.faults.count },
    Field("findings", rows: QuestionFinding.fields, title: "Findings") {
      $0.reading.faults.map(QuestionFinding.init) + $0.reading.notes.map(QuestionFinding.init)
    },
  ]

  @Positional("file", .file, "The file") private var path: String
  private let format = FormatOption()
  private let strict = StrictFlag()

  func run(in context: Context) throws -> Document {
    let bytes = try Content.read(path, limit: Question.mostBytes, isKept: false, in: context)
    let format = format.format(of: path, bytes)
    let reading = format.read(bytes)
    var document = Document("read.questions-check/1", Self.fields, of: (format: format, reading: reading))
    let faults = !reading.faults.isEmpty ? reading.faults.count : strict.isGiven ? reading.concerns.count : 0
    if faults > 0 {
      document.failure = Failure(
        "readshake.questions-faulty", .usage,
        faults == 1
          ? "'\(path)' can't be imported: it has a fault" : "'\(path)' can't be imported: it has \(faults) faults",
        hint: "The faults are listed above. docs/read.md describes the formats.")
    } else if !reading.hasQuestions {
      document.note("There is nothing to import: the file has no question that takes an answer.")
    } else {
      document.note("It can be imported: `qix read questions import NAME --file \(path)`.")
    }
    return document
  }
}
