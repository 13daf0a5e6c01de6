internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix webhook resume`
struct ResumeWebhook: Command {
  private static let skip = Flag("skip", "Leave out what has happened until now")

  static let declaration = Declaration(
    "resume", "Tell a webhook again, beginning with what has waited.", roles: [.operator, .integrator],
    parameters: [WebhookOptions.id, skip],
    examples: [
      Example("qix webhook resume whk_01h455vb4pex5vsknk084sn02q", "everything that waits"),
      Example("qix webhook resume whk_01h455vb4pex5vsknk084sn02q --skip", "only what happens from now on"),
    ], effect: .changes)

  private let id: WebhookID
  private let skips: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    id = try arguments.require(WebhookOptions.id)
    skips = arguments[Self.skip]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let (webhook, backlog) = try context.database.write(
      Change("shakes.webhook-resume", subject: "\(id)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      var webhook = try Webhook.find(id, in: connection)
      // One that waits for its next try is told at once.
      guard webhook.state != .active || webhook.failures > 0 || skips else { throw WebhookError.notPaused("\(id)") }
      webhook.state = .active
      (webhook.failures, webhook.failingSince, webhook.retryAt, webhook.fault) = (0, nil, nil, nil)
      webhook.leasedUntil = nil
      if skips { webhook.position = max(webhook.position, try WebhookEvent.last(in: connection)) }
      try webhook.save(in: connection)
      return (webhook, try webhook.backlog(in: connection))
    }
    var document = Document("webhook.resume/1")
    WebhookOptions.fill(&document, webhook, backlog: backlog)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix webhook deliver`.")
  }
}
