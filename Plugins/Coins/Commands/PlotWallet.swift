internal import CoinsContract
internal import QixModule

/// `qix wallet plot`
struct PlotWallet: Command {
  static let declaration = Declaration(
    "plot", "Draw a user's balance over time.", roles: [.operator, .support, .auditor],
    examples: [
      Example("qix wallet plot shop-4711", "in the terminal"),
      Example("qix wallet plot shop-4711 --svg balance.svg", "as a picture"),
    ],
    answer: AnswerShape("wallet.plot/1", fields))

  private typealias Point = (at: Timestamp, balance: Int64)

  private static let fields: [Field<(user: UserID, points: [Point])>] = [
    Field("user", .id) { $0.user },
    Field("points", rows: point) { $0.points },
  ]

  private static let point: [Field<Point>] = [
    Field("at", .time) { $0.at },
    Field("balance", .coins) { $0.balance },
  ]

  private let wallet = WalletOf()
  private let span = SpanOptions("Happened")
  private let chart = ChartOption()

  func check() throws { try span.check() }

  func run(in context: Context) throws -> Document {
    try chart.requirePlace()
    var movements: [History.Movement] = []
    let user = try wallet.read(in: context) { user, connection in
      try History.forEach(of: .wallet(user), in: connection) { movement in
        movements.append(movement)
        return true
      }
      return user
    }
    let points = curve(movements)
    var document = Document("wallet.plot/1", Self.fields, of: (user: user, points: points))
    let drawn = Chart(
      title: "Balance of \(user)", x: Chart.Axis(nil, .time), y: Chart.Axis("coins"),
      series: [Chart.Series("balance", .step, points.map { Chart.Point($0.at, Double($0.balance)) })])
    document.draw(drawn, chart, in: context, isAlone: true)
    return document
  }

  /// The balance after each movement, in the order in which things happened, at one moment in that of booking.
  private func curve(_ movements: [History.Movement]) -> [Point] {
    var points: [Point] = []
    for step in Chronology.steps(movements) {
      if let until = span.until, step.moment >= until { break }
      if let since = span.since, step.moment < since {
        points = [(since, step.balance)]
      } else {
        points.append((step.moment, step.balance))
      }
    }
    return points
  }
}
