internal import QixShake

/// `qix read questions list`
struct ListQuestionnaires: OldCommand {
  static let declaration = Declaration(
    "list", "List the questionnaires in use.", roles: [.operator, .support, .auditor],
    examples: [
      Example("qix read questions list", "all of them"), Example("qix read questions list --tsv", "for a script"),
    ])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let found = try context.database.read { try QuestionnaireStore.all(in: $0) }
    var document = Document("read.questions-list/1")
    if !found.isEmpty { document.primary = found.map(\.questionnaire.name).joined(separator: "\n") }
    document.table(
      "questionnaires",
      columns: [
        Column("questionnaire", "QUESTIONNAIRE"), Column("edition", "EDITION", alignment: .trailing),
        Column("questions", "QUESTIONS", alignment: .trailing), Column("format", "FROM"),
        Column("imported", "IMPORTED"),
      ],
      rows: found.map { item in
        [
          .text(item.questionnaire.name), .integer(item.questionnaire.edition), .integer(item.count),
          .text(item.questionnaire.source.rawValue), .timestamp(item.questionnaire.imported),
        ]
      })
    try context.terminal.emit(document)
    if found.isEmpty {
      context.terminal.note("There are none; import one with `qix read questions import NAME --file FILE`.")
    }
  }
}
