internal import Glibc
internal import QixModule

/// `qix webhook deliver`
struct DeliverWebhooks: Command {
  static let declaration = Declaration(
    "deliver", "Tell the webhooks what has happened since.", roles: [.operator, .integrator],
    discussion: """
      Each is told in order, and until it has taken an event it gets no later one. What isn't taken is tried again after \
      ten seconds, then after twice as long each time, up to an hour; a run that leaves such behind ends with exit code \
      75. After the days that shakes.webhook-give-up says a webhook is paused. Several runs at once don't get into each \
      other's way.
      """,
    examples: [
      Example("qix webhook deliver", "what is due, for a timer"),
      Example("qix webhook deliver --watch", "as a service"),
    ],
    answer: """
      webhook.deliver/1: webhooks [webhook id, delivered integer, outcome text, retry_at time?, problem text?]
      """, effect: .changes,
    route: .local("it is for the machine's own timers, and may run for ever"))

  @Flag("watch", "Go on until Ctrl-C, for a service") private var watches: Bool
  @Option("limit", .integer(in: 1...1_000_000_000), placeholder: "N", "Send so many events at most")
  private var limit: Int?

  /// The outcome for one webhook, real or foreseen.
  private struct Row: Sendable {
    let webhook: WebhookID
    let delivered: Int64
    let outcome: String
    let retryAt: Timestamp?
    let fault: String?

    static let fields: [RowField<Row>] = [
      RowField("webhook") { .identifier($0.webhook) },
      RowField(number: "delivered") { .integer($0.delivered) },
      RowField("outcome") { .text($0.outcome) },
      RowField("retry_at", "NEXT TRY") { .timestamp($0.retryAt) },
      RowField("problem") { .text($0.fault) },
    ]
  }

  func run(in context: Context) throws -> Document {
    if context.isDryRun { return try foresee(in: context) }
    context.face.catchInterruption()
    var delivery = try WebhookDelivery(context, limit: limit ?? .max)
    var results = try delivery.deliverAll()
    while watches, delivery.rest > 0, !context.face.interruption.isRequested {
      usleep(WebhookDelivery.pause)
      results = Self.joined(results, try delivery.deliverAll())
    }
    var document = Self.document(
      results.map {
        Row(
          webhook: $0.webhook, delivered: $0.delivered, outcome: $0.outcome.rawValue, retryAt: $0.retryAt,
          fault: $0.fault)
      })
    // A service ends by being interrupted; a run that is has not done its work.
    guard !watches else { return document }
    let waiting = results.count { $0.outcome == .waiting || $0.outcome == .busy }
    if waiting > 0 {
      document.failure = Failure(
        "shakes.webhooks-waiting", .busy,
        "\(waiting) \(waiting == 1 ? "webhook has" : "webhooks have") not taken everything",
        hint: "`qix webhook list` says why, and when it is tried again. Run this again then.")
    }
    if context.face.interruption.isRequested { document.failure = Interrupted() }
    return document
  }

  /// Foresees the deliveries, as far as that is possible without sending.
  private func foresee(in context: Context) throws -> Document {
    guard !watches else { throw UsageError("--watch does not go with --dry-run") }
    var document = Self.document(
      try context.database.read { connection in
        try Webhook.all(for: context.principal, in: connection).map { webhook in
          let isActive = webhook.state == .active
          return Row(
            webhook: webhook.id, delivered: isActive ? try webhook.backlog(in: connection) : 0,
            outcome: isActive ? "would-deliver" : WebhookDelivery.Result.Outcome.paused.rawValue,
            retryAt: webhook.retryAt, fault: webhook.fault)
        }
      })
    document.note("Up to so many events would be sent.")
    return document
  }

  private static func document(_ rows: [Row]) -> Document {
    var document = Document("webhook.deliver/1")
    document.table("webhooks", Row.fields, rows: rows)
    if rows.isEmpty { document.note("There are no webhooks; add one with `qix webhook add`.") }
    return document
  }

  /// The latest result of each, with what was delivered before.
  private static func joined(
    _ before: [WebhookDelivery.Result], _ after: [WebhookDelivery.Result]
  ) -> [WebhookDelivery.Result] {
    after.map { result in
      var result = result
      result.delivered += before.first { $0.webhook == result.webhook }?.delivered ?? 0
      return result
    }
  }
}
