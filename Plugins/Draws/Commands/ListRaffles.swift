internal import DrawsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix raffle list`
struct ListRaffles: OldCommand {
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Raffles at most", default: "50")
  private static let after = OldOption(
    "after", .identifier(RaffleID.self), placeholder: "RAFFLE", "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List raffles, the oldest first.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [limit, after],
    examples: [Example("qix raffle list --json", "with what each has committed to")])

  private let limit: Int64
  private let after: RaffleID

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    after = arguments[Self.after] ?? RaffleID(high: 0, low: 0)
  }

  func run(in context: Context) throws {
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      try connection.rows(
        "SELECT \(Raffle.columns) FROM draws_raffles WHERE id > ?1 ORDER BY id LIMIT ?2",
        .id(after), .integer(limit + 1), read: Raffle.init)
    }
    let raffles = found.prefix(Int(limit))
    let next = found.count > raffles.count ? raffles.last?.id : nil
    var document = Document("raffle.list/1")
    document.page(next: next.map { .identifier("\($0)") })
    if !raffles.isEmpty { document.primary = raffles.map { "\($0.id)" }.joined(separator: "\n") }
    document.table("raffles", columns: Raffle.tableColumns, rows: raffles.map(\.cells))
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("`qix raffle list --after \(next)`")
    } else if raffles.isEmpty {
      context.terminal.note("There are no raffles; make one with `qix raffle create NAME --winners N`.")
    }
  }
}
