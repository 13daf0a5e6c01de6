internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins approve`
struct ApproveCommand: OldCommand {
  static let approval = OldPositional(
    "approval", .identifier(ApprovalID.self), "The apr_… that a command has answered with")

  static let declaration = Declaration(
    "approve", "Approve that somebody else brings coins into being, or changes what a user signs in with.",
    roles: [.operator],
    discussion: """
      Whoever wants more new coins in a day than the setting coins.approval-above allows gets a request instead. Once \
      somebody else has approved it, the same command goes through, once. An approval fits exactly one operation, or one \
      file, and expires unused after coins.approval-hours. Changes of a proved phone number, address or account without \
      the user's consent ask in the same way, whatever that setting is.
      """,
    parameters: [approval],
    examples: [Example("qix coins approve apr_01m7w9tzg3f7fs9hn862jj74bb", "after a look at `qix coins approvals`")],
    effect: .changes)

  private let decision: Decision

  init(_ arguments: Arguments) throws { decision = try Decision(arguments, approves: true) }

  func run(in context: Context) throws { try decision.run(in: context) }
}

/// What approving and declining have in common.
struct Decision {
  /// What the audit log calls them; what they are about begins with the request and a colon.
  static let (approval, refusal) = ("coins.approve", "coins.decline")

  private let approval: ApprovalID
  private let approves: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments, approves: Bool) throws {
    approval = try arguments.require(ApproveCommand.approval)
    self.approves = approves
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let database = context.database
    let action = Change(approves ? Self.approval : Self.refusal, reason: reason)
    let decided = try database.write(action, isDryRun: isDryRun) { connection, change in
      let gate = ApprovalGate(actor: database.actor, now: now, random: context.random, connection: connection)
      let decided = try gate.decide(approval, approves: approves)
      change.subject = "\(approval): \(decided.operation), requested by \(decided.requestedBy)"
      return decided
    }
    var document = try Approval.opened([decided], in: context)[0].document("coins.approval/1", at: now)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if approves {
      context.terminal.note("\(decided.requestedBy) can run the command again now; it goes through once.")
    }
  }
}
