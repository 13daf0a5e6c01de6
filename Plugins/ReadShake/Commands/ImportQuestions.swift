internal import QixShake

/// `qix read questions import`
struct ImportQuestions: Command {
  static let declaration = Declaration(
    "import", "Import the questions of a questionnaire.", roles: [.operator],
    discussion: """
      GIFT and Aiken are Moodle's formats. JSON, `read.questions/1`, holds everything, including scales and orders. A \
      file with a fault is refused as a whole; each fault is shown with its line. Whatever can't be kept is listed \
      too.
      """,
    examples: [
      Example("qix read questions import vitamins --file data/examples/vitamins.gift --replace", "from GIFT"),
      Example("qix read questions import vitamins --file - --format aiken < quiz.txt", "from standard input"),
      Example("qix read questions import vitamins --file new.json --replace --strict", "a new edition, or nothing"),
    ],
    answer: AnswerShape("read.questions-import/1", fields), effect: .changes)

  private static let fields: [Field<(made: Questionnaire?, format: QuestionFormat, notes: [QuestionNote])>] = [
    Field("questionnaire", .text) { $0.made?.name },
    Field("edition", .integer) { $0.made?.edition },
    Field("format", .text) { $0.format.rawValue },
    Field("questions", .count) { $0.made?.questions.count(where: \.isAnswered) ?? 0 },
    Field("points", .integer) { $0.made?.mostPoints ?? 0 },
    Field("notes", rows: QuestionFinding.fields, title: "Notes") { $0.notes.map(QuestionFinding.init) },
  ]

  @Positional("name", .text, ContentName.help) private var name: String
  @Option("file", .file, "The file") private var path: String
  private let format = FormatOption()
  private let replace = ReplaceFlag()
  private let strict = StrictFlag()

  func check() throws { try ContentName.check(name) }

  func run(in context: Context) throws -> Document {
    let bytes = try Content.read(path, limit: Question.mostBytes, isKept: true, in: context)
    let format = format.format(of: path, bytes)
    let reading = format.read(bytes)
    let faults = reading.faults
    guard faults.isEmpty else {
      throw Failure(
        "readshake.questions-faulty", .usage,
        """
        '\(path)' has \(faults.count == 1 ? "a fault" : "\(faults.count) faults"), so nothing was imported\
        \(Content.list(faults.map { "\($0.place): \($0.sentence)" }))
        """,
        hint: "See all faults with `qix read questions check \(path)`. docs/read.md describes the formats.")
    }
    if strict.isGiven, !reading.concerns.isEmpty {
      throw Failure(
        "readshake.questions-doubtful", .usage,
        "--strict was given, but '\(path)' would not be kept as it is\(Content.list(reading.concerns.map { "\($0.place): \($0.sentence)" }))",
        hint: "Fix the file, or remove --strict to import what can be kept.")
    }
    // Files with categories or descriptions alone are part of larger exports: they are no fault, and no questionnaire.
    let made =
      try !reading.hasQuestions
      ? nil
      : context.change("readshake.questions-import", subject: name) { connection, _ in
        try QuestionnaireStore.add(
          name, reading.questions, source: format, replaces: replace.isGiven, at: context.clock.now(), in: connection)
      }
    var document = Document(
      "read.questions-import/1", Self.fields, of: (made: made, format: format, notes: reading.notes))
    document.primary = made?.name
    if made == nil {
      document.note("Nothing was imported: the file has no question that takes an answer.")
    } else {
      document.next("`qix read questions show \(name)`")
    }
    return document
  }
}
