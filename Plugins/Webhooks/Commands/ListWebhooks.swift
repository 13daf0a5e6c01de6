internal import QixModule
internal import QixNetwork

/// `qix webhook list`
struct ListWebhooks: Command {
  static let declaration = Declaration(
    "list", "Show the webhooks, and how telling them goes.", roles: [.operator, .integrator, .auditor],
    discussion: "An integrator has its own alone, here and in each command about webhooks.",
    examples: [Example("qix webhook list", "all of them")],
    answer: """
      webhook.list/1: webhooks [webhook id, url text, events text, state text, backlog integer, delivered integer,
      failures integer, retry_at time?, problem text?, owner text?]
      """)

  func run(in context: Context) throws -> Document {
    let webhooks = try context.database.read { connection in
      try Webhook.all(for: context.principal, in: connection).map {
        (webhook: $0, backlog: try $0.backlog(in: connection))
      }
    }
    var document = Document("webhook.list/1")
    if !webhooks.isEmpty { document.primary = webhooks.map { "\($0.webhook.id)" }.joined(separator: "\n") }
    document.table("webhooks", Webhook.fields, rows: webhooks)
    if webhooks.isEmpty { document.note("There are none; add one with `qix webhook add`.") }
    return document
  }
}
