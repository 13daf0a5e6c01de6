internal import DrawsContract
internal import IdentityContract
internal import QixModule

/// `qix raffle show`
struct ShowRaffle: Command {
  static let declaration = Declaration(
    "show", "Show a raffle and its winners.", roles: [.operator, .support, .auditor, .user],
    discussion: "With --user it also shows the user's ent_… in a published list.",
    examples: [
      Example("qix raffle show spring", "its state and winners"),
      Example("qix raffle show spring --user shop-4711", "and this user's place in the list"),
    ],
    answer: """
      raffle.show/1: raffle id?, name text, state text, winners_most integer, beacon_name text?, commitment text?,
      created time, frozen time?, entrants integer?, tickets integer?, root text?, drawn time?, beacon_value text?,
      secret text?, entered_users integer, entered_tickets integer, user? id, user_tickets? integer, user_entrants?
      [entrant id, tickets integer?, place integer?], winners [place integer?, entrant id, user id?, tickets integer?]
      """, givenByCustomers: ["raffle"])

  private let raffle = RaffleNamed()
  @Option("user", .user, placeholder: "USER", "Also show this user's entries: usr_… or external id")
  private var user: String?

  func run(in context: Context) throws -> Document {
    let directory = try user.map { _ in try context.service(Users.directory) }
    return try context.database.read { connection in
      let raffle = try Raffle.find(raffle.reference, in: connection)
      var document = Document("raffle.show/1")
      document.primary = "\(raffle.id)"
      document.fields(Raffle.fields, of: raffle)
      let entered = try RaffleEntries.count(raffle.id, in: connection)
      document.field("entered_users", "users entered", .integer(entered.users))
      document.field("entered_tickets", "tickets entered", .integer(entered.tickets))
      if let user, let directory {
        guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
        let tickets: Int64? = try connection.fetchOne(
          "SELECT sum(tickets) FROM draws_entries WHERE raffle = \(raffle.id) AND user = \(id)")
        document.field("user", .identifier(id))
        document.field("user_tickets", "the user's tickets", .integer((tickets ?? nil) ?? 0))
        let entrants = try connection.fetchAll(
          """
          SELECT entrant, tickets, user, place FROM draws_entrants WHERE raffle = \(raffle.id) AND user = \(id)
          ORDER BY entrant
          """, FrozenList.Entrant.init)
        document.table(
          "user_entrants", title: "The user in the list",
          [FrozenList.Entrant.name, FrozenList.Entrant.ticketCount, FrozenList.Entrant.placeWon], rows: entrants)
      }
      document.winners(try raffle.winners(in: connection))
      return document
    }
  }
}
