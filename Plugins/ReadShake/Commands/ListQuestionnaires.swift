internal import QixShake

/// `qix read questions list`
struct ListQuestionnaires: Command {
  static let declaration = Declaration(
    "list", "List the questionnaires in use.", roles: [.operator, .support, .auditor],
    examples: [
      Example("qix read questions list", "all of them"), Example("qix read questions list --tsv", "for a script"),
    ],
    answer: """
      read.questions-list/1: questionnaires [questionnaire text?, edition integer?, questions integer, format text,
      imported time]
      """)

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { try QuestionnaireStore.all(in: $0) }
    var document = Document("read.questions-list/1")
    if !found.isEmpty { document.primary = found.map(\.questionnaire.name).joined(separator: "\n") }
    document.table(
      "questionnaires",
      [
        RowField("questionnaire") { .text($0.questionnaire.name) },
        RowField(number: "edition") { .integer($0.questionnaire.edition) },
        RowField(number: "questions") { .integer($0.count) },
        RowField("format", "FROM") { .text($0.questionnaire.source.rawValue) },
        RowField("imported") { .timestamp($0.questionnaire.imported) },
      ], rows: found)
    if found.isEmpty {
      document.note("There are no questionnaires. Import one with `qix read questions import NAME --file FILE`.")
    }
    return document
  }
}
