internal import QixKernel
internal import QixNetwork
internal import QixStorage
internal import QixTerminal

/// `qix webhook list`
struct ListWebhooks: OldCommand {
  static let declaration = Declaration(
    "list", "Show the webhooks, and how telling them goes.", roles: [.operator, .integrator, .auditor],
    discussion: "An integrator has its own alone, here and in each command about webhooks.",
    examples: [Example("qix webhook list", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let webhooks = try context.database.read { connection in
      try Webhook.all(for: context.principal, in: connection).map { ($0, try $0.backlog(in: connection)) }
    }
    var document = Document("webhook.list/1")
    if !webhooks.isEmpty { document.primary = webhooks.map { "\($0.0.id)" }.joined(separator: "\n") }
    document.table(
      "webhooks",
      columns: [
        Column("webhook", "WEBHOOK"), Column("url", "URL"), Column("events", "EVENTS"), Column("state", "STATE"),
        Column("backlog", "WAITING", alignment: .trailing), Column("delivered", "DELIVERED", alignment: .trailing),
        Column("failures", "FAILURES", alignment: .trailing), Column("retry_at", "NEXT TRY"),
        Column("problem", "PROBLEM"), Column("owner", "OWNER"),
      ],
      rows: webhooks.map { webhook, backlog in
        [
          .identifier("\(webhook.id)"), .text(webhook.url.text), .text(webhook.eventNames.joined(separator: ",")),
          .text(webhook.state.name), .integer(backlog), .integer(webhook.delivered), .integer(webhook.failures),
          webhook.retryAt.map(Cell.timestamp) ?? .missing, webhook.problem.map(Cell.text) ?? .missing,
          webhook.owner.map(Cell.text) ?? .missing,
        ]
      })
    try context.terminal.emit(document)
    if webhooks.isEmpty { context.terminal.note("There are none; add one with `qix webhook add`.") }
  }
}
