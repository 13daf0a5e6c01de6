internal import QixModule
internal import QixNetwork

/// The one subject of the commands about a webhook.
struct WebhookNamed {
  @Positional("webhook", .identifier(WebhookID.self), "The webhook's whk_…") var id: WebhookID
}

extension Webhook {
  /// A webhook, and how many events wait for it.
  typealias Standing = (webhook: Webhook, backlog: Int64)

  /// All that is known of one.
  static let facts: [Field<Standing>] = [
    Field("webhook", .id) { $0.webhook.id },
    Field("url", .text) { $0.webhook.url.text },
    Field("events", .text) { $0.webhook.events.joined(separator: ",") },
    Field("campaign", .id) { $0.webhook.campaign },
    Field("allows_private", .boolean, "PRIVATE NETWORK") { $0.webhook.allowsPrivate },
    Field("time_limit_seconds", .seconds.leading, "TIME LIMIT, S") { $0.webhook.milliseconds / 1_000 },
    Field("state", .text) { $0.webhook.state.name },
    Field("backlog", .integer, "WAITING") { $0.backlog },
    Field("delivered", .integer) { $0.webhook.delivered },
    Field("delivered_at", .time, "LAST DELIVERED") { $0.webhook.deliveredAt },
    Field("failures", .integer) { $0.webhook.failures },
    Field("failing_since", .time) { $0.webhook.failingSince },
    Field("retry_at", .time, "NEXT TRY") { $0.webhook.retryAt },
    Field("problem", .text) { $0.webhook.problem },
    Field("owner", .text) { $0.webhook.owner },
    Field("tells_users", .boolean, "NAMES USERS") { $0.webhook.tellsUsers },
    Field("granted_by", .text, "ALLOWED BY") { $0.webhook.grantedBy },
  ]

  /// A row of the list.
  static let fields: [Field<Standing>] = {
    let listed: Set = [
      "webhook", "url", "events", "state", "backlog", "delivered", "failures", "retry_at", "problem", "owner",
    ]
    return facts.filter { listed.contains($0.column.key) }
  }()

  func document(_ schema: String, backlog: Int64, and more: [Field<Standing>] = []) -> Document {
    var document = Document(schema, Self.facts + more, of: (webhook: self, backlog: backlog))
    document.primary = "\(id)"
    return document
  }

  /// The reason why the webhook doesn't get all events; nil if it does.
  var problem: String? { needsGrant ? "an operator must allow its owner to get events of this campaign" : fault }
}
