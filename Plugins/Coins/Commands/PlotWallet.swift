internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix wallet plot`
struct PlotWallet: OldCommand {
  static let declaration = Declaration(
    "plot", "Draw a user's balance over time.", roles: [.operator, .support, .auditor],
    parameters: [WalletOf.user, WalletHistory.since, WalletHistory.until, ChartOutput.svg],
    examples: [
      Example("qix wallet plot shop-4711", "in the terminal"),
      Example("qix wallet plot shop-4711 --svg balance.svg", "as a picture"),
    ])

  private let wallet: WalletOf
  private let since: Timestamp?
  private let until: Timestamp?
  private let output: ChartOutput

  init(_ arguments: Arguments) throws {
    wallet = try WalletOf(arguments)
    since = arguments[WalletHistory.since]
    until = arguments[WalletHistory.until]
    output = ChartOutput(path: arguments[ChartOutput.svg])
  }

  func run(in context: Context) throws {
    try output.requirePlace()
    var movements: [History.Movement] = []
    let user = try wallet.read(in: context) { user, connection in
      try History.forEach(of: .wallet(user), in: connection) { movement in
        movements.append(movement)
        return true
      }
      return user
    }
    let points = curve(movements)
    guard output.draws(in: context.terminal) else {
      return try context.terminal.emit(Self.document(points, of: "\(user)"))
    }
    let chart = Chart(
      title: "Balance of \(user)", x: Chart.Axis(nil, .time), y: Chart.Axis("coins"),
      series: [Chart.Series("balance", .step, points.map { Chart.Point($0.at, Double($0.balance)) })])
    try output.show(chart, in: context.terminal)
  }

  /// The balance after each movement, in the order in which things happened, at one moment in that of booking.
  private func curve(_ movements: [History.Movement]) -> [(at: Timestamp, balance: Int64)] {
    var points: [(at: Timestamp, balance: Int64)] = []
    for step in Chronology.steps(movements) {
      if let until, step.moment >= until { break }
      if let since, step.moment < since {
        points = [(since, step.balance)]
      } else {
        points.append((step.moment, step.balance))
      }
    }
    return points
  }

  private static func document(_ points: [(at: Timestamp, balance: Int64)], of user: String) -> Document {
    var document = Document("wallet.plot/1")
    document.field("user", "user", .identifier(user))
    document.table(
      "points", columns: [Column("at", "AT"), Column("balance", "BALANCE", alignment: .trailing)],
      rows: points.map { [.timestamp($0.at), .coins($0.balance)] })
    return document
  }
}
