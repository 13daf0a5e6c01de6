internal import QixShake

/// `qix read questions export`
struct ExportQuestions: OldCommand {
  private static let format = OldOption(
    "format", .choice(of: QuestionFormat.self), "What to write: JSON holds everything", default: "gift")
  private static let output = OldOption("output", .output(.record), "Write to this new file instead")

  static let declaration = Declaration(
    "export", "Write a questionnaire as a file for Moodle or for qix.", roles: [.operator],
    discussion: "What the format can't hold is named; with --strict nothing is written then.",
    parameters: [Content.questionnaire, ShowQuestionnaire.edition, format, output, OutputKind.force, Content.strict],
    examples: [
      Example("qix read questions export vitamins > vitamins.gift", "as GIFT"),
      Example("qix read questions export vitamins --format json --output vitamins.json", "everything"),
    ])

  private let name: String
  private let edition: Int64?
  private let format: QuestionFormat
  private let output: String?
  private let replaces: Bool
  private let isStrict: Bool

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Content.questionnaire)
    edition = arguments[ShowQuestionnaire.edition]
    format = try arguments.require(Self.format)
    output = arguments[Self.output]
    replaces = arguments[OutputKind.force]
    isStrict = arguments[Content.strict]
  }

  func run(in context: Context) throws {
    let found = try context.database.read { try QuestionnaireStore.edition(edition, of: name, in: $0) }
    guard let found else {
      throw edition.map { ReadShakeError.editionNotFound(name, $0) } ?? .questionnaireNotFound(name)
    }
    let (text, notes) = format.write(found.questions)
    if isStrict, !notes.isEmpty { throw ReadShakeError.cantHold(format, notes) }
    guard !text.isEmpty else { throw ReadShakeError.nothingToExport(format) }
    try Content.write(text, to: output, replacing: replaces, isPrivate: false, in: context.terminal)
    for note in notes { context.terminal.warn("\(note.place): \(note.sentence)") }
    if let output, output != "-" { context.terminal.note("The questions are in \(output).") }
  }
}
