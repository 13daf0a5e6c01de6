internal import QixShake

/// `qix stadium piece list`
struct ListPieces: OldCommand {
  static let declaration = Declaration(
    "list", "List a show's pieces, as they are played.", roles: [.operator, .auditor],
    parameters: [EventNamed.event], examples: [Example("qix stadium piece list --event derby", "what is kept")])

  private let event: String

  init(_ arguments: Arguments) throws { event = try arguments.require(EventNamed.event) }

  func run(in context: Context) throws {
    let pieces = try context.database.read { connection in
      try Piece.all(of: Event.require(event, in: connection), in: connection)
    }
    var document = Document("stadium.piece-list/1")
    if !pieces.isEmpty { document.primary = pieces.map(\.name).joined(separator: "\n") }
    document.table(
      "pieces",
      columns: [
        Column("name", "NAME"), Column("start", "START"), Column("seconds", "SECONDS", alignment: .trailing),
        Column("added", "ADDED"),
      ], rows: pieces.map(\.cells))
    try context.terminal.emit(document)
    if pieces.isEmpty { context.terminal.note("There is none; add one with `qix stadium piece add NAME FILE`.") }
  }
}
