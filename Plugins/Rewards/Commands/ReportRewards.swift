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
    answer: """
      reward.report/1: since time?, until time?, fulfilled integer, users integer, held integer?, cancelled integer,
      timed_out integer, paid coins, refunded coins, refunded_whole integer, spent coins, earned coins,
      redemption_rate decimal?, liability coins, outstanding coins, holders integer, cheapest coins?, redeemable coins, able_users
      integer, redeemable_share decimal?, shelves coins?, shelves_without_end boolean, covered coins, issued coins,
      expired coins, breakage_rate decimal?, without_cost coins, rewards [reward text, state text, price coins?, left
      integer?, fulfilled integer, pieces integer?, users integer, paid coins, refunded coins, spent coins, cost
      text?, last time?], costs [currency text, cost text?, coins coins, of_thousand text?, outstanding text?], dead
      [reward text, left integer?, price coins?, since time?]
      """)

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
    var document = report.document(since: span.since, until: span.until)
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
  func document(since: Timestamp?, until: Timestamp?) -> Document {
    var document = Document("reward.report/1")
    func coins(_ key: String, _ label: String, _ amount: Int64?) {
      document.field(key, label, .coins(amount))
    }
    func count(_ key: String, _ label: String, _ number: Int64) { document.field(key, label, .integer(number)) }
    func share(_ key: String, _ label: String, _ share: Share) {
      document.field(key, label, .share(share.value))
    }
    document.field("since", "from", .timestamp(since))
    document.field("until", "until before", until.map(Cell.end) ?? .missing)
    count("fulfilled", "redemptions fulfilled", total.fulfilled)
    count("users", "by users", total.users)
    count("held", "held", total.held)
    count("cancelled", "cancelled", total.cancelled)
    count("timed_out", "timed out", total.timedOut)
    coins("paid", "coins paid", total.paid)
    coins("refunded", "refunded", total.refunded)
    count("refunded_whole", "refunded in full", total.refundedWhole)
    coins("spent", "coins spent", total.net)
    coins("earned", "coins earned", earned)
    share("redemption_rate", "redemption rate", redemptionRate)
    coins("liability", "liability", flow.left)
    coins("outstanding", "outstanding now", outstanding)
    count("holders", "users who have coins", holders)
    coins("cheapest", "lowest price now", cheapest)
    coins("redeemable", "redeemable now", redeemable)
    count("able_users", "by users", ableUsers)
    share("redeemable_share", "share redeemable", redeemableShare)
    coins("shelves", "on the shelves", shelves)
    document.field("shelves_without_end", "without end", .boolean(shelves == nil))
    coins("covered", "covered", covered)
    coins("issued", "issued, of all time", issued)
    coins("expired", "expired, of all time", flow.expired)
    share("breakage_rate", "breakage", flow.breakage)
    coins("without_cost", "spent, cost unknown", withoutCost)
    document.table("rewards", title: "Rewards", Line.fields, rows: ranked)
    document.table("costs", title: "Cost", Self.costFields(outstanding), rows: costs)
    document.table("dead", title: "Dead stock", Line.deadFields, rows: lines.filter { $0.idleSince != nil })
    return document
  }

  private var ranked: [Line] {
    lines.sorted { ($1.activity.net, $0.reward.name) < ($0.activity.net, $1.reward.name) }
  }

  /// - Parameter outstanding: coins that users have.
  private static func costFields(_ outstanding: Int64) -> [RowField<Cost>] {
    [
      RowField("currency") { .text($0.money.currency.code) },
      RowField(number: "cost") { .text("\($0.money)") },
      RowField(number: "coins", "COINS SPENT") { .coins($0.coins) },
      RowField(number: "of_thousand", "OF 1,000 COINS") { .text($0.ofThousand.map { "\($0)" }) },
      RowField(number: "outstanding", "OF WHAT IS OUTSTANDING") { .text($0.of(outstanding).map { "\($0)" }) },
    ]
  }

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
  fileprivate static let fields: [RowField<Self>] = [
    RowField("reward") { .text($0.reward.name) },
    RowField("state") { .text($0.reward.state.name) },
    RowField(number: "price") { .coins($0.price) },
    RowField(number: "left") { .integer($0.left) },
    RowField(number: "fulfilled") { .integer($0.activity.fulfilled) },
    RowField(number: "pieces") { .integer($0.activity.pieces) },
    RowField(number: "users") { .integer($0.activity.users) },
    RowField(number: "paid") { .coins($0.activity.paid) },
    RowField(number: "refunded") { .coins($0.activity.refunded) },
    RowField(number: "spent") { .coins($0.activity.net) },
    RowField(number: "cost") { .text($0.cost.map { "\($0)" }) },
    RowField("last") { .timestamp($0.last) },
  ]
  fileprivate static let deadFields: [RowField<Self>] = [
    RowField("reward") { .text($0.reward.name) },
    RowField(number: "left") { .integer($0.left) },
    RowField(number: "price") { .coins($0.price) },
    RowField("since", "UNWANTED SINCE") { .timestamp($0.idleSince) },
  ]
}
