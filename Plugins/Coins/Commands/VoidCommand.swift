internal import CoinsContract
internal import QixModule

/// `qix coins void`
struct VoidCommand: Command {
  static let declaration = Declaration(
    "void", "Give back what a hold has reserved.", roles: [.operator, .integrator],
    discussion: OwnedTransfers.discussion,
    examples: [Example("trf=$(qix coins show table-7 --quiet) && qix coins void \"$trf\"", "the order was cancelled")],
    answer: .transfer | .approval, effect: .changes)

  @Positional("hold", .identifier(TransferID.self), "The trf_… from `qix coins hold`")
  private var hold: TransferID
  private let movement = Movement()

  func run(in context: Context) throws -> Document {
    try movement.post("void", in: context) { _, _ in .void(hold) }
  }
}
