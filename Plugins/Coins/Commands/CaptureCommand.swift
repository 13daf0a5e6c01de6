internal import CoinsContract
internal import QixKernel
internal import QixTerminal

/// `qix coins capture`
struct CaptureCommand: OldCommand {
  private static let hold = OldPositional(
    "hold", .identifier(TransferID.self), "The trf_… that `qix coins hold` printed")
  private static let amount = OldOption("amount", .coins, "How many of the coins; all of them where it isn't given")
  private static let expires = OldOption(
    "expires", .expiry, "When the coins expire, where a budget pays; a user's coins keep their expiry")

  static let declaration = Declaration(
    "capture", "Take what a hold has reserved, whole or in part; the rest is free again.",
    roles: [.operator, .integrator], discussion: OwnedTransfers.discussion,
    parameters: [hold, amount, expires] + Movement.parameters,
    examples: [
      Example("qix coins capture trf_01m7w9tzg3f7fs9hn862jj74bb", "all of it"),
      Example("qix coins capture trf_01m7w9tzg3f7fs9hn862jj74bb --amount 80", "a part"),
    ], effect: .changes)

  private let hold: TransferID
  private let amount: Int64?
  private let expires: Expiry?
  private let movement: Movement

  init(_ arguments: Arguments) throws {
    hold = try arguments.require(Self.hold)
    amount = arguments[Self.amount]
    expires = arguments[Self.expires]
    movement = Movement(arguments)
  }

  func run(in context: Context) throws {
    try movement.post("capture", in: context) { _, _ in .capture(hold, amount: amount, expires: expires) }
  }
}
