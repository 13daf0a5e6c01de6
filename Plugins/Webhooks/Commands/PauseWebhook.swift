internal import QixModule

/// `qix webhook pause`
struct PauseWebhook: Command {
  static let declaration = Declaration(
    "pause", "Pause a webhook: it gets no events until it is resumed.", roles: [.operator, .integrator],
    discussion: "Events during the pause are kept, and sent after it.",
    examples: [
      Example(
        "whk=$(qix webhook list --quiet) && qix webhook pause \"$whk\" --reason 'their maintenance'", "nothing is lost")
    ],
    answer: AnswerShape("webhook.pause/1", Webhook.facts), effect: .changes)

  private let change = WebhookChange()

  func run(in context: Context) throws -> Document {
    try change.run("pause", next: "qix webhook resume \(change.id)", in: context) { webhook, connection in
      guard webhook.state == .active else {
        throw Failure(
          "shakes.webhook-paused", .conflict, "the webhook \(webhook.id) is already paused",
          hint: "`qix webhook list` shows the state of each.")
      }
      webhook.state = .paused
      try webhook.save(in: connection)
    }
  }
}
