internal import Glibc
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix webhook deliver`
struct DeliverWebhooks: OldCommand {
  private static let watch = OldFlag("watch", "Go on until Ctrl-C, for a service")
  private static let limit = OldOption(
    "limit", .integer(in: 1...1_000_000_000), placeholder: "N", "Send so many events at most")

  static let declaration = Declaration(
    "deliver", "Tell the webhooks what has happened since.", roles: [.operator, .integrator],
    discussion: """
      Each is told in order, and until it has taken an event it gets no later one. What isn't taken is tried again after \
      ten seconds, then after twice as long each time, up to an hour; a run that leaves such behind ends with exit code \
      75. After the days that shakes.webhook-give-up says a webhook is paused. Several runs at once don't get into each \
      other's way.
      """,
    parameters: [watch, limit],
    examples: [
      Example("qix webhook deliver", "what is due, for a timer"),
      Example("qix webhook deliver --watch", "as a service"),
    ], effect: .changes)

  private let watches: Bool
  private let limit: Int
  private let isDryRun: Bool

  init(_ arguments: Arguments) throws {
    watches = arguments[Self.watch]
    limit = arguments[Self.limit] ?? .max
    isDryRun = arguments.isDryRun
    if watches, isDryRun { throw UsageError("--watch does not go with --dry-run") }
  }

  /// Microseconds between two looks into the outbox.
  private static let pause: UInt32 = 250_000

  func run(in context: Context) throws {
    if isDryRun { return try show(in: context) }
    context.terminal.catchInterruption()
    var delivery = try WebhookDelivery(context, limit: limit)
    var results = try delivery.deliverAll()
    while watches, delivery.rest > 0, !context.terminal.interruption.isRequested {
      usleep(Self.pause)
      results = Self.joined(results, try delivery.deliverAll())
    }
    try emit(results.map { ("\($0.webhook)", $0.delivered, $0.outcome.rawValue, $0.retryAt, $0.fault) }, in: context)
    // A service ends by being interrupted; a run that is has not done its work.
    if !watches { try context.terminal.interruption.check() }
    let waiting = results.count { $0.outcome == .waiting || $0.outcome == .busy }
    guard waiting == 0 || watches else { throw WebhookError.waiting(waiting) }
  }

  /// What would be sent, as far as that is known without sending.
  private func show(in context: Context) throws {
    let rows = try context.database.read { connection in
      try Webhook.all(for: context.principal, in: connection).map { webhook in
        let outcome = webhook.state == .active ? "would-deliver" : WebhookDelivery.Result.Outcome.paused.rawValue
        let backlog = try webhook.backlog(in: connection)
        return ("\(webhook.id)", webhook.state == .active ? backlog : 0, outcome, webhook.retryAt, webhook.fault)
      }
    }
    try emit(rows, in: context)
    context.terminal.note("Nothing was sent. Up to so many events would be.")
  }

  private func emit(
    _ rows: [(String, Int64, String, Timestamp?, String?)], in context: Context
  ) throws {
    var document = Document("webhook.deliver/1")
    document.table(
      "webhooks",
      columns: [
        Column("webhook", "WEBHOOK"), Column("delivered", "DELIVERED", alignment: .trailing),
        Column("outcome", "OUTCOME"), Column("retry_at", "NEXT TRY"), Column("problem", "PROBLEM"),
      ],
      rows: rows.map { id, delivered, outcome, retry, fault in
        [
          .identifier(id), .integer(delivered), .text(outcome), retry.map(Cell.timestamp) ?? .missing,
          fault.map(Cell.text) ?? .missing,
        ]
      })
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if rows.isEmpty { context.terminal.note("There are no webhooks; add one with `qix webhook add`.") }
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
