internal import QixModule

/// `qix webhook show`
struct ShowWebhook: Command {
  static let declaration = Declaration(
    "show", "Show a webhook.", roles: [.operator, .integrator, .auditor],
    examples: [
      Example("whk=$(qix webhook list --quiet) && qix webhook show \"$whk\"", "its state and last problem")
    ],
    answer: AnswerShape("webhook.show/1", Webhook.facts + added), follows: ["webhook.changed"])

  private static let added = [Field<Webhook.Standing>("added", .time) { $0.webhook.added }]

  private let named = WebhookNamed()

  func run(in context: Context) throws -> Document {
    try context.database.read { connection in
      let webhook = try Webhook.find(named.id, for: context.principal, in: connection)
      return webhook.document("webhook.show/1", backlog: try webhook.backlog(in: connection), and: Self.added)
    }
  }
}
