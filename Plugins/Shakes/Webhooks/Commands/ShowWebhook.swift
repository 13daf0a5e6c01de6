internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix webhook show`
struct ShowWebhook: Command {
  static let declaration = Declaration(
    "show", "Show one webhook.", roles: [.operator, .integrator, .auditor],
    examples: [Example("qix webhook show whk_01h455vb4pex5vsknk084sn02q", "its state, and what went wrong last")])

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
