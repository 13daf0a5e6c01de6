package import QixModule

extension NoticesModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "notice show": "notice list",
      "notice deliver": "notice send",
      "notice settings": "notice choices",
      "notice subscribe": "notice choose",
      "notice unsubscribe": "notice stop",
      "notice hours": "notice quiet",
    ]
  }
}
