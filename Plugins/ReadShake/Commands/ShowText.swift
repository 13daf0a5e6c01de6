internal import QixShake

/// `qix read text show`
struct ShowText: OldCommand {
  static let declaration = Declaration(
    "show", "Show a text.", roles: [.operator, .support, .auditor], parameters: [Content.text],
    examples: [
      Example("qix read text show vitamins", "the text and what is known of it"),
      Example("qix read text show vitamins --json", "for a program"),
    ])

  private let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(Content.text) }

  func run(in context: Context) throws {
    let text = try context.database.read { try TextStore.require(name, in: $0) }
    var document = Document("read.text-show/1")
    text.addFields(to: &document)
    let terminal = context.terminal
    if terminal.globals.format != .human { document.field("body", "body", .text(text.body)) }
    try terminal.emit(document)
    guard terminal.globals.format == .human, !terminal.globals.isQuiet else { return }
    try terminal.write("\n" + MarkdownPage(text.body).text(width: min(terminal.width, 80)) + "\n")
  }
}
