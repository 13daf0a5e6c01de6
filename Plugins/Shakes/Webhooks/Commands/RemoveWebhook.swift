internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix webhook remove`
struct RemoveWebhook: Command {
  static let declaration = Declaration(
    "remove", "Tell a webhook nothing any more.", roles: [.operator, .integrator],
    discussion: "What waits for it is not told. Its secret stays in the vault, where nothing reads it any more.",
    parameters: [WebhookOptions.id],
    examples: [Example("qix webhook remove whk_01h455vb4pex5vsknk084sn02q", "for good")], effect: .changes)

  private let id: WebhookID
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    id = try arguments.require(WebhookOptions.id)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let (webhook, backlog) = try context.database.write(
      Change("shakes.webhook-remove", subject: "\(id)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let webhook = try Webhook.find(id, in: connection)
      let backlog = try webhook.backlog(in: connection)
      try webhook.remove(in: connection)
      return (webhook, backlog)
    }
    var document = Document("webhook.remove/1")
    WebhookOptions.fill(&document, webhook, backlog: backlog)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix webhook list`.")
  }
}
