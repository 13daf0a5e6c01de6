package import QixModule
internal import VaultContract

extension WebhooksModule: DoctorChecking {
  /// Which webhooks have not been told everything.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let webhooks = try database.read { connection in
      try Webhook.all(in: connection).map { (webhook: $0, backlog: try $0.backlog(in: connection)) }
    }
    let left = try leftKeys(besides: Set(webhooks.map { Webhook.keyName(of: $0.webhook.id) }), in: database, context)
    return webhooks.map { finding($0.webhook, backlog: $0.backlog) }
      + left.map { id in
        .warning(
          "webhook \(id)", "it was removed, but its secret is still in the vault",
          remedy: "Remove the secret with `qix webhook remove \(id)`.")
      }
  }

  /// Whose secrets the vault still holds although they are gone; nobody's where it can't be opened without asking.
  private static func leftKeys(
    besides names: Set<String>, in database: Database, _ context: Context
  ) throws -> [WebhookID] {
    do {
      let keys = try context.service(ifProvided: Secrets.inspection)?.keyNames(of: shippedID, in: database) ?? []
      return keys.filter { !names.contains($0) }.compactMap(Webhook.id(ofKey:))
    } catch is VaultError {
      // What is wrong with the vault, its own module says.
      return []
    }
  }

  private static func finding(_ webhook: Webhook, backlog: Int64) -> Finding {
    let subject = "webhook \(webhook.id)"
    let waiting = "\(backlog) \(backlog == 1 ? "event waits" : "events wait")"
    let resume = "Fix its receiver, then run `qix webhook resume \(webhook.id)`; or remove the webhook."
    switch webhook.state {
    case .active where webhook.failures > 0:
      return .warning(
        subject, "it accepts nothing, \(waiting): \(webhook.fault ?? "")",
        remedy: "See the log of its receiver. Test it with `qix webhook test \(webhook.id)`.")
    case .active: return .ok(subject, backlog == 0 ? "nothing waits" : waiting)
    case .paused: return .warning(subject, "paused, \(waiting)", remedy: "Run `qix webhook resume \(webhook.id)`.")
    case .gaveUp: return .warning(subject, "given up, \(waiting): \(webhook.fault ?? "")", remedy: resume)
    case .gone: return .warning(subject, "its receiver is gone, \(waiting)", remedy: resume)
    }
  }
}

extension WebhooksModule: RowReading {
  package static func readRows(in connection: Connection) throws { _ = try Webhook.all(in: connection) }
}

extension WebhooksModule: LibraryUsing {
  package static let libraries = ["libcurl"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM webhooks_webhooks LIMIT 1")
  }
}
