package import QixModule

extension ShakesModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "shake create": "shake send",
      "shake why": "shake explain",
    ]
  }
}
