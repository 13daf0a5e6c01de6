internal import CampaignsContract
internal import CoinsContract
internal import PicturesContract
internal import QixDefinitions
internal import QixModule

/// `qix campaign show`
struct ShowCampaign: Command {
  static let declaration = Declaration(
    "show", "Show a campaign, or write it as a file.", roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: "Customers see its period, its types of shake and what bounds each of them.",
    examples: [
      Example("qix campaign show harvest", "one campaign"),
      Example("qix campaign show harvest --file harvest.json", "as a file, to edit and create again"),
    ],
    answer: AnswerShape("campaign.show/2", fields), route: .at("GET /v1/campaigns/{campaign}"),
    follows: CampaignsModule.tellingFigures, givenByCustomers: ["campaign"])

  private typealias Page = (campaign: Campaign, balance: Balance, now: Timestamp, file: String)

  private static let budget: [Field<Page>] = [
    Field("name", .text, for: .business) { $0.campaign.budget },
    Field("balance", .coins, for: .business) { $0.balance.posted },
    Field("held", .coins, for: .business) { $0.balance.held },
    Field("available", .coins, for: .business) { $0.balance.available },
  ]

  private static let fields: [Field<Page>] =
    (Campaign.head + Campaign.names + Campaign.period).of { $0.campaign } + [
      Field("picture", .text) { $0.campaign.picture },
      Field("time_zone", .text) { $0.campaign.timeZone },
      Field("now", .text.orNull) { Self.phase($0.campaign, at: $0.now) },
      Field("budget", object: budget, title: "Budget") { $0 },
    ] + CampaignPage.fields.of { $0.campaign } + [
      Field(optional: "texts", rows: Words.fields, title: "In other languages") { $0.campaign.texts?.all },
      // For the app: the award in words tells the odds.
      Field("most_coins", .coins, shown: { _ in false }) { Self.mostCoins($0.campaign.award) },
      // For programs: the JSON that `campaign create --file` takes. A person gets it with --file.
      Field("file", .text, for: .business, shown: { _ in false }) { $0.file },
    ]

  private let campaign = CampaignNamed()
  @Option(
    "file", .output(.record), "Write it as the file that `campaign create --file` takes; - is standard output")
  private var path: String?
  private let force = ForceFlag()

  func run(in context: Context) throws -> Printed {
    let ledger = try context.service(Coins.ledger)
    let pictures = try PictureLinks(context)
    let (campaign, balance, everywhere, picture) = try context.database.read { connection in
      let campaign = try CampaignStore(connection).require(self.campaign.reference, for: context.principal)
      return (
        campaign, try ledger.balance(of: .budget(campaign.budget), in: connection),
        try AwardMultipliers.everywhere(among: AwardMultipliers.all(of: context.registry), in: connection),
        try pictures.address(of: campaign.picture, in: connection)
      )
    }
    let file = try CampaignWriter.file(campaign)
    if let path {
      let text = file.text(.pretty) + "\n"
      if path == "-" {
        try context.face.write(text)
      } else {
        try NewFile.write(text, to: path, mode: 0o644, replacing: force.isGiven)
        context.face.note("The campaign is in \(path).")
      }
      return Printed()
    }
    // A reader gets the address of what the file names.
    var shown = campaign.said(in: context.face.speaking())
    shown.picture = picture
    var document = Document(
      "campaign.show/2", Self.fields,
      of: (campaign: shown, balance: balance, now: context.clock.now(), file: file.text()))
    document.primary = campaign.name
    if campaign.multiplier == nil, let everywhere {
      document.note("Awards of every campaign are multiplied by \(everywhere.multiplier).")
    }
    try document.emit(to: context.face)
    return Printed()
  }

  /// The most coins of one shake before they are multiplied; nil where the proof alone tells.
  private static func mostCoins(_ award: Award) -> Int64? {
    if case .jackpot(let pot) = award { pot.most } else { award.most(pot: 0) }
  }

  /// Whether shakes are taken, in a word or two.
  private static func phase(_ campaign: Campaign, at now: Timestamp) -> String {
    switch campaign.state {
    case .draft, .paused, .ended: "takes no shakes"
    case .running: now < campaign.start ? "waits for its start" : now < campaign.end ? "takes shakes" : "period is over"
    }
  }
}
