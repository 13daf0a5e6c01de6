internal import CoinsContract
internal import QixKernel
internal import QixTerminal

/// `qix coins void`
struct VoidCommand: OldCommand {
  private static let hold = OldPositional(
    "hold", .identifier(TransferID.self), "The trf_… that `qix coins hold` printed")

  static let declaration = Declaration(
    "void", "Give back what a hold has reserved.", roles: [.operator, .integrator],
    discussion: OwnedTransfers.discussion, parameters: [hold] + Movement.parameters,
    examples: [Example("qix coins void trf_01m7w9tzg3f7fs9hn862jj74bb", "the order was cancelled")], effect: .changes)

  private let hold: TransferID
  private let movement: Movement

  init(_ arguments: Arguments) throws {
    hold = try arguments.require(Self.hold)
    movement = Movement(arguments)
  }

  func run(in context: Context) throws {
    try movement.post("void", in: context) { _, _ in .void(hold) }
  }
}
