internal import CampaignsContract
internal import QixShake

/// The campaign that a command is about.
struct CampaignNamed {
  @Positional("campaign", .named(CampaignID.self), "Its name, or cmp_…") var reference: String
}

extension Campaign {
  static let named: [Field<Campaign>] = [
    Field("campaign", .text) { $0.name },
    Field("id", .id) { $0.id },
  ]

  /// The fields that every answer about one campaign begins with.
  static let head: [Field<Campaign>] = named + [Field("state", .text) { $0.state.name }]

  static let names: [Field<Campaign>] = [
    Field("brand", .text) { $0.brand },
    Field("title", .text) { $0.title },
  ]

  static let period: [Field<Campaign>] = [
    Field("start", .time) { $0.start },
    Field("end", .time) { $0.end },
  ]

  /// The remedy for a period that is over before the campaign has begun; nil where it isn't.
  func remedyForPeriod(at now: Timestamp) -> Sentence? {
    guard state == .draft, end <= now else { return nil }
    return "its period ended at \(end); move the end with `qix campaign schedule \(name) --end TIME`."
  }

  /// What is wrong with an award that nothing holds down, and the remedy; nil where something does. What has begun takes
  /// no rule that leaves users less, so its remedy is another campaign.
  func lackOfCeiling(_ types: [String: any ShakeType.Type]) -> (problem: String, remedy: String)? {
    guard case .perUnit(_, nil) = award, caps.coinsPerUser == nil, caps.coinsPerDay == nil else { return nil }
    let isBound = self.types.allSatisfy { use in
      guard let type = types[use.type] else { return true }
      var faults: [(name: String, problem: String)] = []
      return type.init(ShakeSettings(use.settings, for: type.settings, faults: &faults)).boundsUnits
    }
    guard !isBound else { return nil }
    return (
      "one shake can win the whole budget",
      state == .draft
        ? "Set 'most' in the award, or give the campaign the cap 'coins-per-user'."
        : "A campaign that has begun can't get a new limit. Make a copy that has one with "
          + "`qix campaign copy \(name) NEW-NAME --cap-coins-per-user N`. End this one with `qix campaign end \(name)`."
    )
  }

  /// Warns of an award that nothing holds down.
  func warnOfCeiling(_ types: [String: any ShakeType.Type], in document: inout Document) {
    if let (problem, remedy) = lackOfCeiling(types) { document.warn("\(problem). \(remedy)") }
  }
}
