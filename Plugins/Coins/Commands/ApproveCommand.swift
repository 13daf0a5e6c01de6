internal import CoinsContract
internal import QixModule

/// `qix coins approve`
struct ApproveCommand: Command {
  static let declaration = Declaration(
    "approve", "Approve that somebody else brings coins into being, or changes what a user signs in with.",
    roles: [.operator],
    discussion: """
      Whoever wants more new coins in a day than the setting coins.approval-above allows gets a request instead. Once \
      somebody else has approved it, whoever asked types the same command once more, with nothing added, and it goes \
      through, once. An approval fits exactly one operation, or one \
      file, and expires unused after coins.approval-hours. Changes of a proved phone number, address or account without \
      the user's consent ask in the same way, whatever that setting is. So does what support may only ask for (`qix role \
      show support`); who approves that must be able to do it themselves. \
      --reason is told to whoever asked, as ANSWER in `qix coins approvals`.
      """,
    examples: [Example("qix coins approve apr_01m7w9tzg3f7fs9hn862jj74bb", "after a look at `qix coins approvals`")],
    answer: .approval,
    effect: .changes)

  private let approval = ApprovalNamed()

  func run(in context: Context) throws -> Document {
    var (document, decided, misfit) = try approval.decide(approves: true, in: context)
    if let misfit {
      document.warn(misfit)
    } else if !context.isDryRun {
      document.note("\(decided.requestedBy) can run the command again now; it goes through once.")
    }
    return document
  }
}

/// The subject of approving and declining.
struct ApprovalNamed {
  /// What the audit log calls them; what they are about begins with the request and a colon.
  static let (approval, refusal) = ("coins.approve", "coins.decline")

  @Positional("approval", .identifier(ApprovalID.self), "The apr_… that a command has answered with")
  private var approval: ApprovalID

  /// - Returns: the decision too, and for an approval why it is in vain where it is.
  func decide(approves: Bool, in context: Context) throws -> (Document, Approval, misfit: String?) {
    let (decided, decline, misfit) = try context.change(approves ? Self.approval : Self.refusal) {
      connection, change -> (Approval, Decline?, String?) in
      let gate = ApprovalGate(context, isDryRun: context.isDryRun, in: connection)
      let decided = try gate.decide(
        approval, approves: approves, answer: context.invocation.reason, context.principal)
      change.subject = decided.told
      guard approves else { return (decided, nil, nil) }
      let misfit = try decided.misfit(at: gate.moment(), in: connection, context)
      return (decided, try Decline(before: decided, in: connection), misfit)
    }
    var document = try Approval.opened([decided], in: context)[0].document(at: context.clock.now())
    if let decline { document.note("The same \(decline).") }
    return (document, decided, misfit)
  }
}
