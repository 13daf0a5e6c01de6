internal import QixShake

/// `qix read questions import`
struct ImportQuestions: OldCommand {
  static let declaration = Declaration(
    "import", "Import the questions of a questionnaire.", roles: [.operator],
    discussion: """
      GIFT and Aiken are Moodle's formats; JSON, `read.questions/1`, holds all that there is, scales and orders too. A \
      file with a fault is refused as a whole; each fault is named with its line. What can't be kept is named as well.
      """,
    parameters: [
      OldPositional("name", .text, ContentName.help), Content.file, Content.format, Content.replace, Content.strict,
    ],
    examples: [
      Example("qix read questions import vitamins --file vitamins.gift", "from GIFT"),
      Example("qix read questions import vitamins --file - --format aiken < quiz.txt", "from standard input"),
      Example("qix read questions import vitamins --file new.json --replace --strict", "the next edition, or nothing"),
    ], effect: .changes)

  private let name: String
  private let path: String
  private let format: QuestionFormat?
  private let replaces: Bool
  private let isStrict: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Content.questionnaire)
    try ContentName.check(name)
    path = try arguments.require(Content.file)
    format = arguments[Content.format]
    replaces = arguments[Content.replace]
    isStrict = arguments[Content.strict]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let bytes = try Content.read(path, limit: Question.mostBytes, isKept: true, in: context)
    let format = format ?? QuestionFormat(path: path, bytes: bytes)
    let reading = format.read(bytes)
    guard reading.faults.isEmpty else { throw ReadShakeError.faulty(path, reading.faults) }
    if isStrict, !reading.concerns.isEmpty { throw ReadShakeError.concerns(path, reading.concerns) }
    guard reading.hasQuestions else { return try reportNothing(reading, format, in: context) }
    let made = try context.database.write(
      Change("readshake.questions-import", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      try QuestionnaireStore.add(
        name, reading.questions, source: format, replaces: replaces, at: context.clock.now(), in: connection)
    }
    var document = Document("read.questions-import/1")
    document.primary = made.name
    document.field("questionnaire", "questionnaire", .text(made.name))
    document.field("edition", "edition", .integer(made.edition))
    document.field("format", "format", .text(format.rawValue))
    document.field("questions", "questions", .integer(Int64(made.questions.count(where: \.isAnswered))))
    document.field("points", "points", .integer(made.mostPoints))
    document.table(
      "notes", title: "Notes", columns: Content.noteColumns, rows: reading.notes.map(Content.row))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix read questions show \(name)`.")
  }

  /// Files with categories or descriptions alone are part of larger exports: they are no fault, and no questionnaire.
  private func reportNothing(_ reading: QuestionReading, _ format: QuestionFormat, in context: Context) throws {
    var document = Document("read.questions-import/1")
    document.field("questionnaire", "questionnaire", .missing)
    document.field("edition", "edition", .missing)
    document.field("format", "format", .text(format.rawValue))
    document.field("questions", "questions", .integer(0))
    document.field("points", "points", .integer(0))
    document.table(
      "notes", title: "Notes", columns: Content.noteColumns, rows: reading.notes.map(Content.row))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note("Nothing was imported: the file has no question that takes an answer.")
  }
}
