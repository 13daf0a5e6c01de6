internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix reward report`
struct ReportRewards: OldCommand {
  private static let reward = OldOption("reward", .text, placeholder: "REWARD", "This reward alone")
  private static let since = OldOption(
    "since", .timestamp, placeholder: "TIME", "What was redeemed at this time or later")
  private static let until = OldOption("until", .timestamp, placeholder: "TIME", "What was redeemed before this time")
  private static let idle = OldOption<Int64>(
    "idle-days", .integer(in: 1...3_660), placeholder: "N",
    "Pieces that nobody has wanted for so many days are dead stock", default: "60")

  static let declaration = Declaration(
    "report", "Report on rewards: what users spent, what it cost, what they could still ask for, what nobody wants.",
    roles: [.operator, .auditor],
    discussion: """
      Coins spent are those of fulfilled redemptions, less refunds. Redemption rate: coins spent / coins that users \
      earned in the same time. Outstanding: coins that users have, neither held nor expired, without those of erased \
      users; redeemable now: of these, those of users who aren't suspended and have at least the lowest price that is \
      asked now. Shelves: pieces left × price, of all that can be redeemed now, each voucher once; covered: of what is \
      outstanding, what they could take. Breakage: coins expired / coins issued, those in budgets too, of all time. \
      Cost: pieces that users have × what one costs; of 1,000 coins: 1000 × cost / coins spent. Shares are rounded down, \
      a liability up.

      With --reward earned, outstanding and breakage are still of all users and coins; the lowest price and the shelf are \
      that reward's. Conditions on users and limits are not looked at.
      """,
    parameters: [reward, since, until, idle, ChartOutput.svg],
    examples: [
      Example("qix reward report", "all rewards, of all time"),
      Example("qix reward report --since 2027-01-01 --until 2027-04-01", "of a quarter"),
      Example("qix reward report --reward mug --svg mug.svg", "one reward, and the chart as a picture"),
    ])

  private let reference: String?
  private let since: Timestamp?
  private let until: Timestamp?
  private let idleDays: Int64
  private let output: ChartOutput

  init(_ arguments: Arguments) throws {
    reference = arguments[Self.reward]
    since = arguments[Self.since]
    until = arguments[Self.until]
    idleDays = try arguments.require(Self.idle)
    output = ChartOutput(path: arguments[ChartOutput.svg])
    if let since, let until, since >= until {
      throw UsageError("--since \(since) is not before --until \(until)", hint: "Let --until be later than --since.")
    }
  }

  func run(in context: Context) throws {
    try output.requirePlace()
    let report = try context.database.read { connection in
      let reward = try reference.map { try RewardStore(connection).require($0).id }
      return try RewardReport.make(
        ReportScope(reward: reward, since: since, until: until), idle: idleDays * Timestamp.day, in: context,
        connection)
    }
    let isAlone = output.path == "-"
    if !isAlone { try context.terminal.emit(report.document(since: since, until: until)) }
    if report.lines.isEmpty {
      context.terminal.note("The catalogue is empty; `qix reward create` and `qix reward import` fill it.")
    } else if report.total.fulfilled == 0 {
      context.terminal.note("Nothing was redeemed in that time.")
    } else if report.withoutCost > 0 {
      context.terminal.note(
        "What \(report.withoutCost.counted("coin")) bought has no cost; name it with `qix reward import FILE --update`."
      )
    }
    if output.draws(in: context.terminal), output.path != nil || report.total.fulfilled > 0 {
      try output.show(report.chart, isBelow: !isAlone, in: context.terminal)
    }
  }
}

extension RewardReport {
  func document(since: Timestamp?, until: Timestamp?) -> Document {
    var document = Document("reward.report/1")
    func coins(_ key: String, _ label: String, _ amount: Int64?) {
      document.field(key, label, amount.map(Cell.coins) ?? .missing)
    }
    func count(_ key: String, _ label: String, _ number: Int64) { document.field(key, label, .integer(number)) }
    func share(_ key: String, _ label: String, _ share: Share) {
      document.field(key, label, share.value.map { .decimal($0, places: 4) } ?? .missing)
    }
    document.field("since", "from", .time(since))
    document.field("until", "until before", .time(until))
    count("fulfilled", "redemptions fulfilled", total.fulfilled)
    count("users", "by users", total.users)
    count("held", "held", total.held)
    count("cancelled", "cancelled", total.cancelled)
    count("timed_out", "timed out", total.timedOut)
    coins("paid", "coins paid", total.paid)
    coins("refunded", "of them refunded", total.refunded)
    count("refunded_whole", "refunded as a whole", total.refundedWhole)
    coins("spent", "coins spent", total.net)
    coins("earned", "coins earned", earned)
    share("redemption_rate", "redemption rate", redemptionRate)
    coins("outstanding", "outstanding now", outstanding)
    count("holders", "users who have any", holders)
    coins("cheapest", "lowest price now", cheapest)
    coins("redeemable", "redeemable now", redeemable)
    count("able_users", "by users", ableUsers)
    share("redeemable_share", "share redeemable", redeemableShare)
    document.field(
      "shelves", "on the shelves",
      shelves.map(Cell.coins) ?? .missing)
    document.field("shelves_without_end", "without end", .boolean(shelves == nil))
    coins("covered", "covered", covered)
    coins("issued", "issued, of all time", issued)
    coins("expired", "expired, of all time", expired)
    share("breakage_rate", "breakage", breakageRate)
    coins("without_cost", "spent, cost unknown", withoutCost)
    addRewards(to: &document)
    document.table(
      "costs", title: "Cost",
      columns: [
        Column("currency", "CURRENCY"), Column("cost", "COST", alignment: .trailing),
        Column("coins", "COINS SPENT", alignment: .trailing),
        Column("of_thousand", "OF 1,000 COINS", alignment: .trailing),
        Column("outstanding", "OF WHAT IS OUTSTANDING", alignment: .trailing),
      ],
      rows: costs.map { cost in
        [
          .text(cost.money.currency.code), .text("\(cost.money)"), .coins(cost.coins),
          .text(optional: cost.ofThousand.map { "\($0)" }), .text(optional: cost.of(outstanding).map { "\($0)" }),
        ]
      })
    document.table(
      "dead", title: "Dead stock",
      columns: [
        Column("reward", "REWARD"), Column("left", "LEFT", alignment: .trailing),
        Column("price", "PRICE", alignment: .trailing), Column("since", "NOBODY SINCE"),
      ],
      rows: lines.filter { $0.idleSince != nil }.map { line in
        [
          .text(line.reward.name), line.left.map(Cell.integer) ?? .missing, line.price.map(Cell.coins) ?? .missing,
          .time(line.idleSince),
        ]
      })
    return document
  }

  private func addRewards(to document: inout Document) {
    document.table(
      "rewards", title: "Rewards",
      columns: [
        Column("reward", "REWARD"), Column("state", "STATE"), Column("price", "PRICE", alignment: .trailing),
        Column("left", "LEFT", alignment: .trailing), Column("fulfilled", "FULFILLED", alignment: .trailing),
        Column("pieces", "PIECES", alignment: .trailing), Column("users", "USERS", alignment: .trailing),
        Column("paid", "PAID", alignment: .trailing), Column("refunded", "REFUNDED", alignment: .trailing),
        Column("spent", "SPENT", alignment: .trailing), Column("cost", "COST", alignment: .trailing),
        Column("last", "LAST"),
      ],
      rows: lines.sorted { ($1.activity.net, $0.reward.name) < ($0.activity.net, $1.reward.name) }.map { line in
        [
          .text(line.reward.name), .text(line.reward.state.name), line.price.map(Cell.coins) ?? .missing,
          line.left.map(Cell.integer) ?? .missing, .integer(line.activity.fulfilled), .integer(line.activity.pieces),
          .integer(line.activity.users), .coins(line.activity.paid), .coins(line.activity.refunded),
          .coins(line.activity.net), .text(optional: line.cost.map { "\($0)" }), .time(line.last),
        ]
      })
  }

  /// More bars than these can't be told apart.
  private static let mostBars = 12

  var chart: Chart {
    let most = lines.filter { $0.activity.paid > 0 }.sorted {
      ($1.activity.net, $0.reward.name) < ($0.activity.net, $1.reward.name)
    }.prefix(Self.mostBars)
    func bars(_ name: String, _ value: (Activity) -> Int64) -> Chart.Series {
      Chart.Series(
        name, .bar, most.enumerated().map { Chart.Point(category: $0.offset, Double(value($0.element.activity))) })
    }
    return Chart(
      title: "Coins spent on rewards", x: Chart.Axis(nil, .category(most.map(\.reward.name))), y: Chart.Axis("coins"),
      series: [bars("spent", \.net), bars("refunded", \.refunded)])
  }
}
