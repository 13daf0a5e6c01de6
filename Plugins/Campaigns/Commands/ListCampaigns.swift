internal import CampaignsContract
internal import CoinsContract
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix campaign list`
struct ListCampaigns: OldCommand {
  private static let state = OldOption(
    "state", .choice(Campaign.State.allCases.map(\.name)), placeholder: "STATE", "Campaigns in this state alone")
  private static let brand = OldOption("brand", .text, "Campaigns of this brand alone")
  private static let type = OldOption("type", .text, placeholder: "TYPE", "Campaigns that take this type of shake")
  private static let at = OldOption("at", .timestamp, placeholder: "TIME", "Campaigns whose period holds this moment")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Campaigns at most", default: "50")
  private static let after = OldOption(
    "after", .identifier(CampaignID.self), placeholder: "ID", "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List campaigns, the newest first.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [state, brand, type, at, limit, after],
    examples: [
      Example("qix campaign list --state running", "those that take shakes in their period"),
      Example("qix campaign list --brand Alba --tsv", "of one brand, for a script"),
    ])

  private let filter: CampaignStore.Filter
  private let type: String?
  private let limit: Int64

  init(_ arguments: Arguments) throws {
    filter = CampaignStore.Filter(
      state: arguments[Self.state].flatMap { name in Campaign.State.allCases.first { $0.name == name } },
      brand: arguments[Self.brand], at: arguments[Self.at], after: arguments[Self.after])
    type = arguments[Self.type]
    limit = try arguments.require(Self.limit)
  }

  func run(in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    let (shown, more) = try context.database.read { connection in
      // The type is within what is stored as one text, so pages are read until one is full.
      var (found, filter): ([Campaign], CampaignStore.Filter) = ([], filter)
      while found.count <= limit {
        let page = try CampaignStore(connection).list(filter, limit: limit + 1)
        found += page.filter { campaign in type.map { type in campaign.types.contains { $0.type == type } } ?? true }
        guard page.count > limit, let last = page.last else { break }
        filter.after = last.id
      }
      let shown = try found.prefix(Int(limit)).map { campaign in
        (campaign, try ledger.balance(of: .budget(campaign.budget), in: connection).available)
      }
      return (shown, found.count > shown.count)
    }
    // A module that is switched off may have left campaigns; a type of which there are none may be a slip.
    let types = try ShakeTypes.all(of: context.registry)
    if shown.isEmpty, let type, types[type] == nil {
      throw CampaignError.noType(type, known: types.keys.sorted())
    }
    var document = Document("campaign.list/1")
    let next = more ? shown.last?.0.id : nil
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map(\.0.name).joined(separator: "\n") }
    document.table("campaigns", columns: Self.columns, rows: shown.map { Self.cells($0.0, $0.1) })
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("`qix campaign list --after \(next)`")
    } else if shown.isEmpty {
      context.terminal.note("There are no such campaigns; `qix campaign create` makes one.")
    }
  }

  private static let columns = [
    Column("campaign", "CAMPAIGN"), Column("state", "STATE"), Column("brand", "BRAND"), Column("title", "TITLE"),
    Column("start", "START"), Column("end", "END"), Column("shakes", "SHAKES"),
    Column("available", "BUDGET", alignment: .trailing), Column("id", "ID"),
  ]

  private static func cells(_ campaign: Campaign, _ available: Int64) -> [Cell] {
    [
      .text(campaign.name), .text(campaign.state.name), .text(campaign.brand), .text(campaign.title),
      .timestamp(campaign.start), .timestamp(campaign.end), .text(campaign.types.map(\.type).joined(separator: ",")),
      .coins(available), .identifier("\(campaign.id)"),
    ]
  }
}
