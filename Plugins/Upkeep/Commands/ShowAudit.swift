internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix audit show`
struct ShowAudit: Command {
  private static let limit = Option<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Entries at most", default: "50")
  private static let before = Option<Int64>(
    "before", .integer(in: 1...Int64.max), placeholder: "ENTRY", "Go on before this entry, the last of the page before")
  private static let action = Option("action", .text, placeholder: "ACTION", "Only this action, such as coins.issue")

  static let declaration = Declaration(
    "show", "Show who changed what, when and why, the newest first.", roles: [.auditor],
    parameters: [limit, before, action],
    examples: [
      Example("qix audit show --limit 10", "the last ten changes"),
      Example("qix audit show --action upkeep.restore", "every restore"),
    ])

  private let limit: Int64
  private let before: Int64
  private let action: String?

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    before = arguments[Self.before] ?? .max
    action = arguments[Self.action]
  }

  func run(in context: Context) throws {
    let entries = try context.database.read {
      try AuditLog.entries(before: before, action: action, limit: Int(limit), in: $0)
    }
    var document = Document("audit.show/1")
    document.table("entries", columns: Self.columns, rows: entries.map(Self.cells))
    try context.terminal.emit(document)
    if let last = entries.last, entries.count == Int(limit), last.number > 1 {
      context.terminal.note("There may be more: `qix audit show --before \(last.number)`.")
    } else if entries.isEmpty {
      context.terminal.note("There are no such entries.")
    }
  }

  private static let columns = [
    Column("entry", "ENTRY", alignment: .trailing), Column("at", "AT"), Column("actor", "ACTOR"),
    Column("action", "ACTION"), Column("subject", "SUBJECT"), Column("reason", "REASON"),
  ]

  private static func cells(_ entry: AuditLog.Entry) -> [Cell] {
    [
      .integer(entry.number), .timestamp(entry.at), .text(entry.actor), .text(entry.action), .text(entry.subject),
      entry.reason.map(Cell.text) ?? .missing,
    ]
  }
}
