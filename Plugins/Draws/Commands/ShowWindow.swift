internal import DrawsContract
internal import QixModule

/// `qix draw show`
struct ShowWindow: Command {
  static let declaration = Declaration(
    "show", "Show a draw window.", roles: [.operator, .support, .auditor],
    discussion: "The secret, the number of draws and their root appear once the window is revealed.",
    examples: [
      Example(
        "drw=$(qix draw list --quiet | head -n 1) && qix draw show \"$drw\"", "its times and its commitment")
    ],
    answer: AnswerShape("draw.show/1", DrawWindow.fields))

  private let window = WindowNamed()

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { try DrawWindow.find(window.id, in: $0) }
    var document = Document("draw.show/1", DrawWindow.fields, of: (window: found, now: context.clock.now()))
    document.primary = "\(found.id)"
    return document
  }
}
