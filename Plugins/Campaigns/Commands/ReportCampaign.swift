internal import CampaignsContract
internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// `qix campaign report`
struct ReportCampaign: Command {
  static let declaration = Declaration(
    "report", "Show a campaign's results: participants, winners, costs, refusals, by hour.",
    roles: [.operator, .auditor],
    examples: [
      Example("qix campaign report harvest", "with a chart by hour"),
      Example("qix campaign report harvest --json", "with the numbers by hour"),
      Example("qix campaign report harvest --svg harvest.svg", "the chart as a picture"),
    ],
    answer: AnswerShape("campaign.report/1", CampaignReport.fields),
    follows: CampaignsModule.tellingFigures)

  private let campaign = CampaignNamed()
  private let chart = ChartOption()

  func run(in context: Context) throws -> Document {
    try chart.requirePlace()
    guard let activity = try context.service(ifProvided: Campaigns.activity) else {
      throw Failure(
        "campaigns.no-activity", .failed,
        "the module 'shakes', which records the shakes of campaigns, is disabled",
        hint: "Enable it: remove it from QIX_DISABLE and from `disable` in the config file.")
    }
    let ledger = try context.service(Coins.ledger)
    let page = try context.database.read { connection in
      let campaign = try CampaignStore(connection).require(self.campaign.reference)
      return CampaignReport(
        campaign: campaign, summary: try activity.summary(of: campaign.id, in: connection),
        // Where the hours are drawn they need no table.
        balance: try ledger.balance(of: .budget(campaign.budget), in: connection), hasHours: !chart.draws(in: context))
    }
    var document = Document("campaign.report/1", CampaignReport.fields, of: page)
    document.primary = page.campaign.name
    document.draw(page.summary.hours.isEmpty ? nil : page.chart, chart, in: context)
    return document
  }
}
