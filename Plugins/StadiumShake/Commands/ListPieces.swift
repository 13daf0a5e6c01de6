internal import QixShake

/// `qix stadium piece list`
struct ListPieces: Command {
  static let declaration = Declaration(
    "list", "List a show's pieces, in the order they are played.", roles: [.operator, .auditor],
    examples: [Example("qix stadium piece list --event derby", "all pieces of an event")],
    answer: AnswerShape("stadium.piece-list/1", "pieces", rows: Piece.fields))

  private let option = EventOption()

  func run(in context: Context) throws -> Document {
    let pieces = try context.database.read { connection in
      try Piece.all(of: Event.require(option.name, in: connection), in: connection)
    }
    var document = Document("stadium.piece-list/1")
    if !pieces.isEmpty { document.primary = pieces.map(\.name).joined(separator: "\n") }
    document.table("pieces", Piece.fields, rows: pieces)
    if pieces.isEmpty { document.note("There are no pieces. Add one with `qix stadium piece add NAME FILE`.") }
    return document
  }
}
