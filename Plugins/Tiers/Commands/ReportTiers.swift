internal import CoinsContract
internal import QixModule

/// `qix tier report`
struct ReportTiers: Command {
  static let declaration = Declaration(
    "report", "Show how many users are in each tier.", roles: [.operator, .auditor],
    discussion: "Users who have earned nothing in the counted time are in none of the rows.",
    examples: [
      Example("qix tier report", "with a chart"),
      Example("qix tier report --svg tiers.svg", "the chart as a picture"),
    ],
    answer: AnswerShape("tier.report/1", fields))

  private let chart = ChartOption()

  private struct Row {
    let name: String
    var users: Int64 = 0
    var coins: Int64 = 0

    static let fields: [Field<Row>] = [
      Field("tier", .text.orNull) { $0.name },
      Field("users", .integer) { $0.users },
      Field("coins", .coins, "EARNED") { $0.coins },
    ]
  }

  private static let fields: [Field<(counted: String, rows: [Row])>] = [
    Field("counted", .text, "coins earned in") { $0.counted },
    Field("users", .integer, "users who earned") { $0.rows.reduce(0) { $0 + $1.users } },
    Field("tiers", rows: Row.fields) { $0.rows },
  ]

  func run(in context: Context) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let time = context.clock.now()
    let (standings, rows) = try context.database.read { connection in
      let standings = try Standings(in: connection)
      return (standings, try Self.rows(standings, at: time, ledger, in: connection))
    }
    var document = Document("tier.report/1", Self.fields, of: (counted: standings.qualification.words, rows: rows))
    if rows.contains(where: { $0.users > 0 }) { document.draw(Self.chart(of: rows), chart, in: context) }
    return document
  }

  private static func chart(of rows: [Row]) -> Chart {
    Chart(
      title: "Users by tier", x: Chart.Axis(nil, .category(rows.map(\.name))), y: Chart.Axis("users"),
      series: [Chart.Series("users", .bar, rows.enumerated().map { Chart.Point(category: $0, Double($1.users)) })])
  }

  /// One for those below all tiers, then one for each tier.
  private static func rows(
    _ standings: Standings, at time: Timestamp, _ ledger: any CoinLedger, in connection: Connection
  ) throws -> [Row] {
    var rows = [Row(name: "none")] + standings.tiers.map { Row(name: $0.name) }
    // Two sums for each user, found in the one pass that each span takes.
    var spans: [Timestamp: [UserID: Int64]] = [:]
    var users: Set<UserID> = []
    _ = try standings.standing(at: time) { start, end in
      let earned = try ledger.earnings(from: start, until: end, in: connection)
      spans[start] = Dictionary(uniqueKeysWithValues: earned.map { ($0.user, $0.coins) })
      users.formUnion(earned.map(\.user))
      return 0
    }
    for user in users {
      let standing = standings.standing(at: time) { start, _ in spans[start]?[user] ?? 0 }
      let index =
        standing.tier.flatMap { tier in standings.tiers.firstIndex { $0.name == tier.name } }.map { $0 + 1 } ?? 0
      rows[index].users += 1
      rows[index].coins += standing.earned
    }
    return rows
  }
}
