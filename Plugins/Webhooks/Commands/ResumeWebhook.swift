internal import QixModule

/// `qix webhook resume`
struct ResumeWebhook: Command {
  static let declaration = Declaration(
    "resume", "Resume a webhook, beginning with its pending events.", roles: [.operator, .integrator],
    discussion: """
      For an integrator's webhook, it also allows the integrator to get events of that campaign. From then on the \
      integrator can add more webhooks for that campaign.
      """,
    examples: [
      Example("qix webhook resume whk_01h455vb4pex5vsknk084sn02q", "all pending events"),
      Example("qix webhook resume whk_01h455vb4pex5vsknk084sn02q --skip", "only events from now on"),
    ],
    answer: AnswerShape("webhook.resume/1", Webhook.facts), effect: .changes)

  private let change = WebhookChange()
  @Flag("skip", "Skip the pending events") private var skips: Bool

  func run(in context: Context) throws -> Document {
    try change.run("resume", next: "qix webhook deliver", in: context) { webhook, connection in
      if webhook.needsGrant {
        guard !context.principal.isKeptToItsOwn else {
          throw Failure(
            "shakes.webhook-not-granted", .notAllowed,
            "no operator has allowed the owner of the webhook \(webhook.id) to get events of its campaign",
            hint: "Ask an operator to run \(always: "qix webhook resume \(webhook.id)").")
        }
        webhook.grantedBy = context.principal.name
      }
      // One that waits for its next try is told at once.
      guard webhook.state != .active || webhook.failures > 0 || skips else {
        throw Failure(
          "shakes.webhook-not-paused", .conflict, "the webhook \(webhook.id) is not paused",
          hint: "`qix webhook list` shows the state of each.")
      }
      webhook.state = .active
      (webhook.failures, webhook.failingSince, webhook.retryAt, webhook.fault) = (0, nil, nil, nil)
      webhook.leasedUntil = nil
      if skips { webhook.position = max(webhook.position, try EventLog(connection).last) }
      try webhook.save(in: connection)
    }
  }
}
