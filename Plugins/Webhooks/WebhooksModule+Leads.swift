package import QixModule

extension WebhooksModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "webhook create": "webhook add",
      "webhook delete": "webhook remove",
      "webhook stop": "webhook pause",
      "webhook start": "webhook resume",
      "webhook retry": "webhook deliver",
    ]
  }
}
