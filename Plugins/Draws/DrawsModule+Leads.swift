package import QixModule

extension DrawsModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "raffle add": "raffle create",
      "raffle new": "raffle create",
      "raffle join": "raffle enter",
      "raffle close": "raffle freeze",
      "lottery": "raffle",
    ]
  }
}
