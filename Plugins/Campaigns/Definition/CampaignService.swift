internal import CampaignsContract
internal import PicturesContract
internal import QixDefinitions
internal import QixShake

/// Reads and checks descriptions of campaigns with all that is installed.
struct CampaignService {
  let types: [String: any ShakeType.Type]

  let rules: RuleBook

  private let pictures: PictureLinks

  let clock: any Clock

  init(_ context: Context) throws {
    types = try ShakeTypes.all(of: context.registry)
    rules = RuleBook(context)
    pictures = try PictureLinks(context)
    clock = context.clock
  }

  /// Reads and checks a description.
  /// - Parameters:
  ///   - isNew: whether its name must not be taken yet.
  ///   - former: the picture before. One that was removed since keeps no other part from being changed.
  /// - Throws: `CampaignError.faulty(_:in:)` with every fault that it has.
  func checked(
    _ value: JSONValue, from source: FaultSource, isNew: Bool, former: String? = nil, in connection: Connection
  ) throws -> CampaignDraft {
    var reader = CampaignReader()
    let draft = reader.read(value)
    try CampaignCheck(types: types, rules: rules, connection: connection).run(draft, isNew: isNew, &reader.faults)
    if draft.picture != former { try pictures.check(draft.picture, in: connection, &reader.faults) }
    guard reader.faults.all.isEmpty else { throw CampaignError.faulty(reader.faults, in: source) }
    return draft
  }

  /// Makes sure that a campaign that was fine when it was made still is. A picture that was removed since keeps a draft
  /// from its start, and no pause from its end.
  func recheck(_ campaign: Campaign, in connection: Connection) throws {
    _ = try checked(
      CampaignWriter.file(campaign), from: .campaignOptions, isNew: false,
      former: campaign.state == .draft ? nil : campaign.picture, in: connection)
  }
}

extension FaultSource {
  /// A campaign that is given by options, or stored.
  static let campaignOptions = FaultSource.options(of: "the campaign", name: CampaignEdit.option(for:))
}
