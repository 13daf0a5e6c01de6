internal import QixModule
internal import QixNetwork

/// `qix webhook list`
struct ListWebhooks: Command {
  static let declaration = Declaration(
    "list", "List the webhooks and the state of their deliveries.", roles: [.operator, .integrator, .auditor],
    discussion: "Integrators can see and change only their own webhooks.",
    examples: [Example("qix webhook list", "all of them")],
    answer: AnswerShape("webhook.list/1", "webhooks", rows: Webhook.fields), follows: ["webhook.changed"])

  func run(in context: Context) throws -> Document {
    let webhooks = try context.database.read { connection in
      try Webhook.all(for: context.principal, in: connection).map {
        (webhook: $0, backlog: try $0.backlog(in: connection))
      }
    }
    var document = Document("webhook.list/1")
    if !webhooks.isEmpty { document.primary = webhooks.map { "\($0.webhook.id)" }.joined(separator: "\n") }
    document.table("webhooks", Webhook.fields, rows: webhooks)
    if webhooks.isEmpty { document.note("There are no webhooks. Add one with `qix webhook add`.") }
    return document
  }
}
