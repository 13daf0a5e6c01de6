package import QixModule

extension ShakesModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "shake create": "shake send",
      "shake why": "shake explain",
      "webhook create": "webhook add",
      "webhook delete": "webhook remove",
      "webhook stop": "webhook pause",
      "webhook start": "webhook resume",
      "webhook retry": "webhook deliver",
      "directive create": "directive add",
      "directive delete": "directive remove",
    ]
  }
}
