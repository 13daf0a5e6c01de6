internal import DrawsContract
internal import QixModule

/// `qix raffle export`
struct ExportRaffle: Command {
  static let declaration = Declaration(
    "export", "Write a frozen raffle and its list, to be checked.", roles: [.operator, .auditor],
    discussion: """
      JSON Lines: the raffle, then each entrant. docs/verify-draw.py checks them with nothing but Python; docs/draws.md \
      says what is in them. Users stand in it under ent_… ids, which can't be traced \
      back without the vault and the database.
      """,
    examples: [Example("qix raffle export easter > easter.jsonl", "to publish")])

  private let raffle = RaffleNamed()

  func run(in context: Context) throws -> Printed {
    try context.database.read { connection in
      try RaffleExport.write(Raffle.find(raffle.reference, in: connection), to: context.face, in: connection)
    }
    return Printed()
  }
}
