internal import Glibc
internal import QixModule

/// `qix webhook deliver`
struct DeliverWebhooks: Command {
  static let declaration = Declaration(
    "deliver", "Send pending events to the webhooks.", roles: [.operator, .integrator],
    discussion: """
      Each webhook gets its events in order; the next event waits until the last one was accepted. A failed event is \
      sent again after ten seconds, then after twice as long each time, up to an hour. If such events remain, it ends \
      with \(exit: .busy). After the days in shakes.webhook-give-up a webhook is paused. Several runs can work at the \
      same time.
      """,
    examples: [
      Example("qix webhook deliver", "everything due, for a timer"),
      Example("qix webhook deliver --watch", "as a service"),
    ],
    answer: AnswerShape("webhook.deliver/1", "webhooks", rows: Row.fields), effect: .changes,
    route: .local("it is for timers of this machine, and may run without end"))

  @Flag("watch", "Continue until Ctrl-C, for a service") private var watches: Bool
  @Option("limit", .integer(in: 1...1_000_000_000), placeholder: "N", "Send at most this many events")
  private var limit: Int?

  /// The outcome for one webhook, real or foreseen.
  private struct Row: Sendable {
    let webhook: WebhookID
    let delivered: Int64
    let outcome: String
    let retryAt: Timestamp?
    let fault: String?

    static let fields: [Field<Row>] = [
      Field("webhook", .id) { $0.webhook },
      Field("delivered", .integer) { $0.delivered },
      Field("outcome", .text) { $0.outcome },
      Field("retry_at", .time, "NEXT TRY") { $0.retryAt },
      Field("problem", .text) { $0.fault },
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
        "\(waiting.counted("webhook has", "webhooks have")) pending events",
        hint: "`qix webhook list` shows the reason and the time of the next attempt. Run this command again then.")
    }
    if context.face.interruption.isRequested { document.failure = Interrupted() }
    return document
  }

  /// Foresees the deliveries, as far as that is possible without sending.
  private func foresee(in context: Context) throws -> Document {
    guard !watches else { throw UsageError("--watch and --dry-run can't be given together") }
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
    document.note("At most this many events would be sent.")
    return document
  }

  private static func document(_ rows: [Row]) -> Document {
    var document = Document("webhook.deliver/1")
    document.table("webhooks", Row.fields, rows: rows)
    if rows.isEmpty { document.note("There are no webhooks. Add one with `qix webhook add`.") }
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
