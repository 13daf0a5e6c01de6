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
    answer: """
      raffle.draw/1: raffle id?, name text, state text, winners_most integer, beacon_name text?, commitment text?,
      created time, frozen time?, entrants integer?, tickets integer?, root text?, drawn time?, beacon_value text?,
      secret text?, winners [place integer?, entrant id, user id, tickets integer?]
      """, effect: .changes)

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
    var document = Document("raffle.draw/1")
    if !winners.isEmpty { document.primary = winners.map { "\($0.id)" }.joined(separator: "\n") }
    document.fields(Raffle.fields, of: shown)
    document.winners(winners)
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
  static let name = RowField<Self>("entrant") { .identifier($0.id) }
  static let ticketCount = RowField<Self>(number: "tickets") { .integer($0.tickets) }
  static let placeWon = RowField<Self>(number: "place") { .integer($0.place) }
}

extension Document {
  /// The winners' table; a user who was erased since is missing from it.
  mutating func winners(_ winners: [FrozenList.Entrant]) {
    table(
      "winners", title: "Winners",
      [
        FrozenList.Entrant.placeWon, FrozenList.Entrant.name, RowField("user") { .identifier($0.user) },
        FrozenList.Entrant.ticketCount,
      ], rows: winners)
  }
}
