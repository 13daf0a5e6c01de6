internal import QixKernel
internal import QixNetwork
internal import QixTerminal

/// What the commands about webhooks have in common.
enum WebhookOptions {
  static let id = OldPositional("webhook", .identifier(WebhookID.self), "Which webhook: whk_…")

  static func fill(_ document: inout Document, _ webhook: Webhook, backlog: Int64) {
    document.primary = "\(webhook.id)"
    document.field("webhook", "webhook", .identifier("\(webhook.id)"))
    document.field("url", "url", .text(webhook.url.text))
    document.field("events", "events", .text(webhook.eventNames.joined(separator: ",")))
    document.field("campaign", "campaign", webhook.campaign.map { .identifier("\($0)") } ?? .missing)
    document.field("allows_private", "private network", .boolean(webhook.allowsPrivate))
    document.field("time_limit_seconds", "time limit, s", .integer(webhook.milliseconds / 1_000))
    document.field("state", "state", .text(webhook.state.name))
    document.field("backlog", "waiting", .integer(backlog))
    document.field("delivered", "delivered", .integer(webhook.delivered))
    document.field("delivered_at", "last delivered", webhook.deliveredAt.map(Cell.timestamp) ?? .missing)
    document.field("failures", "failures", .integer(webhook.failures))
    document.field("failing_since", "failing since", webhook.failingSince.map(Cell.timestamp) ?? .missing)
    document.field("retry_at", "next try", webhook.retryAt.map(Cell.timestamp) ?? .missing)
    document.field("problem", "problem", webhook.problem.map(Cell.text) ?? .missing)
    document.field("owner", "owner", webhook.owner.map(Cell.text) ?? .missing)
    document.field("tells_users", "says which user", webhook.tellsUsers.map(Cell.boolean) ?? .missing)
    document.field("granted_by", "allowed by", webhook.grantedBy.map(Cell.text) ?? .missing)
  }
}

extension Webhook {
  /// Why it isn't told everything.
  var problem: String? { needsGrant ? "an operator has to let its owner be told of this campaign" : fault }
}
