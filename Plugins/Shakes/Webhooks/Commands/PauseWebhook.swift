internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix webhook pause`
struct PauseWebhook: Command {
  static let declaration = Declaration(
    "pause", "Tell a webhook nothing until it is resumed.", roles: [.operator, .integrator],
    discussion: "What happens meanwhile waits, and is told then.", parameters: [WebhookOptions.id],
    examples: [
      Example("qix webhook pause whk_01h455vb4pex5vsknk084sn02q --reason 'their maintenance'", "nothing is lost")
    ], effect: .changes)

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
      Change("shakes.webhook-pause", subject: "\(id)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      var webhook = try Webhook.find(id, in: connection)
      guard webhook.state == .active else { throw WebhookError.alreadyPaused("\(id)") }
      webhook.state = .paused
      try webhook.save(in: connection)
      return (webhook, try webhook.backlog(in: connection))
    }
    var document = Document("webhook.pause/1")
    WebhookOptions.fill(&document, webhook, backlog: backlog)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix webhook resume \(id)`.")
  }
}
