internal import CampaignsContract
internal import CoinsContract
internal import QixModule

/// `qix campaign show`
struct ShowCampaign: Command {
  static let declaration = Declaration(
    "show", "Show a campaign, or write it as a file.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix campaign show harvest", "one campaign"),
      Example("qix campaign show harvest --file harvest.json", "as a file, to edit and create again"),
    ],
    answer: """
      campaign.show/1: campaign text, id id, state text, brand text, title text, start time, end time, time_zone text,
      now text?, budget {name text, balance coins, held coins, available coins}, award text, multiplier text?, expires
      text?, draw_window text?, priority integer, audience {minimum_mode text, segment text?, conditions text*}, caps
      {attempts_per_user integer?, attempts_per_user_and_day integer?, wins_per_user integer?, coins_per_user
      integer?, coins_per_day integer?, wins integer?}, pace {cooldown text?, per_minute integer?, users_per_device
      integer?}, shakes [type text, settings text]
      """, route: .at("GET /v1/campaigns/{campaign}"))

  private let campaign = CampaignNamed()
  @Option(
    "file", .output(.record), "Write it as the file that `campaign create --file` takes; - is standard output")
  private var path: String?
  private let force = ForceFlag()

  func run(in context: Context) throws -> Printed {
    let ledger = try context.service(Coins.ledger)
    let (campaign, balance, everywhere) = try context.database.read { connection in
      let campaign = try CampaignStore(connection).require(self.campaign.reference)
      return (
        campaign, try ledger.balance(of: .budget(campaign.budget), in: connection),
        try AwardMultipliers.everywhere(among: AwardMultipliers.all(of: context.registry), in: connection)
      )
    }
    if let path {
      let text = try CampaignWriter.file(campaign).text(.pretty) + "\n"
      if path == "-" {
        try context.face.write(text)
      } else {
        try NewFile.write(text, to: path, mode: 0o644, replacing: force.isGiven)
        context.face.note("The campaign is in \(path).")
      }
      return Printed()
    }
    var document = campaign.document("campaign.show/1")
    document.field("brand", .text(campaign.brand))
    document.field("title", .text(campaign.title))
    document.field("start", .timestamp(campaign.start))
    document.field("end", .timestamp(campaign.end))
    document.field("time_zone", .text(campaign.timeZone))
    document.field("now", .text(Self.phase(campaign, at: context.clock.now())))
    document.group("budget", "Budget") { group in
      group.field("name", .text(campaign.budget))
      group.field("balance", .coins(balance.posted))
      group.field("held", .coins(balance.held))
      group.field("available", .coins(balance.available))
    }
    CampaignPage.rules(of: campaign, into: &document)
    if campaign.multiplier == nil, let everywhere {
      document.note("Awards of every campaign are multiplied by \(everywhere.multiplier).")
    }
    try document.emit(to: context.face)
    return Printed()
  }

  /// Whether shakes are taken, in a word or two.
  static func phase(_ campaign: Campaign, at now: Timestamp) -> String {
    switch campaign.state {
    case .draft, .paused, .ended: "takes no shakes"
    case .running: now < campaign.start ? "waits for its start" : now < campaign.end ? "takes shakes" : "period is over"
    }
  }
}
