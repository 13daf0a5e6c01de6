internal import DrawsContract
internal import QixModule

/// `qix raffle list`
struct ListRaffles: Command {
  static let declaration = Declaration(
    "list", "List raffles, the oldest first.", roles: [.operator, .integrator, .support, .auditor, .user],
    examples: [Example("qix raffle list --json", "with their commitments")],
    answer: AnswerShape("raffle.list/1", "raffles", rows: Raffle.listed),
    givenByCustomers: ["limit", "after"])

  private let page = PageOptions("Raffles", after: .identifier(RaffleID.self), placeholder: "RAFFLE")

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { connection in
      try connection.fetchAll(
        """
        SELECT \(sql: Raffle.columns) FROM draws_raffles WHERE id > \(page.after ?? RaffleID(high: 0, low: 0))
        ORDER BY id LIMIT \(page.sought)
        """, Raffle.init)
    }
    var document = Document("raffle.list/1")
    document.page("raffles", Raffle.listed, found: found, page)
    if found.isEmpty { document.note("There are no raffles. Create one with `qix raffle create NAME --winners N`.") }
    return document
  }
}
