internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix audit show`
struct ShowAudit: OldCommand {
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Entries at most", default: "50")
  private static let before = OldOption<Int64>(
    "before", .integer(in: 1...Int64.max), placeholder: "ENTRY", "Go on before this entry, the last of the page before")
  private static let action = OldOption("action", .text, placeholder: "ACTION", "Only this action, such as coins.issue")

  private static let actor = OldOption(
    "actor", .text, placeholder: "ACTOR", "Only what this actor did, such as local:1000 or token:till-7")
  private static let subject = OldOption(
    "subject", .text, placeholder: "SUBJECT", "Only what was done to this, by its id: usr_…, token:till-7")
  private static let since = OldOption("since", .timestamp, "Only from this moment on")

  static let declaration = Declaration(
    "show", "Show who changed what, when and why, the newest first.", roles: [.auditor],
    parameters: [limit, before, action, actor, subject, since],
    examples: [
      Example("qix audit show --limit 10", "the last ten changes"),
      Example("qix audit show --action upkeep.restore", "every restore"),
      Example("qix audit show --actor token:till-7 --since 2027-06-30", "what was done by one token"),
    ])

  private let limit: Int64
  private let before: Int64
  private let filter: AuditLog.Filter

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    before = arguments[Self.before] ?? .max
    filter = AuditLog.Filter(
      action: arguments[Self.action], actor: arguments[Self.actor], subject: arguments[Self.subject],
      since: arguments[Self.since])
  }

  func run(in context: Context) throws {
    // One more than is shown tells whether there is more.
    let found = try context.database.read {
      try AuditLog.entries(before: before, filter, limit: Int(limit) + 1, in: $0)
    }
    let entries = found.prefix(Int(limit))
    let next = found.count > entries.count ? entries.last?.number : nil
    var document = Document("audit.show/1")
    document.page(next: next.map { .integer($0) })
    document.table("entries", columns: Self.columns, rows: entries.map(Self.cells))
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("`qix audit show --before \(next)`")
    } else if entries.isEmpty {
      // The log has no external ids in it, so that nothing of a user is left there after erasure.
      let needsID = filter.subject.map { !$0.contains("_") && !$0.contains(":") } ?? false
      context.terminal.note(
        "There are no such entries."
          + (needsID ? " --subject takes ids; `qix user find TEXT` shows a user's usr_… by the external id." : ""))
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
