internal import QixModule

/// `qix audit show`
struct ShowAudit: Command {

  static let declaration = Declaration(
    "show", "Show who changed what, when and why, the newest first.", roles: [.auditor],
    examples: [
      Example("qix audit show --limit 10", "the last ten changes"),
      Example("qix audit show --action upkeep.restore", "every restore"),
      Example("qix audit show --actor token:till-7 --since 2027-06-30", "what one token did"),
    ],
    answer: AnswerShape("audit.show/1", "entries", rows: fields))

  @Option("limit", .rows(), placeholder: "N", "The most entries to show", default: "50")
  private var limit: Int64
  @Option(
    "before", .integer(in: 1...Int64.max), placeholder: "ENTRY",
    """
    Continue before this entry, the last of the previous page
    """)
  private var before: Int64?
  @Option("action", .text, placeholder: "ACTION", "Only this action, such as coins.issue") private var action: String?
  @Option("actor", .text, placeholder: "ACTOR", "Only what this actor did, such as local:1000 or token:till-7")
  private var actor: String?
  @Option(
    "subject", .text, placeholder: "SUBJECT",
    "Only changes that name this: usr_…, rdm_…, token:till-7, a campaign's name")
  private var subject: String?
  private let span = SpanOptions("Done")

  func check() throws { try span.check() }

  private static let fields: [Field<AuditLog.Entry>] = [
    Field("entry", .integer) { $0.number },
    Field("at", .time) { $0.at },
    Field("actor", .text) { $0.actor },
    Field("action", .text) { $0.action },
    Field("subject", .text) { $0.subject },
    Field("reason", .text) { $0.reason },
  ]

  func run(in context: Context) throws -> Document {
    let filter = AuditLog.Filter(action: action, actor: actor, subject: subject, since: span.since, until: span.until)
    // One more than is shown tells whether there is more.
    let found = try context.database.read {
      try AuditLog.entries(before: before ?? .max, filter, limit: Int(limit) + 1, in: $0)
    }
    let entries = found.prefix(Int(limit))
    let next = found.count > entries.count ? entries.last?.number : nil
    var document = Document("audit.show/1")
    document.page(next: next.map { .integer($0) })
    document.table("entries", Self.fields, rows: entries)
    if let next {
      document.noteRest("--before", next)
    } else if entries.isEmpty {
      // The log has no external ids in it, so that nothing of a user is left there after erasure.
      let needsID = subject.map { !$0.contains("_") && !$0.contains(":") } ?? false
      document.note(
        "There are no such entries."
          + (needsID ? " It names users by usr_…, which `qix user find TEXT` shows." : ""))
    }
    return document
  }
}
