internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix webhook show`
struct ShowWebhook: OldCommand {
  static let declaration = Declaration(
    "show", "Show one webhook.", roles: [.operator, .integrator, .auditor], parameters: [WebhookOptions.id],
    examples: [Example("qix webhook show whk_01h455vb4pex5vsknk084sn02q", "its state, and what went wrong last")])

  private let id: WebhookID

  init(_ arguments: Arguments) throws { id = try arguments.require(WebhookOptions.id) }

  func run(in context: Context) throws {
    let (webhook, backlog) = try context.database.read { connection in
      let webhook = try Webhook.find(id, for: context.principal, in: connection)
      return (webhook, try webhook.backlog(in: connection))
    }
    var document = Document("webhook.show/1")
    WebhookOptions.fill(&document, webhook, backlog: backlog)
    document.field("added", "added", .timestamp(webhook.added))
    try context.terminal.emit(document)
  }
}
