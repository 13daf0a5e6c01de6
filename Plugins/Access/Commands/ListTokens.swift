internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix token list`
struct ListTokens: OldCommand {
  private static let all = OldFlag("all", "Those that were revoked or have expired, too")

  static let declaration = Declaration(
    "list", "List tokens, the oldest first, without their secrets.", roles: [.auditor], parameters: [all],
    examples: [
      Example("qix token list", "those that are valid"),
      Example("qix token list --all --tsv | cut -f1,5", "names and states, for a script"),
    ])

  private let showsAll: Bool

  init(_ arguments: Arguments) throws { showsAll = arguments[Self.all] }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let tokens = try context.database.read { try TokenStore($0).all() }
      .filter { showsAll || $0.state(at: now) == "valid" }
    var document = Document("token.list/2")
    if !tokens.isEmpty { document.primary = tokens.map { "\($0.id)" }.joined(separator: "\n") }
    document.table("tokens", columns: Token.tableColumns, rows: tokens.map { $0.cells(at: now) })
    try context.terminal.emit(document)
    if tokens.isEmpty {
      context.terminal.note("There are no such tokens; make one with `qix token create NAME --role ROLE`.")
    }
  }
}
