internal import QixShake

extension ReceiptShake {
  /// Each shake brings a receipt of its own, whose content the settings don't tell.
  func repetition(
    of campaign: CampaignID, from start: Timestamp, until end: Timestamp, in connection: Connection
  ) throws -> Repetition { Repetition(.another, units: rules.units == .receipt ? .one : nil) }
}
