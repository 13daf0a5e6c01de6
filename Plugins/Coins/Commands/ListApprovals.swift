internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins approvals`
struct ListApprovals: OldCommand {
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Approvals at most", default: "50")
  private static let pending = OldFlag("pending", "Only those that wait for somebody's decision")

  static let declaration = Declaration(
    "approvals", "List requests for new coins and for changes of users, and what became of them, the newest first.",
    roles: [.operator, .auditor], parameters: [limit, pending],
    examples: [Example("qix coins approvals --pending", "what waits for a second person")])

  private let limit: Int64
  private let onlyPending: Bool

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    onlyPending = arguments[Self.pending]
  }

  func run(in context: Context) throws {
    // One more than is shown tells whether there is more.
    let (found, now) = try context.database.read { connection in
      let now = try AuditLog.latestMoment(context.clock.now(), in: connection)
      return (try Approval.list(pendingAt: onlyPending ? now : nil, limit: limit + 1, in: connection), now)
    }
    let shown = try Approval.opened(Array(found.prefix(Int(limit))), in: context)
    var document = Document("coins.approvals/1")
    document.page(more: found.count > shown.count)
    if !shown.isEmpty { document.primary = shown.map { "\($0.id)" }.joined(separator: "\n") }
    document.table("approvals", columns: Approval.tableColumns, rows: shown.map { $0.cells(at: now) })
    try context.terminal.emit(document)
    if found.count > shown.count { context.terminal.noteMore("give a greater --limit") }
    if shown.isEmpty { context.terminal.note("There are no such requests.") }
  }
}
