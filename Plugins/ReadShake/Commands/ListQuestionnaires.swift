internal import QixShake

/// `qix read questions list`
struct ListQuestionnaires: Command {
  static let declaration = Declaration(
    "list", "List the questionnaires in use.", roles: [.operator, .support, .auditor],
    examples: [
      Example("qix read questions list", "all of them"), Example("qix read questions list --tsv", "for a script"),
    ],
    answer: AnswerShape("read.questions-list/1", "questionnaires", rows: fields))

  private static let fields: [Field<(questionnaire: Questionnaire, count: Int64)>] =
    Questionnaire.fields.of { $0.questionnaire } + [
      Field("questions", .integer) { $0.count },
      Field("format", .text, "FROM") { $0.questionnaire.source.rawValue },
      Field("imported", .time) { $0.questionnaire.imported },
    ]

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { try QuestionnaireStore.all(in: $0) }
    var document = Document("read.questions-list/1")
    if !found.isEmpty { document.primary = found.map(\.questionnaire.name).joined(separator: "\n") }
    document.table("questionnaires", Self.fields, rows: found)
    if found.isEmpty {
      document.note("There are no questionnaires. Import one with `qix read questions import NAME --file FILE`.")
    }
    return document
  }
}
