internal import DrawsContract
internal import QixModule

/// `qix raffle export`
struct ExportRaffle: Command {
  static let declaration = Declaration(
    "export", "Export a frozen raffle and its list, for others to check.", roles: [.operator, .auditor],
    discussion: """
      JSON Lines: the raffle, then each entrant. docs/verify-draw.py checks the file with only Python. docs/draws.md \
      describes the fields. Users appear under ent_… ids, which can't be traced back without the vault and the \
      database.
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
