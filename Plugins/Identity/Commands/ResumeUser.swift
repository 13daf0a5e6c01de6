internal import IdentityContract
internal import QixKernel
internal import QixTerminal

/// `qix user resume`
struct ResumeUser: OldCommand {
  static let declaration = Declaration(
    "resume", "Let a suspended user act again.", roles: [.operator], parameters: [UserNamed.user],
    examples: [Example("qix user resume shop-4711 --reason 'case 815 closed'", "let them act again")],
    effect: .changes)

  private let change: ChangeStanding

  init(_ arguments: Arguments) throws { change = try ChangeStanding("resume", .active, arguments) }

  func run(in context: Context) throws { try change.run(in: context) { "Next: `qix user show \($0)`." } }
}
