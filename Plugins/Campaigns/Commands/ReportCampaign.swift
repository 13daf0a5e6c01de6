internal import CampaignsContract
internal import CoinsContract
internal import QixCalendar
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix campaign report`
struct ReportCampaign: OldCommand {
  static let declaration = Declaration(
    "report", "Show what came of a campaign: takers, winners, costs, refusals, by hour.",
    roles: [.operator, .auditor], parameters: [CampaignOf.name, ChartOutput.svg],
    examples: [
      Example("qix campaign report harvest", "with a chart of its hours"),
      Example("qix campaign report harvest --json", "with the numbers of each hour"),
      Example("qix campaign report harvest --svg harvest.svg", "the chart as a picture"),
    ])

  private let reference: String
  private let output: ChartOutput

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(CampaignOf.name)
    output = ChartOutput(path: arguments[ChartOutput.svg])
  }

  func run(in context: Context) throws {
    try output.requirePlace()
    let activity: any CampaignActivity
    do {
      activity = try context.service(Campaigns.activity)
    } catch ServiceError.missing(Campaigns.activity.name) {
      throw CampaignError.noActivity
    }
    let ledger = try context.service(Coins.ledger)
    let page = try context.database.read { connection in
      let campaign = try CampaignStore(connection).require(reference)
      return CampaignReport(
        campaign: campaign, summary: try activity.summary(of: campaign.id, in: connection),
        balance: try ledger.balance(of: .budget(campaign.budget), in: connection))
    }
    let isDrawn = output.draws(in: context.terminal)
    // Where the hours are drawn they need no table.
    let isAlone = output.path == "-"
    if !isAlone { try context.terminal.emit(page.document(withHours: !isDrawn)) }
    if isDrawn, !page.summary.hours.isEmpty { try output.show(page.chart, isBelow: !isAlone, in: context.terminal) }
  }
}
