internal import CoinsContract
internal import QixModule

/// `qix coins capture`
struct CaptureCommand: Command {
  static let declaration = Declaration(
    "capture", "Take what a hold has reserved, whole or in part; the rest is free again.",
    roles: [.operator, .integrator], discussion: OwnedTransfers.discussion,
    examples: [
      Example("trf=$(qix coins show table-7 --quiet) && qix coins capture \"$trf\"", "all of it"),
      Example("qix coins capture trf_01m7w9tzg3f7fs9hn862jj74bb --amount 80", "a part"),
    ],
    answer: .transfer | .approval, effect: .changes)

  @Positional("hold", .identifier(TransferID.self), "The trf_… from `qix coins hold`")
  private var hold: TransferID
  @Option("amount", .coins, "How many of the coins; the default is all of them") private var amount: Int64?
  @Option("expires", .expiry, "When the coins expire, if a budget pays; a user's coins keep their expiry")
  private var expires: Expiry?
  private let movement = Movement()

  func run(in context: Context) throws -> Document {
    try movement.post("capture", in: context) { _, _ in .capture(hold, amount: amount, expires: expires) }
  }
}
