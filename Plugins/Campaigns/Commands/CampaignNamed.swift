internal import CampaignsContract
internal import QixShake

/// The campaign that a command is about.
struct CampaignNamed {
  @Positional("campaign", .named(CampaignID.self), "Its name, or cmp_…") var reference: String
}

extension Campaign {
  /// The fields that every answer about one campaign begins with.
  func document(_ schema: String) -> Document {
    var document = Document(schema)
    document.primary = name
    document.field("campaign", .text(name))
    document.field("id", .identifier(id))
    document.field("state", .text(state.name))
    return document
  }

  /// The remedy for a period that is over before the campaign has begun; nil where it isn't.
  func remedyForPeriod(at now: Timestamp) -> String? {
    guard state == .draft, end <= now else { return nil }
    return "its period was over at \(end); `qix campaign schedule \(name) --end TIME` moves it."
  }

  /// The remedy for an award that nothing holds down, so that one shake can win the whole budget; nil where something does.
  func remedyForCeiling(_ types: [String: any ShakeType.Type]) -> String? {
    guard case .perUnit(_, nil) = award, caps.coinsPerUser == nil, caps.coinsPerDay == nil else { return nil }
    let isBound = self.types.allSatisfy { use in
      guard let type = types[use.type] else { return true }
      var faults: [(name: String, problem: String)] = []
      return type.init(ShakeSettings(use.settings, for: type.settings, faults: &faults)).boundsUnits
    }
    return isBound
      ? nil : "one shake can win the whole budget; give the award a 'most', or the caps 'coins-per-user'."
  }
}
