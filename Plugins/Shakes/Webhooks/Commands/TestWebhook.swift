internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// `qix webhook test`
struct TestWebhook: OldCommand {
  static let declaration = Declaration(
    "test", "Send a webhook an event of the type webhook.test now.", roles: [.operator, .integrator],
    discussion: "It is signed like all others, and changes nothing about what waits.", parameters: [WebhookOptions.id],
    examples: [Example("qix webhook test whk_01h455vb4pex5vsknk084sn02q", "whether its receiver takes it")],
    effect: .changes)

  private let id: WebhookID
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    id = try arguments.require(WebhookOptions.id)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let webhook = try context.database.read { try Webhook.find(id, for: context.principal, in: $0) }
    let sender = try WebhookSender(webhook, store: try context.service(Secrets.store), in: context)
    let now = context.clock.now()
    var generator = IdentifierGenerator(random: context.random)
    let event: EventID = generator.next(at: now)
    let start = context.clock.monotonicMicroseconds()
    var answer: WebhookSender.Answer?
    if !isDryRun {
      try context.readAudit.record("shakes.webhook-test", "\(id)", reason ?? "a test")
      answer = try sender.send(id: "\(event)", body: Self.body(event, at: now))
    }
    var document = Document("webhook.test/1")
    document.primary = "\(event)"
    document.field("webhook", "webhook", .identifier("\(id)"))
    document.field("event", "event", .identifier("\(event)"))
    document.field("taken", "taken", answer.map { .boolean($0.isTaken) } ?? .missing)
    document.field("milliseconds", "ms", .integer((context.clock.monotonicMicroseconds() - start) / 1_000))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    switch answer {
    case nil: context.terminal.note("Nothing was sent.")
    case .taken(let status): context.terminal.note("It was taken, with status \(status).")
    case .gone: throw WebhookError.notTaken("its receiver says that it is gone (status 410)")
    case .failed(let problem): throw WebhookError.notTaken(problem)
    }
  }

  private static func body(_ event: EventID, at now: Timestamp) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("id", "\(event)")
    writer.member("type", "webhook.test")
    writer.member("at", "\(now)")
    writer.key("data")
    writer.beginObject()
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}

extension WebhookSender.Answer {
  fileprivate var isTaken: Bool { if case .taken = self { true } else { false } }
}
