internal import IdentityContract
internal import QixKernel
internal import QixTerminal

/// `qix user suspend`
struct SuspendUser: OldCommand {
  static let declaration = Declaration(
    "suspend", "Stop a user from earning and spending until they are resumed.", roles: [.operator, .support],
    parameters: [UserNamed.user],
    examples: [Example("qix user suspend shop-4711 --reason 'case 815'", "while somebody looks into it")],
    effect: .changes)

  private let change: ChangeStanding

  init(_ arguments: Arguments) throws { change = try ChangeStanding("suspend", .suspended, arguments) }

  func run(in context: Context) throws {
    try change.run(in: context) { "The coins stay where they are. To take it back: `qix user resume \($0)`." }
  }
}
