internal import QixShake

/// `qix read text list`
struct ListTexts: Command {
  static let declaration = Declaration(
    "list", "List the texts in use.", roles: [.operator, .support, .auditor],
    discussion: "SECONDS is the time that an average reader of English needs.",
    examples: [Example("qix read text list", "all of them"), Example("qix read text list --tsv", "for a script")],
    answer: AnswerShape("read.text-list/1", "texts", rows: ReadText.fields))

  func run(in context: Context) throws -> Document {
    let texts = try context.database.read { try TextStore.all(in: $0) }
    var document = Document("read.text-list/1")
    if !texts.isEmpty { document.primary = texts.map(\.name).joined(separator: "\n") }
    document.table("texts", ReadText.fields, rows: texts)
    if texts.isEmpty { document.note("There are no texts. Add one with `qix read text add NAME --file FILE`.") }
    return document
  }
}
