internal import QixModule

/// A change of one webhook, as a command asks for it: done in a transaction, and shown.
struct WebhookChange {
  private let named = WebhookNamed()
  var id: WebhookID { named.id }

  /// - Parameters:
  ///   - verb: what the command is called.
  ///   - next: a command that makes sense after it.
  ///   - body: changes it, and writes it down.
  func run(
    _ verb: String, next: String, in context: Context, _ body: (inout Webhook, Connection) throws -> Void
  ) throws -> Document {
    try context.change("shakes.webhook-\(verb)", subject: "\(id)") { connection, _ in
      var webhook = try Webhook.find(id, for: context.principal, in: connection)
      try body(&webhook, connection)
      var document = webhook.document("webhook.\(verb)/1", backlog: try webhook.backlog(in: connection))
      document.next("`\(next)`")
      return document
    }
  }
}
