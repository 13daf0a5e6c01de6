package import QixShake

extension ScanShakeModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "product delete": "product remove",
      "product search": "product find",
    ]
  }
}
