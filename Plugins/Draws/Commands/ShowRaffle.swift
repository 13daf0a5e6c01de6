internal import DrawsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix raffle show`
struct ShowRaffle: OldCommand {
  private static let user = OldOption(
    "user", .text, placeholder: "USER", "Show what this user has in it too: usr_… or external id")

  static let declaration = Declaration(
    "show", "Show one raffle, and its winners.", roles: [.operator, .support, .auditor],
    discussion: "With --user also the ent_… under which the user stands in a published list.",
    parameters: [RaffleNamed.raffle, user],
    examples: [
      Example("qix raffle show spring", "its state, and who has won"),
      Example("qix raffle show spring --user shop-4711", "and where this user is in the list"),
    ])

  private let raffle: String
  private let user: String?

  init(_ arguments: Arguments) throws {
    raffle = try arguments.require(RaffleNamed.raffle)
    user = arguments[Self.user]
  }

  func run(in context: Context) throws {
    let directory = try user.map { _ in try context.service(Users.directory) }
    let document = try context.database.read { connection in
      let raffle = try Raffle.find(raffle, in: connection)
      var document = Document("raffle.show/1")
      document.primary = "\(raffle.id)"
      raffle.describe(in: &document)
      let entered = try RaffleEntries.count(raffle.id, in: connection)
      document.field("entered_users", "users entered", .integer(entered.users))
      document.field("entered_tickets", "tickets entered", .integer(entered.tickets))
      if let user, let directory {
        guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
        try describe(id, raffle, in: &document, connection)
      }
      document.winners(try raffle.winners(in: connection))
      return document
    }
    try context.terminal.emit(document)
  }

  private func describe(
    _ user: UserID, _ raffle: Raffle, in document: inout Document, _ connection: Connection
  ) throws {
    let tickets =
      try connection.first(
        "SELECT sum(tickets) FROM draws_entries WHERE raffle = ?1 AND user = ?2", .id(raffle.id), .id(user)
      ) { $0.optionalInteger(0) ?? 0 } ?? 0
    let entrants = try connection.rows(
      "SELECT entrant, tickets, user, place FROM draws_entrants WHERE raffle = ?1 AND user = ?2 ORDER BY entrant",
      .id(raffle.id), .id(user), read: FrozenList.Entrant.init)
    document.field("user", "user", .identifier("\(user)"))
    document.field("user_tickets", "the user's tickets", .integer(tickets))
    document.table(
      "user_entrants", title: "The user in the list",
      columns: [
        Column("entrant", "ENTRANT"), Column("tickets", "TICKETS", alignment: .trailing),
        Column("place", "PLACE", alignment: .trailing),
      ],
      rows: entrants.map {
        [.identifier("\($0.id)"), .integer($0.tickets), $0.place.map(Cell.integer) ?? .missing]
      })
  }
}
