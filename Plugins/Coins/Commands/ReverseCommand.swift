internal import CoinsContract
internal import QixModule

/// `qix coins reverse`
struct ReverseCommand: Command {
  static let declaration = Declaration(
    "reverse", "Take a transfer back, whole or in part.", roles: [.operator], requests: [.support],
    discussion: """
      Whoever was credited is debited, first from the very coins of that transfer. Whoever paid gets back the very \
      coins that were taken, with their expiry; in part, those with the longest life first. Issues, imports, fundings, \
      transfers, redemptions and captures can be reversed.

      \(OwnedTransfers.discussion)
      """,
    examples: [
      Example(
        "trf=$(qix coins show order-981 --quiet) && qix coins reverse \"$trf\" --amount 100 --reason returned",
        "all that is left of it"),
      Example("qix coins reverse trf_01m7w9tzg3f7fs9hn862jj74bb --amount 10", "a part"),
    ],
    answer: .transfer | .approval, effect: .changes)

  @Positional("transfer", .identifier(TransferID.self), "The trf_… to take back") private var transfer: TransferID
  @Option("amount", .coins, "How many of the coins; all that are left where it isn't given")
  private var amount: Int64?
  private let movement = Movement()

  func run(in context: Context) throws -> Document {
    try movement.post(
      "reverse", in: context,
      asking: { connection in
        let trace = try Trace.find(transfer, at: context.clock.now(), in: connection)
        let record = trace.record
        let reversed = trace.followers.reduce(0) { $1.kind == .reverse ? $0 + $1.amount : $0 }
        let coins = amount.map { $0.counted("coin") } ?? "all that is left"
        let words =
          "reverse \(coins) of \(transfer): \(record.name) \(record.amount) from \(record.from) to \(record.to)"
        guard case .wallet(let user) = record.from == .issuer ? record.to : record.from else {
          return (words, nil, amount ?? record.amount - reversed)
        }
        return (words, user, amount ?? record.amount - reversed)
      }
    ) { _, _ in .reverse(transfer, amount: amount) }
  }
}
