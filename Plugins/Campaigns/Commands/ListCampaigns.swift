internal import CampaignsContract
internal import CoinsContract
internal import PicturesContract
internal import QixShake

/// `qix campaign list`
struct ListCampaigns: Command {
  static let declaration = Declaration(
    "list", "List campaigns, the newest first.", roles: [.operator, .integrator, .support, .auditor, .user],
    examples: [
      Example("qix campaign list --state running", "campaigns that take shakes in their period"),
      Example("qix campaign list --brand Alba --tsv", "one brand, for a script"),
    ],
    answer: AnswerShape("campaign.list/2", "campaigns", rows: fields),
    follows: CampaignsModule.tellingFigures, givenByCustomers: ["brand", "type", "limit", "after"])

  @Option(
    "state", .choice(Campaign.State.allCases.map(\.name)), placeholder: "STATE", "Only campaigns in this state")
  private var state: String?
  @Option("brand", .text, "Only campaigns of this brand") private var brand: String?
  @Option("type", .text, placeholder: "TYPE", "Only campaigns that take this type of shake") private var type: String?
  @Option("at", .moment, "Only campaigns whose period includes this time") private var at: Timestamp?
  private let page = PageOptions("Campaigns", after: .identifier(CampaignID.self), placeholder: "ID")

  private static let fields: [Field<(campaign: Campaign, available: Int64)>] =
    [
      Field("campaign", .text) { $0.campaign.name },
      Field("state", .text) { $0.campaign.state.name },
    ] + (Campaign.names + Campaign.period).of { $0.campaign } + [
      Field("shakes", .text) { $0.campaign.types.map(\.type).joined(separator: ",") },
      Field("available", .coins, "BUDGET", for: .business) { $0.available },
      Field("id", .id) { $0.campaign.id },
      Field("time_zone", .text, shown: { _ in false }) { $0.campaign.timeZone },
      Field("picture", .text, shown: { _ in false }) { $0.campaign.picture },
    ]

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let pictures = try PictureLinks(context)
    let found = try context.database.read { connection in
      // The type is within what is stored as one text, so pages are read until one is full.
      var found: [Campaign] = []
      // Customers see what they can shake in.
      let state = context.principal.isCustomer ? .running : Campaign.State.allCases.first { $0.name == self.state }
      var filter = CampaignStore.Filter(
        state: state, brand: brand, at: at, after: page.after)
      while found.count < page.sought {
        let part = try CampaignStore(connection).list(filter, limit: page.sought)
        found += part.filter { campaign in type.map { type in campaign.types.contains { $0.type == type } } ?? true }
        guard part.count == page.sought, let last = part.last else { break }
        filter.after = last.id
      }
      return try found.prefix(Int(page.sought)).map { campaign in
        var shown = campaign.said(in: context.face.speaking())
        shown.picture = try pictures.address(of: campaign.picture, in: connection)
        return (
          campaign: shown,
          available: try ledger.balance(of: .budget(campaign.budget), in: connection).available
        )
      }
    }
    // A module that is switched off may have left campaigns; a type of which there are none may be a slip.
    let types = try ShakeTypes.all(of: context.registry)
    if found.isEmpty, let type, types[type] == nil {
      let known = types.keys.sorted()
      throw Failure(
        "campaigns.type-not-found", .notFound,
        "there is no type of shake '\(type)'\(Suggestion.clause(for: type, among: known))",
        hint: "The types are: \(known.joined(separator: ", ")). `qix shake types` describes them.")
    }
    var document = Document("campaign.list/2")
    document.page(
      "campaigns", Self.fields, found: found, page, goingOnBehind: { .identifier($0.campaign.id) },
      none: "There are no such campaigns. Create one with `qix campaign create`.")
    return document
  }
}
