package import QixModule

/// Tells programs elsewhere what modules have told.
package enum WebhooksModule: Migrating, CommandProviding, SettingProviding {
  package static let id = "webhooks"
  package static let summary = "Signed webhooks that repeat each event until its receiver accepts it."
  package static let requires = ["shakes", "campaigns", "events"]
  package static let cutFrom: String? = shippedID

  package static let migrations = [
    Migration("v1_take_over_webhooks", sql: PackageResources.v1_take_over_webhooks_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "webhook", "Send events to other programs.",
          [
            .command(AddWebhook.self), .command(ListWebhooks.self), .command(ShowWebhook.self),
            .command(WebhookSecret.self), .command(TestWebhook.self), .command(DeliverWebhooks.self),
            .command(PauseWebhook.self), .command(ResumeWebhook.self), .command(RemoveWebhook.self),
          ]))
    ]
  }

  package static var settings: [any DeclaredSetting] { [giveUp] }

  /// Days.
  static let giveUp = Setting.integer(
    "shakes.webhook-give-up", "Days after which a webhook that doesn't answer is paused.", placeholder: "DAYS",
    default: 3, in: 1...30)

  /// The id in what has shipped: error codes, and the owner of the keys in the vault, which can't be given to another.
  static let shippedID = "shakes"
}
