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
    answer: AnswerShape("raffle.show/1", fields), givenByCustomers: ["raffle"])

  private typealias Asked = (user: UserID, tickets: Int64, entrants: [FrozenList.Entrant])
  private typealias Page = (
    raffle: Raffle, entered: (users: Int64, tickets: Int64), asked: Asked?, winners: [FrozenList.Entrant]
  )

  private static let fields: [Field<Page>] =
    Raffle.fields.of { $0.raffle } + [
      Field("entered_users", .integer, "users entered") { $0.entered.users },
      Field("entered_tickets", .integer, "tickets entered") { $0.entered.tickets },
      Field(optional: "user", .id) { $0.asked?.user },
      Field(optional: "user_tickets", .integer, "the user's tickets") { $0.asked?.tickets },
      Field(optional: "user_entrants", rows: FrozenList.Entrant.ofUser, title: "The user in the list") {
        $0.asked?.entrants
      },
      Field("winners", rows: FrozenList.Entrant.winners(.id), title: "Winners") { $0.winners },
    ]

  private let raffle = RaffleNamed()
  @Option("user", .user, placeholder: "USER", "Also show this user's entries: usr_… or external id")
  private var user: String?

  func run(in context: Context) throws -> Document {
    let directory = try user.map { _ in try context.service(Users.directory) }
    return try context.database.read { connection in
      let raffle = try Raffle.find(raffle.reference, in: connection)
      var asked: Asked?
      if let user, let directory {
        guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
        let tickets: Int64? = try connection.fetchOne(
          "SELECT sum(tickets) FROM draws_entries WHERE raffle = \(raffle.id) AND user = \(id)")
        let entrants = try connection.fetchAll(
          """
          SELECT entrant, tickets, user, place FROM draws_entrants WHERE raffle = \(raffle.id) AND user = \(id)
          ORDER BY entrant
          """, FrozenList.Entrant.init)
        asked = (id, (tickets ?? nil) ?? 0, entrants)
      }
      let entered = try RaffleEntries.count(raffle.id, in: connection)
      var document = Document(
        "raffle.show/1", Self.fields,
        of: (raffle: raffle, entered: entered, asked: asked, winners: try raffle.winners(in: connection)))
      document.primary = "\(raffle.id)"
      return document
    }
  }
}
