internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix wallet plot`
struct PlotWallet: Command {
  static let declaration = Declaration(
    "plot", "Draw a user's balance over time.",
    parameters: [WalletOf.user, WalletHistory.since, WalletHistory.until, PlotOutput.svg],
    examples: [
      Example("qix wallet plot shop-4711", "in the terminal"),
      Example("qix wallet plot shop-4711 --svg balance.svg", "as a picture"),
    ])

  private let wallet: WalletOf
  private let since: Timestamp?
  private let until: Timestamp?
  private let output: PlotOutput

  init(_ arguments: Arguments) throws {
    wallet = try WalletOf(arguments)
    since = arguments[WalletHistory.since]
    until = arguments[WalletHistory.until]
    output = PlotOutput(path: arguments[PlotOutput.svg])
  }

  func run(in context: Context) throws {
    var changes: [(at: Timestamp, amount: Int64)] = []
    let user = try wallet.read(in: context) { user, connection in
      try History.forEach(of: .wallet(user), in: connection) { movement in
        changes.append((movement.record.at, movement.amount))
        return true
      }
      return user
    }
    changes.sort { $0.at < $1.at }
    var balance: Int64 = 0
    var points: [Chart.Point] = []
    for change in changes {
      balance += change.amount
      if let until, change.at >= until { break }
      if let since, change.at < since {
        points = [Chart.Point(since, Double(balance))]
      } else {
        points.append(Chart.Point(change.at, Double(balance)))
      }
    }
    let chart = Chart(
      title: "Balance of \(user)", x: Chart.Axis(nil, .time), y: Chart.Axis("coins"),
      series: [Chart.Series("balance", .step, points)])
    try output.show(chart, in: context.terminal)
  }
}
