internal import QixNetwork
package import QixShake

extension WebhooksModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    guard search.isOpen(ShowWebhook.self), let id = search.id(WebhookID.self) else { return }
    let isThere = try context.database.read { try $0.has("SELECT 1 FROM webhooks_webhooks WHERE id = \(id)") }
    guard isThere else { return }
    let webhook = try context.database.read { try Webhook.find(id, in: $0) }
    search.add("webhook", id, of: nil, "webhook to \(webhook.url.host)", by: "id", state: webhook.state.name)
  }
}
