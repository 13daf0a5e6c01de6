internal import DrawsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix draw show`
struct ShowWindow: OldCommand {
  static let declaration = Declaration(
    "show", "Show one draw window.", roles: [.operator, .support, .auditor],
    discussion: "The secret, the number of draws and the root over them are there once the window is revealed.",
    parameters: [WindowNamed.window],
    examples: [Example("qix draw show \(WindowNamed.sample)", "when it opens, what it has committed to")])

  private let window: DrawWindowID

  init(_ arguments: Arguments) throws { window = try arguments.require(WindowNamed.window) }

  func run(in context: Context) throws {
    let found = try context.database.read { try DrawWindow.find(window, in: $0) }
    var document = Document("draw.show/1")
    document.primary = "\(found.id)"
    found.describe(at: context.clock.now(), in: &document)
    try context.terminal.emit(document)
  }
}
