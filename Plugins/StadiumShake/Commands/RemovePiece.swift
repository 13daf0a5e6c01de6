internal import QixShake

/// `qix stadium piece remove`
struct RemovePiece: Command {
  static let declaration = Declaration(
    "remove", "Delete a piece of a show's music.", roles: [.operator],
    discussion: "Recordings are then searched without the original music.",
    examples: [Example("qix stadium piece remove anthem --event derby --reason 'the licence has run out'", "for good")],
    answer: AnswerShape("stadium.piece-remove/1", fields),
    effect: .changes)

  private static let fields: [Field<(event: String, name: String)>] = [
    Field("event", .text) { $0.event },
    Field("name", .text) { $0.name },
  ]

  private let option = EventOption()
  @Positional("name", .text, "The piece's name") private var name: String

  func run(in context: Context) throws -> Document {
    let event = option.name
    try context.change("stadiumshake.piece-remove", subject: "\(event)/\(name)") { connection, _ in
      let piece = try Piece.require(name, of: Event.require(event, in: connection), in: connection)
      try connection.execute("DELETE FROM stadiumshake_pieces WHERE piece = \(piece.number)")
    }
    var document = Document("stadium.piece-remove/1", Self.fields, of: (event: event, name: name))
    document.primary = name
    return document
  }
}
