internal import QixShake

/// `qix read text show`
struct ShowText: Command {
  static let declaration = Declaration(
    "show", "Show a text.", roles: [.operator, .support, .auditor],
    examples: [
      Example("qix read text show vitamins", "the text and its details"),
      Example("qix read text show vitamins --json", "for a program"),
    ],
    answer: AnswerShape("read.text-show/1", fields))

  private static let fields = ReadText.fields + [Field("body", .text, shown: { _ in false }) { $0.body }]

  @Positional("name", .text, "The text's name") private var name: String

  func run(in context: Context) throws -> Document {
    let text = try context.database.read { try TextStore.require(name, in: $0) }
    var document = Document("read.text-show/1", Self.fields, of: text)
    document.primary = text.name
    document.prose = context.face.screen.map { MarkdownPage(text.body).text(width: min($0.width, 80)) }
    return document
  }
}
