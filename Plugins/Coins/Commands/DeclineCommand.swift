internal import QixKernel
internal import QixTerminal

/// `qix coins decline`
struct DeclineCommand: OldCommand {
  static let declaration = Declaration(
    "decline", "Decline a request for new coins or a change of a user, or withdraw one.", roles: [.operator],
    parameters: [ApproveCommand.approval],
    examples: [
      Example(
        "qix coins decline apr_01m7w9tzg3f7fs9hn862jj74bb --reason 'twice the budget'", "it can't be used any more")
    ], effect: .changes)

  private let decision: Decision

  init(_ arguments: Arguments) throws { decision = try Decision(arguments, approves: false) }

  func run(in context: Context) throws { try decision.run(in: context) }
}
