internal import QixModule
internal import VaultContract

/// `qix webhook test`
struct TestWebhook: Command {
  static let declaration = Declaration(
    "test", "Send an event of the type webhook.test to a webhook now.", roles: [.operator, .integrator],
    discussion: "The event is signed like all others. Pending events are not affected.",
    examples: [Example("qix webhook test whk_01h455vb4pex5vsknk084sn02q", "checks whether its receiver accepts it")],
    answer: AnswerShape("webhook.test/1", fields), effect: .changes)

  private static let fields: [Field<(webhook: WebhookID, event: EventID, taken: Bool?, milliseconds: Int64)>] = [
    Field("webhook", .id) { $0.webhook },
    Field("event", .id) { $0.event },
    Field("taken", .boolean) { $0.taken },
    Field("milliseconds", .milliseconds, "ms") { $0.milliseconds },
  ]

  private let named = WebhookNamed()

  func run(in context: Context) throws -> Document {
    let id = named.id
    let webhook = try context.database.read { try Webhook.find(id, for: context.principal, in: $0) }
    let sender = try WebhookSender(webhook, store: try context.service(Secrets.store), in: context)
    let now = context.clock.now()
    var generator = IdentifierGenerator(random: context.random)
    let event = Event(id: generator.next(at: now), type: "webhook.test", at: now, [])
    let start = context.clock.monotonicMicroseconds()
    var answer: WebhookSender.Answer?
    if !context.isDryRun {
      try context.readAudit.record("shakes.webhook-test", "\(id)", context.invocation.reason ?? "a test")
      answer = try sender.send(id: "\(event.id)", body: sender.body(of: event))
    }
    let time = (context.clock.monotonicMicroseconds() - start) / 1_000
    var document = Document(
      "webhook.test/1", Self.fields, of: (webhook: id, event: event.id, taken: answer?.isTaken, milliseconds: time))
    document.primary = "\(event.id)"
    switch answer {
    case nil: break
    case .taken(let status): document.note("The receiver accepted it with status \(status).")
    case .gone: document.failure = WebhookError.notTaken("its receiver answers that it is gone (status 410)")
    case .failed(let problem): document.failure = WebhookError.notTaken(problem)
    }
    return document
  }
}

extension WebhookSender.Answer {
  fileprivate var isTaken: Bool { if case .taken = self { true } else { false } }
}
