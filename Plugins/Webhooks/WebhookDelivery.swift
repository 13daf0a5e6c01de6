internal import QixModule
internal import QixNetwork
internal import VaultContract

/// Tells webhooks what stands in the outbox: each in its order, at least once.
///
/// Nothing is sent within a transaction. That an event was taken is written down after it was; a process that ends in
/// between tells it again, with the same id.
struct WebhookDelivery {
  let context: Context
  let store: any SecretStore
  private let feed: any EventFeed
  /// Events that may still be sent.
  var rest: Int
  /// When it was last said which events are still wanted.
  private var tidied: Timestamp?

  /// The outcome for one webhook.
  struct Result: Sendable, Equatable {
    enum Outcome: String, Sendable {
      /// Nothing waits any more.
      case done
      /// The next try is due later.
      case waiting
      case paused
      /// Another process has it in its hands.
      case busy
      /// The limit was reached, or the person stopped it.
      case stopped
    }

    let webhook: WebhookID
    var delivered: Int64 = 0
    var outcome: Outcome
    var fault: String?
    var retryAt: Timestamp?
  }

  /// Microseconds for which a process has a webhook in its hands, renewed with each event: longer than any delivery.
  static let lease: Int64 = 60_000_000
  /// From ten seconds to an hour.
  static let backoff = Backoff(shortest: 10_000_000, longest: 3_600_000_000)
  /// Microseconds between two looks into the outbox.
  static let pause: UInt32 = 250_000
  /// Events that are read at a time.
  private static let page = 100

  init(_ context: Context, limit: Int = .max) throws {
    self.context = context
    store = try context.service(Secrets.store)
    feed = try context.service(Events.feed)
    rest = limit
  }

  /// Tells all webhooks, one after the other, what is due.
  mutating func deliverAll() throws -> [Result] {
    let webhooks = try context.database.read { try Webhook.all(for: context.principal, in: $0) }
    var results: [Result] = []
    for webhook in webhooks {
      do {
        results.append(try deliver(webhook.id))
      } catch WebhookError.notFound {
        // Somebody has removed it since.
        continue
      }
    }
    let now = context.clock.now()
    // A look that has found nothing writes nothing, but now and then.
    let isDue = tidied.map { !($0...$0.advanced(byMicroseconds: Self.lease)).contains(now) } ?? true
    guard isDue || results.contains(where: { $0.delivered > 0 }) else { return results }
    tidied = now
    _ = try context.database.bookkeep { connection in
      try Webhook.keepEvents(in: connection)
      try EventLog(connection).tidy(at: now)
    }
    return results
  }

  mutating func deliver(_ id: WebhookID) throws -> Result {
    let now = context.clock.now()
    let looked = try context.database.read { try look(id, at: now, in: $0) }
    if let result = looked { return result }
    guard var webhook = try take(id, at: now) else { return Result(webhook: id, outcome: .busy) }
    let sender: WebhookSender
    do {
      sender = try WebhookSender(webhook, store: store, in: context)
    } catch let error as WebhookError {
      return try fail(&webhook, error.description, Result(webhook: id, outcome: .waiting))
    }
    return try run(&webhook, sender)
  }

  /// The answer where there is nothing to deliver; nil where there is something to do.
  private func look(_ id: WebhookID, at now: Timestamp, in connection: Connection) throws -> Result? {
    let webhook = try Webhook.find(id, in: connection)
    if webhook.state != .active { return Result(webhook: id, outcome: .paused, fault: webhook.fault) }
    if try webhook.backlog(in: connection) == 0 { return Result(webhook: id, outcome: .done) }
    if let retry = webhook.retryAt, now < retry {
      return Result(webhook: id, outcome: .waiting, fault: webhook.fault, retryAt: retry)
    }
    if isLeased(webhook, at: now) { return Result(webhook: id, outcome: .busy) }
    return nil
  }

  private func isLeased(_ webhook: Webhook, at now: Timestamp) -> Bool {
    guard let until = webhook.leasedUntil else { return false }
    // A lease from a time to come was made before the clock was set back.
    return now < until && until <= now.advanced(byMicroseconds: Self.lease)
  }

  /// Takes a webhook in one's hands; nil where somebody else was faster.
  private func take(_ id: WebhookID, at now: Timestamp) throws -> Webhook? {
    var taken: Webhook?
    try note(id, "shakes.webhook-lease") { connection in
      var webhook = try Webhook.find(id, in: connection)
      guard webhook.state == .active, !isLeased(webhook, at: now) else { return }
      webhook.leasedUntil = now.advanced(byMicroseconds: Self.lease)
      try webhook.save(in: connection)
      taken = webhook
    }
    return taken
  }

  private mutating func run(_ webhook: inout Webhook, _ sender: WebhookSender) throws -> Result {
    var result = Result(webhook: webhook.id, outcome: .done)
    while true {
      let position = webhook.position
      let page = try context.database.read { try feed.page(after: position, limit: Self.page, in: $0) }
      if page.position == position {
        guard let type = page.unknown else { return try release(&webhook, result) }
        // Of no interest to it, whoever told it.
        guard webhook.events.contains(type) else {
          webhook.position = try context.database.read { try EventLog($0).page(after: position, limit: 1)[0].id }
          continue
        }
        let error = Failure(
          "webhooks.source-missing", .failed, "events of the type '\(type)' are pending, but their module is disabled",
          hint: "Enable the module, or skip the events with `qix webhook resume WEBHOOK --skip`.")
        return try fail(&webhook, error.description, result)
      }
      for event in page.events {
        guard webhook.wants(event) else { continue }
        guard rest > 0, !context.face.interruption.isRequested else {
          result.outcome = .stopped
          return try release(&webhook, result)
        }
        rest -= 1
        let answer: WebhookSender.Answer
        do {
          answer = try sender.send(id: "\(event.id)", body: sender.body(of: event))
        } catch let error as any Diagnosable where error.category == .interrupted {
          result.outcome = .stopped
          return try release(&webhook, result)
        }
        switch answer {
        case .taken:
          result.delivered += 1
          guard try mark(event.id, of: &webhook) else {
            result.outcome = .busy
            return result
          }
        case .gone:
          result.outcome = .paused
          webhook.state = .gone
          webhook.fault = "its receiver answers that it is gone (status 410)"
          result.fault = webhook.fault
          return try release(&webhook, result, action: "shakes.webhook-gone")
        case .failed(let fault): return try fail(&webhook, fault, result)
        }
      }
      webhook.position = page.position
    }
  }

  /// Writes down that an event was taken.
  /// - Returns: false where somebody has changed the webhook, or has it in their hands by now.
  private func mark(_ event: EventID, of webhook: inout Webhook) throws -> Bool {
    let now = context.clock.now()
    let lease = webhook.leasedUntil
    webhook.position = event
    webhook.delivered += 1
    webhook.deliveredAt = now
    (webhook.failures, webhook.failingSince, webhook.retryAt, webhook.fault) = (0, nil, nil, nil)
    webhook.leasedUntil = now.advanced(byMicroseconds: Self.lease)
    return try keep(webhook, after: lease, "shakes.webhook-deliver")
  }

  private func fail(_ webhook: inout Webhook, _ fault: String, _ result: Result) throws -> Result {
    var result = result
    let now = context.clock.now()
    let days = try context.database.read { try $0.value(of: WebhooksModule.giveUp) }
    webhook.failures += 1
    webhook.failingSince = webhook.failingSince ?? now
    webhook.fault = fault
    webhook.retryAt = now.advanced(
      byMicroseconds: Self.backoff.microseconds(failures: webhook.failures, random: context.random))
    result.fault = fault
    result.retryAt = webhook.retryAt
    result.outcome = .waiting
    if let since = webhook.failingSince, now >= since.advanced(byMicroseconds: days * Timestamp.day) {
      webhook.state = .gaveUp
      result.outcome = .paused
      result.retryAt = nil
      return try release(&webhook, result, action: "shakes.webhook-give-up")
    }
    return try release(&webhook, result)
  }

  /// Gives it out of one's hands.
  /// - Parameter action: for the audit log, where it is a change that somebody should know of.
  private func release(_ webhook: inout Webhook, _ result: Result, action: String? = nil) throws -> Result {
    let lease = webhook.leasedUntil
    webhook.leasedUntil = nil
    guard let action else {
      _ = try keep(webhook, after: lease, "shakes.webhook-deliver")
      return result
    }
    let webhook = webhook
    try context.database.write(Change(action, subject: "\(webhook.id)")) { connection, _ in
      guard try isOurs(webhook.id, lease, in: connection) else { return }
      try webhook.save(in: connection)
    }
    return result
  }

  private func keep(_ webhook: Webhook, after lease: Timestamp?, _ action: String) throws -> Bool {
    var isOurs = false
    try note(webhook.id, action) { connection in
      isOurs = try self.isOurs(webhook.id, lease, in: connection)
      if isOurs { try webhook.save(in: connection) }
    }
    return isOurs
  }

  /// Whether it is still in our hands: it may have been removed, paused, or taken over.
  private func isOurs(_ id: WebhookID, _ lease: Timestamp?, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM webhooks_webhooks WHERE id = \(id) AND leased_until = \(lease) AND state = 1")
  }

  /// Bookkeeping, without an entry in the audit log; where others are writing it waits for its turn, which gets one.
  private func note(_ id: WebhookID, _ action: String, _ body: (Connection) throws -> Void) throws {
    if try context.database.bookkeep(body) { return }
    try context.database.write(Change(action, subject: "\(id)")) { connection, _ in try body(connection) }
  }
}
