internal import QixModule

/// `qix webhook show`
struct ShowWebhook: Command {
  static let declaration = Declaration(
    "show", "Show a webhook.", roles: [.operator, .integrator, .auditor],
    examples: [
      Example("whk=$(qix webhook list --quiet) && qix webhook show \"$whk\"", "its state and last problem")
    ],
    answer: """
      webhook.show/1: webhook id, url text, events text, campaign id?, allows_private boolean, time_limit_seconds
      seconds, state text, backlog integer, delivered integer, delivered_at time?, failures integer, failing_since
      time?, retry_at time?, problem text?, owner text?, tells_users boolean?, granted_by text?, added time
      """)

  private let named = WebhookNamed()

  func run(in context: Context) throws -> Document {
    try context.database.read { connection in
      let webhook = try Webhook.find(named.id, for: context.principal, in: connection)
      var document = webhook.document("webhook.show/1", backlog: try webhook.backlog(in: connection))
      document.field("added", .timestamp(webhook.added))
      return document
    }
  }
}
