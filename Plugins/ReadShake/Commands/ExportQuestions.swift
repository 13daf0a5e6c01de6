internal import QixShake

/// `qix read questions export`
struct ExportQuestions: Command {
  static let declaration = Declaration(
    "export", "Export a questionnaire as a file for Moodle or qix.", roles: [.operator],
    discussion: "Whatever the format can't hold is listed. With --strict nothing is written in that case.",
    examples: [
      Example("qix read questions export vitamins > vitamins.gift", "as GIFT"),
      Example("qix read questions export vitamins --format json --output vitamins.json", "everything"),
    ])

  @Positional("name", .text, "The questionnaire's name") private var name: String
  private let edition = EditionOption()
  @Option("format", .choice(of: QuestionFormat.self), "The format to write; JSON holds everything", default: "gift")
  private var format: QuestionFormat
  @Option("output", .output(.record), "Write to this new file instead") private var output: String?
  private let force = ForceFlag()
  private let strict = StrictFlag()

  func run(in context: Context) throws -> Printed {
    let found = try context.database.read { try QuestionnaireStore.require(edition.number, of: name, in: $0) }
    let (text, notes) = format.write(found.questions)
    if strict.isGiven, !notes.isEmpty {
      throw Failure(
        "readshake.format-too-poor", .refused,
        "\(format.title) can't hold all of it, and --strict was given\(Content.list(notes.map { "\($0.place): \($0.sentence)" }))",
        hint: "Remove --strict to write what fits, or use --format json, which holds everything.")
    }
    guard !text.isEmpty else {
      throw Failure(
        "readshake.nothing-to-export", .refused, "\(format.title) can't hold any of these questions",
        hint: "Use --format json, which holds everything.")
    }
    try Content.write(text, to: output, replacing: force.isGiven, isPrivate: false, in: context.face)
    for note in notes { context.face.warn("\(note.place): \(note.sentence)") }
    if let output, output != "-" { context.face.note("The questions are in \(output).") }
    return Printed()
  }
}
