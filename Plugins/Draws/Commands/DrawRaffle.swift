internal import DrawsContract
internal import QixModule

/// `qix raffle draw`
struct DrawRaffle: Command {
  static let declaration = Declaration(
    "draw", "Draw the winners of a frozen raffle.", roles: [.operator],
    discussion: """
      Every ticket has the same chance; a user can win only once. The draw publishes the secret, so that anyone can \
      recompute the winners. It happens once: a repeat shows the same winners, and a different beacon value is \
      refused. --dry-run checks whether the draw is possible, without showing winners.
      """,
    examples: [
      Example("qix raffle draw easter", "a raffle that named no beacon"),
      Example("qix raffle draw spring --beacon 9f2a64e1c07b", "with the published beacon value"),
      Example("qix raffle draw staff", "a raffle without a beacon"),
    ],
    answer: AnswerShape("raffle.draw/1", fields), effect: .changes)

  private static let fields: [Field<(raffle: Raffle, winners: [FrozenList.Entrant])>] =
    Raffle.fields.of { $0.raffle } + [
      Field("winners", rows: FrozenList.Entrant.winners(.id.promised), title: "Winners") { $0.winners }
    ]

  private let raffle = RaffleNamed()
  @Option(
    "beacon", .text, placeholder: "VALUE", "The value of the named beacon, exactly as published")
  private var beacon: String?

  func run(in context: Context) throws -> Document {
    let isDrawn = try context.database.read { try Raffle.find(raffle.reference, in: $0).result != nil }
    // A finished draw needs no vault.
    let secrets = isDrawn ? nil : try context.drawSecrets()
    let (drawn, isNew) = try context.change("draws.raffle-draw") { connection, change in
      var raffle = try Raffle.find(raffle.reference, in: connection)
      let isNew = try raffle.draw(beacon: beacon, at: context.clock.now(), secrets: secrets, in: connection)
      change.subject = "\(raffle.id)"
      return (raffle, isNew)
    }
    var shown = drawn
    // Winners before the draw would be a way to try beacon values.
    if context.isDryRun, isNew { shown.result = nil }
    let winners = try context.database.read { try shown.winners(in: $0) }
    var document = Document("raffle.draw/1", Self.fields, of: (raffle: shown, winners: winners))
    if !winners.isEmpty { document.primary = winners.map { "\($0.id)" }.joined(separator: "\n") }
    if isNew {
      document.next("publish the secret, with `qix raffle export \(drawn.terms.name)` for docs/verify-draw.py")
    } else {
      document.note("It was drawn before. These are the winners from then.")
    }
    return document
  }
}

extension Raffle {
  /// The first winner first.
  func winners(in connection: Connection) throws -> [FrozenList.Entrant] {
    try connection.fetchAll(
      """
      SELECT entrant, tickets, user, place FROM draws_entrants
      WHERE raffle = \(id) AND place IS NOT NULL ORDER BY place
      """, FrozenList.Entrant.init)
  }
}

extension FrozenList.Entrant {
  private static let name = Field<Self>("entrant", .id) { $0.id }
  private static let ticketCount = Field<Self>("tickets", .integer.orNull) { $0.tickets }
  private static let placeWon = Field<Self>("place", .integer) { $0.place }

  static let ofUser: [Field<Self>] = [name, ticketCount, placeWon]

  /// The winners' table; a user who was erased since is missing from it.
  static func winners(_ user: FieldType<UserID>) -> [Field<Self>] {
    [placeWon, name, Field("user", user) { $0.user }, ticketCount]
  }
}
