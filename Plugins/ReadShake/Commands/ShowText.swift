internal import QixShake

/// `qix read text show`
struct ShowText: Command {
  static let declaration = Declaration(
    "show", "Show a text.", roles: [.operator, .support, .auditor],
    examples: [
      Example("qix read text show vitamins", "the text and its details"),
      Example("qix read text show vitamins --json", "for a program"),
    ],
    answer: """
      read.text-show/1: text text, edition integer?, title integer?, words integer, seconds seconds, added time
      """)

  @Positional("name", .text, "The text's name") private var name: String

  func run(in context: Context) throws -> Printed {
    let text = try context.database.read { try TextStore.require(name, in: $0) }
    var document = text.document("read.text-show/1")
    let face = context.face
    if !face.isForPeople { document.field("body", .text(text.body)) }
    try document.emit(to: face)
    if let screen = face.screen {
      try face.write("\n" + MarkdownPage(text.body).text(width: min(screen.width, 80)) + "\n")
    }
    return Printed()
  }
}
