internal import QixModule

/// `qix coins decline`
struct DeclineCommand: Command {
  static let declaration = Declaration(
    "decline", "Decline a request for new coins or a change of a user, or withdraw one.", roles: [.operator, .support],
    discussion: "Support may withdraw its own requests.",
    examples: [
      Example(
        "qix coins decline apr_01m7w9tzg3f7fs9hn862jj74bb --reason 'twice the budget'", "it can't be used any more")
    ],
    answer: .approval | .decisions, effect: .changes)

  private let approvals = ApprovalsNamed()

  func run(in context: Context) throws -> Document { try approvals.decide(approves: false, in: context) }
}
