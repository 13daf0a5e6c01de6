internal import CampaignsContract
internal import CoinsContract
internal import QixShake

/// `qix campaign list`
struct ListCampaigns: Command {
  static let declaration = Declaration(
    "list", "List campaigns, the newest first.", roles: [.operator, .integrator, .support, .auditor, .user],
    examples: [
      Example("qix campaign list --state running", "those that take shakes in their period"),
      Example("qix campaign list --brand Alba --tsv", "of one brand, for a script"),
    ],
    answer: """
      campaign.list/2: campaigns [campaign text, state text, brand text, title text, start time, end time, shakes
      text, available coins?, id id]
      """, givenByCustomers: ["brand", "type", "limit", "after"])

  @Option(
    "state", .choice(Campaign.State.allCases.map(\.name)), placeholder: "STATE", "Campaigns in this state alone")
  private var state: String?
  @Option("brand", .text, "Campaigns of this brand alone") private var brand: String?
  @Option("type", .text, placeholder: "TYPE", "Campaigns that take this type of shake") private var type: String?
  @Option("at", .moment, "Campaigns whose period holds this moment") private var at: Timestamp?
  @Option("limit", .integer(in: 1...100_000), placeholder: "N", "Campaigns at most", default: "50")
  private var limit: Int64
  @Option(
    "after", .identifier(CampaignID.self), placeholder: "ID", "Go on behind this one, the last of the page before")
  private var after: CampaignID?

  private static let fields: [RowField<(campaign: Campaign, available: Int64)>] = [
    RowField("campaign") { .text($0.campaign.name) },
    RowField("state") { .text($0.campaign.state.name) },
    RowField("brand") { .text($0.campaign.brand) },
    RowField("title") { .text($0.campaign.title) },
    RowField("start") { .timestamp($0.campaign.start) },
    RowField("end") { .timestamp($0.campaign.end) },
    RowField("shakes") { .text($0.campaign.types.map(\.type).joined(separator: ",")) },
    RowField(number: "available", "BUDGET", confidential: .business) { .coins($0.available) },
    RowField("id") { .identifier($0.campaign.id) },
  ]

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let (shown, more) = try context.database.read { connection in
      // The type is within what is stored as one text, so pages are read until one is full.
      var found: [Campaign] = []
      // Customers see what they can shake in.
      let state = context.principal.isCustomer ? .running : Campaign.State.allCases.first { $0.name == self.state }
      var filter = CampaignStore.Filter(
        state: state, brand: brand, at: at, after: after)
      while found.count <= limit {
        let page = try CampaignStore(connection).list(filter, limit: limit + 1)
        found += page.filter { campaign in type.map { type in campaign.types.contains { $0.type == type } } ?? true }
        guard page.count > limit, let last = page.last else { break }
        filter.after = last.id
      }
      let shown = try found.prefix(Int(limit)).map { campaign in
        (campaign: campaign, available: try ledger.balance(of: .budget(campaign.budget), in: connection).available)
      }
      return (shown, found.count > shown.count)
    }
    // A module that is switched off may have left campaigns; a type of which there are none may be a slip.
    let types = try ShakeTypes.all(of: context.registry)
    if shown.isEmpty, let type, types[type] == nil {
      throw CampaignError.noType(type, known: types.keys.sorted())
    }
    var document = Document("campaign.list/2")
    let next = more ? shown.last?.campaign.id : nil
    document.page(next: next.map { .identifier($0) })
    if !shown.isEmpty { document.primary = shown.map(\.campaign.name).joined(separator: "\n") }
    document.table("campaigns", Self.fields, rows: shown)
    if let next {
      document.noteRest("--after", next)
    } else if shown.isEmpty {
      document.note("There are no such campaigns; `qix campaign create` makes one.")
    }
    return document
  }
}
