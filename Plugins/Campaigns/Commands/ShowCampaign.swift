internal import CampaignsContract
internal import CoinsContract
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix campaign show`
struct ShowCampaign: OldCommand {
  private static let file = OldOption(
    "file", .output(.record), "Write it as the file that `campaign create --file` takes; - is standard output")

  static let declaration = Declaration(
    "show", "Show a campaign, or write it as a file.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [CampaignOf.name, file, OutputKind.force],
    examples: [
      Example("qix campaign show harvest", "one campaign"),
      Example("qix campaign show harvest --file harvest.json", "as a file, to change and make anew"),
    ])

  private let reference: String
  private let path: String?
  private let replaces: Bool

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(CampaignOf.name)
    path = arguments[Self.file]
    replaces = arguments[OutputKind.force]
  }

  func run(in context: Context) throws {
    let ledger = try context.service(Coins.ledger)
    let (campaign, balance) = try context.database.read { connection in
      let campaign = try CampaignStore(connection).require(reference)
      return (campaign, try ledger.balance(of: .budget(campaign.budget), in: connection))
    }
    if let path {
      let text = try CampaignWriter.file(campaign).text(.pretty) + "\n"
      guard path != "-" else { return try context.terminal.write(text) }
      try NewFile.write(text, to: path, mode: 0o644, replacing: replaces)
      return context.terminal.note("The campaign is in \(path).")
    }
    var document = CampaignOf.document("campaign.show/1", campaign)
    document.field("brand", "brand", .text(campaign.brand))
    document.field("title", "title", .text(campaign.title))
    document.field("start", "start", .timestamp(campaign.start))
    document.field("end", "end", .timestamp(campaign.end))
    document.field("time_zone", "time zone", .text(campaign.timeZone))
    document.field("now", "now", .text(Self.phase(campaign, at: context.clock.now())))
    document.group("budget", "Budget") { group in
      group.field("name", "name", .text(campaign.budget))
      group.field("balance", "balance", .coins(balance.posted))
      group.field("held", "held", .coins(balance.held))
      group.field("available", "available", .coins(balance.available))
    }
    CampaignPage.rules(of: campaign, into: &document)
    try context.terminal.emit(document)
  }

  /// Whether shakes are taken, in a word or two.
  static func phase(_ campaign: Campaign, at now: Timestamp) -> String {
    switch campaign.state {
    case .draft, .paused, .ended: "takes no shakes"
    case .running: now < campaign.start ? "waits for its start" : now < campaign.end ? "takes shakes" : "period is over"
    }
  }
}
