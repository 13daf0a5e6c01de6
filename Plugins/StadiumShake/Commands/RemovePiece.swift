internal import QixShake

/// `qix stadium piece remove`
struct RemovePiece: Command {
  static let declaration = Declaration(
    "remove", "Delete a piece of a show's music.", roles: [.operator],
    discussion: "Recordings are then searched without the original music.",
    examples: [Example("qix stadium piece remove anthem --event derby --reason 'the licence has run out'", "for good")],
    answer: "stadium.piece-remove/1: event text, name text",
    effect: .changes)

  private let option = EventOption()
  @Positional("name", .text, "The piece's name") private var name: String

  func run(in context: Context) throws -> Document {
    let event = option.name
    try context.change("stadiumshake.piece-remove", subject: "\(event)/\(name)") { connection, _ in
      let piece = try Piece.require(name, of: Event.require(event, in: connection), in: connection)
      try connection.execute("DELETE FROM stadiumshake_pieces WHERE piece = \(piece.number)")
    }
    var document = Document("stadium.piece-remove/1")
    document.primary = name
    document.field("event", .text(event))
    document.field("name", .text(name))
    return document
  }
}
