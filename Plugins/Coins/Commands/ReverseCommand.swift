internal import CoinsContract
internal import QixModule

/// `qix coins reverse`
struct ReverseCommand: Command {
  static let declaration = Declaration(
    "reverse", "Take a transfer back, whole or in part.", roles: [.operator, .integrator], requests: [.support],
    discussion: """
      The coins of that transfer go back if they are still there; spent, held and expired ones don't. The user's \
      other coins stay where they are, unless --from-any takes them instead of the spent ones. The payer gets the \
      same coins back, with their original expiry. In part, those with the longest life go first. Issues, imports, \
      fundings, transfers, redemptions and captures can be reversed. Name a transfer by its trf_…, or by its \
      idempotency key, such as an order's number. A program takes back only what it has granted on the same day, \
      and only by its trf_….

      \(OwnedTransfers.discussion)
      """,
    examples: [
      Example("qix coins reverse order-981 --amount 100 --reason returned", "a part of what came with this key"),
      Example("qix coins reverse trf_01m7w9tzg3f7fs9hn862jj74bb", "all that is left of it"),
    ],
    answer: .transfer | .approval, effect: .changes)

  @Positional("transfer", .transferOrKey, "The trf_… to take back, or the idempotency key that it came with")
  private var name: String
  @Option("amount", .coins, "How many of the coins; the default is all that are left")
  private var amount: Int64?
  @Flag("from-any", "Take other coins of the user instead of spent ones") private var takesOthers: Bool
  private let movement = Movement()

  func run(in context: Context) throws -> Document {
    let transfer = try context.database.read { try context.transfer(named: name, in: $0) }
    return try movement.post(
      "reverse", in: context,
      asking: { connection in
        let trace = try Trace.find(transfer, at: context.clock.now(), in: connection)
        let record = trace.record
        let coins = amount.map { $0.counted("coin") } ?? "all that is left"
        let words =
          "reverse \(coins) of \(transfer): \(record.name) \(record.amount) from \(record.from) to \(record.to)"
          + trace.alreadyReversed
        guard case .wallet(let user) = record.from == .issuer ? record.to : record.from else {
          return (words, nil, amount ?? record.amount - trace.reversed)
        }
        return (words, user, amount ?? record.amount - trace.reversed)
      }
    ) { _, _ in .reverse(transfer, amount: amount, takesOthers: takesOthers) }
  }
}
