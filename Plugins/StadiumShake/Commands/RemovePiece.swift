internal import QixShake

/// `qix stadium piece remove`
struct RemovePiece: OldCommand {
  private static let name = OldPositional("name", .text, "What the piece is called")

  static let declaration = Declaration(
    "remove", "Delete a piece of a show's music.", roles: [.operator],
    discussion: "Recordings of it are then searched without knowing the music.",
    parameters: [EventNamed.event, name],
    examples: [Example("qix stadium piece remove anthem --event derby --reason 'the licence has run out'", "for good")],
    effect: .changes)

  private let event: String
  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    event = try arguments.require(EventNamed.event)
    name = try arguments.require(Self.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    try context.database.write(
      Change("stadiumshake.piece-remove", subject: "\(event)/\(name)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      guard let piece = try Piece.find(name, of: Event.require(event, in: connection), in: connection) else {
        throw StadiumShakeError.noPiece(name)
      }
      try connection.run("DELETE FROM stadiumshake_pieces WHERE piece = ?1", .integer(piece.number))
    }
    var document = Document("stadium.piece-remove/1")
    document.primary = name
    document.field("event", "event", .text(event))
    document.field("name", "name", .text(name))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
