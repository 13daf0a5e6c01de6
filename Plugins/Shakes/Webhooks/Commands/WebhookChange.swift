internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// A change of one webhook, as a command asks for it: done in a transaction, and shown.
struct WebhookChange {
  let id: WebhookID
  let isDryRun: Bool
  let reason: String?

  init(_ arguments: Arguments) throws {
    id = try arguments.require(WebhookOptions.id)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  /// - Parameters:
  ///   - verb: what the command is called.
  ///   - next: a command that makes sense after it.
  ///   - body: changes it, and writes it down.
  func run(
    _ verb: String, next: String, in context: Context, _ body: (inout Webhook, Connection) throws -> Void
  ) throws {
    let (webhook, backlog) = try context.database.write(
      Change("shakes.webhook-\(verb)", subject: "\(id)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      var webhook = try Webhook.find(id, for: context.principal, in: connection)
      try body(&webhook, connection)
      return (webhook, try webhook.backlog(in: connection))
    }
    var document = Document("webhook.\(verb)/1")
    WebhookOptions.fill(&document, webhook, backlog: backlog)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `\(next)`.")
  }
}
