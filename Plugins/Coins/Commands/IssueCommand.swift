internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins issue`
struct IssueCommand: Command {
  private static let to = Option("to", .text, placeholder: "USER", "Who gets the coins: usr_… or external id")
  private static let amount = Option("amount", .coins, "How many coins")
  private static let from = Option(
    "from", .text, placeholder: "ACCOUNT", "Who pays: budget:NAME, or issuer for new coins", default: "issuer")
  private static let expires = Option(
    "expires", .expiry, "When they expire: 2027-06-30 (good until that day is over, UTC), a time, or P12M")

  static let declaration = Declaration(
    "issue", "Issue coins to a user, or to many from a file.",
    parameters: [to, amount, from, expires] + Movement.parameters,
    examples: [
      Example("qix coins issue --to shop-4711 --amount 50", "50 new coins")
    ], effect: .changes)

  private let to: String
  private let amount: Int64
  private let from: String
  private let expires: Expiry?
  private let movement: Movement

  init(_ arguments: Arguments) throws {
    to = try arguments.require(Self.to)
    amount = try arguments.require(Self.amount)
    from = try arguments.require(Self.from)
    expires = arguments[Self.expires]
    movement = Movement(arguments)
  }

  func run(in context: Context) throws {
    try movement.post("issue", in: context) { names, connection in
      .issue(
        amount, from: try names.account(from, in: connection), to: try names.account(to, in: connection),
        expires: expires)
    }
  }
}
