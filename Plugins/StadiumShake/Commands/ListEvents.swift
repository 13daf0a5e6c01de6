internal import QixShake

/// `qix stadium event list`
struct ListEvents: OldCommand {
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Events at most", default: "50")
  private static let after = OldOption(
    "after", .text, placeholder: "NAME", "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List the shows whose music is marked, the latest first.",
    roles: [.operator, .integrator, .support, .auditor],
    parameters: [limit, after], examples: [Example("qix stadium event list", "what there is")])

  private let limit: Int64
  private let after: String?

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    after = arguments[Self.after]
  }

  func run(in context: Context) throws {
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      let last = try after.map { try Event.require($0, in: connection).number }
      return try Event.page(after: last, limit: limit + 1, in: connection)
    }
    let shown = found.prefix(Int(limit))
    let next = found.count > shown.count ? shown.last?.name : nil
    var document = Document("stadium.event-list/1")
    document.page(next: next.map(Cell.text))
    if !shown.isEmpty { document.primary = shown.map(\.name).joined(separator: "\n") }
    document.table("events", columns: Event.tableColumns, rows: shown.map(\.cells))
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("the same with --after \(next)")
    } else if shown.isEmpty {
      context.terminal.note("There is none; add one with `qix stadium event add NAME --start TIME --length 3h`.")
    }
  }
}
