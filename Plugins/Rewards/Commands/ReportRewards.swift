internal import CoinsContract
internal import QixModule

/// `qix reward report`
struct ReportRewards: Command {
  static let declaration = Declaration(
    "report", "Report on rewards: coins spent, costs, liability and items without demand.",
    roles: [.operator, .auditor],
    discussion: """
      Coins spent: fulfilled redemptions less refunds. Redemption rate: coins spent / coins earned in the same time. \
      Cost: redeemed items × cost of one; per 1,000 coins: 1000 × cost / coins spent. Breakage: coins expired / \
      (expired + redeemed), of all time. Shares are rounded down, a liability up.

      Liability: all coins in wallets, as in `qix coins report`. Outstanding: the part neither held nor expired, \
      without erased users. Redeemable now: the outstanding coins of users who aren't suspended and have at least the \
      lowest current price. Shelves: items left × price, for all that can be redeemed now, each voucher once. Covered: \
      the outstanding coins that the shelves could take.

      With --reward, earned, outstanding and breakage still count all users and coins. The lowest price and the shelf \
      are those of the reward. Conditions on users and limits are ignored.
      """,
    examples: [
      Example("qix reward report", "all rewards, of all time"),
      Example("qix reward report --since 2027-01-01 --until 2027-03-31", "one quarter"),
      Example("qix reward report --reward mug --svg mug.svg", "one reward, with the chart as a picture"),
    ],
    answer: AnswerShape("reward.report/1", RewardReport.fields))

  @Option("reward", .text, placeholder: "REWARD", "Only this reward") private var reference: String?
  private let span = SpanOptions("Redemptions")
  @Option(
    "idle-days", .integer(in: 1...3_660), placeholder: "N",
    "Items without demand for this many days are dead stock", default: "60")
  private var idleDays: Int64
  private let chart = ChartOption()

  func check() throws { try span.check() }

  func run(in context: Context) throws -> Document {
    try chart.requirePlace()
    let report = try context.database.read { connection in
      let reward = try reference.map { try RewardStore(connection).require($0).id }
      return try RewardReport.make(
        ReportScope(reward: reward, since: span.since, until: span.until), idle: idleDays * Timestamp.day, in: context,
        connection)
    }
    var document = Document(
      "reward.report/1", RewardReport.fields, of: (report: report, since: span.since, until: span.until))
    if report.lines.isEmpty {
      document.note("The catalogue is empty. Fill it with `qix reward create` or `qix reward import`.")
    } else if report.total.fulfilled == 0 {
      document.note("Nothing was redeemed in that time.")
    } else if report.withoutCost > 0 {
      document.note(
        "\(report.withoutCost.counted("coin")) bought rewards without a cost. "
          + "Add costs with `qix reward import FILE --update`."
      )
    }
    let hasBars = chart.path != nil || report.total.fulfilled > 0
    document.draw(hasBars ? report.chart : nil, chart, in: context)
    return document
  }
}

extension RewardReport {
  /// A report, and the time that it is of.
  typealias Page = (report: RewardReport, since: Timestamp?, until: Timestamp?)

  fileprivate static let fields: [Field<Page>] = [
    Field("since", .time, "from") { $0.since },
    Field("until", .end, "until before") { $0.until },
    Field("fulfilled", .integer, "redemptions fulfilled") { $0.report.total.fulfilled },
    Field("users", .integer, "by users") { $0.report.total.users },
    Field("held", .integer.orNull, "held") { $0.report.total.held },
    Field("cancelled", .integer, "cancelled") { $0.report.total.cancelled },
    Field("timed_out", .integer, "timed out") { $0.report.total.timedOut },
    Field("paid", .coins, "coins paid") { $0.report.total.paid },
    Field("refunded", .coins, "refunded") { $0.report.total.refunded },
    Field("refunded_whole", .integer, "refunded in full") { $0.report.total.refundedWhole },
    Field("spent", .coins, "coins spent") { $0.report.total.net },
    Field("earned", .coins, "coins earned") { $0.report.earned },
    Field("redemption_rate", .share(), "redemption rate") { $0.report.redemptionRate.value },
    Field("liability", .coins, "liability") { $0.report.flow.left },
    Field("outstanding", .coins, "outstanding now") { $0.report.outstanding },
    Field("holders", .integer, "users who have coins") { $0.report.holders },
    Field("cheapest", .coins, "lowest price now") { $0.report.cheapest },
    Field("redeemable", .coins, "redeemable now") { $0.report.redeemable },
    Field("able_users", .integer, "by users") { $0.report.ableUsers },
    Field("redeemable_share", .share(), "share redeemable") { $0.report.redeemableShare.value },
    Field("shelves", .coins, "on the shelves") { $0.report.shelves },
    Field("shelves_without_end", .boolean, "without end") { $0.report.shelves == nil },
    Field("covered", .coins, "covered") { $0.report.covered },
    Field("issued", .coins, "issued, of all time") { $0.report.issued },
    Field("expired", .coins, "expired, of all time") { $0.report.flow.expired },
    Field("breakage_rate", .share(), "breakage") { $0.report.flow.breakage.value },
    Field("without_cost", .coins, "spent, cost unknown") { $0.report.withoutCost },
    Field("rewards", rows: Line.fields, title: "Rewards") { $0.report.ranked },
    Field("costs", rows: costFields, title: "Cost") { page in
      page.report.costs.map { (cost: $0, outstanding: page.report.outstanding) }
    },
    Field("dead", rows: Line.deadFields, title: "Dead stock") { $0.report.lines.filter { $0.idleSince != nil } },
  ]

  private var ranked: [Line] {
    lines.sorted { ($1.activity.net, $0.reward.name) < ($0.activity.net, $1.reward.name) }
  }

  /// A cost, and the coins that users have.
  private static let costFields: [Field<(cost: Cost, outstanding: Int64)>] = [
    Field("currency", .text) { $0.cost.money.currency.code },
    Field("cost", .figure.orNull) { "\($0.cost.money)" },
    Field("coins", .coins, "COINS SPENT") { $0.cost.coins },
    Field("of_thousand", .figure, "OF 1,000 COINS") { $0.cost.ofThousand?.description },
    Field("outstanding", .figure, "OF WHAT IS OUTSTANDING") { $0.cost.of($0.outstanding)?.description },
  ]

  /// More bars than these can't be told apart.
  private static let mostBars = 12

  var chart: Chart {
    let most = ranked.filter { $0.activity.paid > 0 }.prefix(Self.mostBars)
    func bars(_ name: String, _ value: (Activity) -> Int64) -> Chart.Series {
      Chart.Series(
        name, .bar, most.enumerated().map { Chart.Point(category: $0.offset, Double(value($0.element.activity))) })
    }
    return Chart(
      title: "Coins spent on rewards", x: Chart.Axis(nil, .category(most.map(\.reward.name))), y: Chart.Axis("coins"),
      series: [bars("spent", \.net), bars("refunded", \.refunded)])
  }
}

extension RewardReport.Line {
  fileprivate static let fields: [Field<Self>] = [
    Field("reward", .text) { $0.reward.name },
    Field("state", .text) { $0.reward.state.name },
    Field("price", .coins) { $0.price },
    Field("left", .integer) { $0.left },
    Field("fulfilled", .integer) { $0.activity.fulfilled },
    Field("pieces", .integer.orNull) { $0.activity.pieces },
    Field("users", .integer) { $0.activity.users },
    Field("paid", .coins) { $0.activity.paid },
    Field("refunded", .coins) { $0.activity.refunded },
    Field("spent", .coins) { $0.activity.net },
    Field("cost", .figure) { $0.cost.map { "\($0)" } },
    Field("last", .time) { $0.last },
  ]
  fileprivate static let deadFields: [Field<Self>] = [
    Field("reward", .text) { $0.reward.name },
    Field("left", .integer) { $0.left },
    Field("price", .coins) { $0.price },
    Field("since", .time, "UNWANTED SINCE") { $0.idleSince },
  ]
}
