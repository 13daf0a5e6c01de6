internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix token show`
struct ShowToken: OldCommand {
  private static let token = OldPositional("token", .text, "Name or tok_…")

  static let declaration = Declaration(
    "show", "Show what a token is for, and when it was last used.", roles: [.auditor],
    discussion: "The last use is written down once a minute at most, so it can be up to a minute older than the truth.",
    parameters: [token], examples: [Example("qix token show till-7", "by name")])

  private let reference: String

  init(_ arguments: Arguments) throws { reference = try arguments.require(Self.token) }

  func run(in context: Context) throws {
    let token = try context.database.read { try TokenStore($0).token(reference) }
    var document = Document("token.show/2")
    document.primary = "\(token.id)"
    token.describe(in: &document, at: context.clock.now())
    try context.terminal.emit(document)
    context.terminal.note("Next: `qix audit show --actor \(token.actor)`.")
  }
}
