internal import CampaignsContract
internal import QixDefinitions
internal import QixShake

/// Reads and checks descriptions of campaigns with all that is installed.
struct CampaignService {
  let types: [String: any ShakeType.Type]

  let rules: RuleBook

  let clock: any Clock

  init(_ context: Context) throws {
    types = try ShakeTypes.all(of: context.registry)
    rules = RuleBook(context)
    clock = context.clock
  }

  /// Reads and checks a description.
  /// - Parameter isNew: whether its name must not be taken yet.
  /// - Throws: `CampaignError.faulty(_:in:)` with every fault that it has.
  func checked(
    _ value: JSONValue, from source: FaultSource, isNew: Bool, in connection: Connection
  ) throws -> CampaignDraft {
    var reader = CampaignReader()
    let draft = reader.read(value)
    try CampaignCheck(types: types, rules: rules, connection: connection).run(draft, isNew: isNew, &reader.faults)
    guard reader.faults.all.isEmpty else { throw CampaignError.faulty(reader.faults, in: source) }
    return draft
  }

  /// Makes sure that a campaign that was fine when it was made still is.
  func recheck(_ campaign: Campaign, in connection: Connection) throws {
    _ = try checked(CampaignWriter.file(campaign), from: .campaignOptions, isNew: false, in: connection)
  }
}

extension FaultSource {
  /// A campaign that is given by options, or stored.
  static let campaignOptions = FaultSource.options(of: "the campaign", name: CampaignEdit.option(for:))
}
