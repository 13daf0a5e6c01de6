internal import CoinsContract
internal import QixModule

/// `qix coins hold`
struct HoldCommand: Command {
  static let declaration = Declaration(
    "hold", "Reserve coins, to be captured or given back later.", roles: [.operator, .integrator],
    discussion: """
      Held coins can't be spent otherwise. A hold ends once: by capture, by void, or when it times out. Programs \
      hold a user's coins only for 'redeemed'. Only operators hold a user's coins for another user.
      """,
    examples: [
      Example("qix coins hold --from shop-4711 --amount 100 --times-out 15m", "while an order is being confirmed"),
      Example("qix coins hold --from budget:summer --to shop-4711 --amount 5", "a win that is still to be checked"),
    ],
    answer: .transfer | .approval, effect: .changes, grants: true)

  @Option("from", .user, placeholder: "ACCOUNT", "A user, or budget:NAME") private var from: String
  @Option(
    "to", .user, placeholder: "ACCOUNT", "Who gets the coins at the capture: a user, or redeemed", default: "redeemed")
  private var to: String
  @Option("amount", .coins, "How many coins") private var amount: Int64
  @Option("times-out", .duration, placeholder: "TIME", "Give the coins back after this time, such as 15m, 24h or 30d")
  private var timesOut: Int64?
  private let movement = Movement()

  func run(in context: Context) throws -> Document {
    try movement.post("hold", in: context) { names, connection in
      .hold(
        amount, from: try names.account(from, in: connection), to: try names.account(to, in: connection),
        timesOut: timesOut.map { .after(Period(microseconds: $0)) })
    }
  }
}
