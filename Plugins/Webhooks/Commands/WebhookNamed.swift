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
  static let facts: [RowField<Standing>] = [
    RowField("webhook") { .identifier($0.webhook.id) },
    RowField("url") { .text($0.webhook.url.text) },
    RowField("events") { .text($0.webhook.events.joined(separator: ",")) },
    RowField("campaign") { .identifier($0.webhook.campaign) },
    RowField("allows_private", "PRIVATE NETWORK") { .boolean($0.webhook.allowsPrivate) },
    RowField("time_limit_seconds", "TIME LIMIT, S") { .integer($0.webhook.milliseconds / 1_000) },
    RowField("state") { .text($0.webhook.state.name) },
    RowField(number: "backlog", "WAITING") { .integer($0.backlog) },
    RowField(number: "delivered") { .integer($0.webhook.delivered) },
    RowField("delivered_at", "LAST DELIVERED") { .timestamp($0.webhook.deliveredAt) },
    RowField(number: "failures") { .integer($0.webhook.failures) },
    RowField("failing_since") { .timestamp($0.webhook.failingSince) },
    RowField("retry_at", "NEXT TRY") { .timestamp($0.webhook.retryAt) },
    RowField("problem") { .text($0.webhook.problem) },
    RowField("owner") { .text($0.webhook.owner) },
    RowField("tells_users", "NAMES USERS") { $0.webhook.tellsUsers.map(Cell.boolean) ?? .missing },
    RowField("granted_by", "ALLOWED BY") { .text($0.webhook.grantedBy) },
  ]

  /// A row of the list.
  static let fields: [RowField<Standing>] = {
    let listed: Set = [
      "webhook", "url", "events", "state", "backlog", "delivered", "failures", "retry_at", "problem", "owner",
    ]
    return facts.filter { listed.contains($0.column.key) }
  }()

  func document(_ schema: String, backlog: Int64) -> Document {
    var document = Document(schema)
    document.primary = "\(id)"
    document.fields(Self.facts, of: (webhook: self, backlog: backlog))
    return document
  }

  /// The reason why the webhook doesn't get all events; nil if it does.
  var problem: String? { needsGrant ? "an operator must allow its owner to get events of this campaign" : fault }
}
