internal import DrawsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix raffle draw`
struct DrawRaffle: OldCommand {
  private static let beacon = OldOption(
    "beacon", .text, placeholder: "VALUE", "The value of the beacon that was named, exactly as it was published")

  static let declaration = Declaration(
    "draw", "Draw the winners of a frozen raffle.", roles: [.operator],
    discussion: """
      Every ticket has the same chance; a user wins once at most. The secret becomes public with it, so that anybody \
      can recompute the winners. It happens once: a repeat shows the same winners, and another beacon value is refused. \
      --dry-run says whether it could be done, not who would win.
      """,
    parameters: [RaffleNamed.raffle, beacon],
    examples: [
      Example("qix raffle draw spring --beacon 9f2a64e1c07b", "with the value that was published"),
      Example("qix raffle draw staff", "a raffle without a beacon"),
    ], effect: .changes)

  private let raffle: String
  private let beacon: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    raffle = try arguments.require(RaffleNamed.raffle)
    beacon = arguments[Self.beacon]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let isDrawn = try context.database.read { try Raffle.find(raffle, in: $0).result != nil }
    // What was drawn needs no vault.
    let secrets = isDrawn ? nil : try context.drawSecrets()
    let (drawn, isNew) = try context.database.write(
      Change("draws.raffle-draw", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      var raffle = try Raffle.find(raffle, in: connection)
      let isNew = try raffle.draw(
        beacon: beacon, at: context.clock.now(), secrets: secrets, in: connection)
      change.subject = "\(raffle.id)"
      return (raffle, isNew)
    }
    var shown = drawn
    // Winners before the draw would be a way to try beacon values.
    if isDryRun, isNew { shown.result = nil }
    let winners = try context.database.read { try shown.winners(in: $0) }
    var document = Document("raffle.draw/1")
    if !winners.isEmpty { document.primary = winners.map { "\($0.id)" }.joined(separator: "\n") }
    shown.describe(in: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    document.winners(winners)
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed."
        : isNew
          ? "Publish the secret. Next: `qix raffle export \(drawn.terms.name)` for docs/verify-draw.py."
          : "It was drawn before; these are the winners of then.")
  }
}

extension Raffle {
  /// The first winner first.
  func winners(in connection: Connection) throws -> [FrozenList.Entrant] {
    try connection.rows(
      """
      SELECT entrant, tickets, user, place FROM draws_entrants
      WHERE raffle = ?1 AND place IS NOT NULL ORDER BY place
      """, .id(id), read: FrozenList.Entrant.init)
  }
}

extension Document {
  /// Who has won; a user who was erased since is not there any more.
  mutating func winners(_ winners: [FrozenList.Entrant]) {
    table(
      "winners", title: "Winners",
      columns: [
        Column("place", "PLACE", alignment: .trailing), Column("entrant", "ENTRANT"), Column("user", "USER"),
        Column("tickets", "TICKETS", alignment: .trailing),
      ],
      rows: winners.map { winner in
        [
          .integer(winner.place ?? 0), .identifier("\(winner.id)"),
          winner.user.map { .identifier("\($0)") } ?? .missing, .integer(winner.tickets),
        ]
      })
  }
}
