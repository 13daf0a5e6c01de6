internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins hold`
struct HoldCommand: OldCommand {
  private static let from = OldOption("from", .text, placeholder: "ACCOUNT", "A user, or budget:NAME", isRequired: true)
  private static let to = OldOption(
    "to", .text, placeholder: "ACCOUNT", "Who gets them at the capture: a user, or redeemed", default: "redeemed")
  private static let amount = OldOption("amount", .coins, "How many coins", isRequired: true)
  private static let timesOut = OldOption(
    "times-out", .duration, placeholder: "TIME", "Give back by itself after so long, such as 15m, 24h or 30d")

  static let declaration = Declaration(
    "hold", "Reserve coins, to be captured or given back later.", roles: [.operator, .integrator],
    discussion: "What is held can't be spent otherwise. A hold resolves once: by capture, void or its time being up.",
    parameters: [from, to, amount, timesOut] + Movement.parameters,
    examples: [
      Example("qix coins hold --from shop-4711 --amount 100 --times-out 15m", "while an order is being confirmed"),
      Example("qix coins hold --from budget:summer --to shop-4711 --amount 5", "a win that is still to be checked"),
    ], effect: .changes)

  private let from: String
  private let to: String
  private let amount: Int64
  private let timesOut: Int64?
  private let movement: Movement

  init(_ arguments: Arguments) throws {
    from = try arguments.require(Self.from)
    to = try arguments.require(Self.to)
    amount = try arguments.require(Self.amount)
    timesOut = arguments[Self.timesOut]
    movement = Movement(arguments)
  }

  func run(in context: Context) throws {
    try movement.post("hold", in: context) { names, connection in
      .hold(
        amount, from: try names.account(from, in: connection), to: try names.account(to, in: connection),
        timesOut: timesOut.map { .after(Period(microseconds: $0)) })
    }
  }
}
