package import QixShake

extension ReceiptShakeModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "receipt approve": "receipt review approve",
      "receipt reject": "receipt review reject",
      "receipt correct": "receipt review correct",
      "receipt search": "receipt find",
    ]
  }
}
