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
      show support`); who approves that must be able to do it themselves. What can't go through any more, since what it is about has \
      changed, is not approved. \
      --reason is told to whoever asked, as ANSWER in `qix coins approvals`.
      """,
    examples: [
      Example("qix coins approve apr_01m7w9tzg3f7fs9hn862jj74bb", "after a look at `qix coins approvals`")
    ],
    answer: .approval | .decisions,
    effect: .changes)

  private let approvals = ApprovalsNamed()

  func run(in context: Context) throws -> Document {
    try approvals.decide(approves: true, in: context) { decided, document in
      if !context.isDryRun {
        document.note("\(decided.approval.requestedBy) can run the command again now; it goes through once.")
      }
    }
  }
}

/// The subjects of approving and declining. Each is decided for itself: that one can't be stands in no other's way.
struct ApprovalsNamed {
  /// What the audit log calls them; what they are about begins with the request and a colon.
  static let (approval, refusal) = ("coins.approve", "coins.decline")

  @Positional(
    "approval", .identifier(ApprovalID.self), "The apr_… that a command has answered with, or several",
    isRequired: true)
  private var approvals: [ApprovalID]

  struct Decided: Sendable {
    let approval: Approval
    /// What became of the same before.
    let precedent: Precedent?
    /// Requests for the same, which an approval leaves as they are.
    let twins: [Approval]
  }

  /// - Parameter tell: adds what is to be said of each.
  /// - Returns: the one as a page, several as a table; with the first error, where one couldn't be decided.
  func decide(
    approves: Bool, in context: Context, tell: (Decided, inout Document) -> Void = { _, _ in }
  ) throws -> Document {
    var (decided, failures): ([Decided], [any Diagnosable]) = ([], [])
    for id in approvals where !decided.contains(where: { $0.approval.id == id }) {
      do {
        decided.append(try decide(id, approves, in: context))
      } catch let error as any Diagnosable where [.notFound, .notAllowed, .conflict, .refused].contains(error.category)
      {
        failures.append(error)
      }
    }
    if let first = failures.first, decided.isEmpty { throw first }
    let now = context.clock.now()
    let opened = try Approval.opened(decided.map(\.approval), in: context)
    var document: Document
    if approvals.count == 1 {
      document = opened[0].document(at: now)
    } else {
      document = Document("coins.decisions/1")
      document.primary = opened.map { "\($0.id)" }.joined(separator: "\n")
      document.table("approvals", Approval.fields(at: now), rows: opened)
    }
    for one in decided {
      if let precedent = one.precedent { document.note("The same \(precedent).") }
      for twin in one.twins {
        document.warn(
          "The same is asked for by \(twin.requestedBy), and \(twin.state(at: now) == .approved ? "approved" : "waits"): "
            + "\(twin.id). If it is one case, end that: `qix coins decline \(twin.id)`.")
      }
      tell(one, &document)
    }
    for other in failures.dropFirst() { document.warn("\(context.face.sentence(of: other)).") }
    document.failure = failures.first
    return document
  }

  private func decide(_ id: ApprovalID, _ approves: Bool, in context: Context) throws -> Decided {
    try context.change(approves ? Self.approval : Self.refusal) { connection, change in
      let gate = ApprovalGate(context, isDryRun: context.isDryRun, in: connection)
      let decided = try gate.decide(id, approves: approves, answer: context.invocation.reason, context.principal)
      change.subject = decided.told
      guard approves else { return Decided(approval: decided, precedent: nil, twins: []) }
      if let change = try decided.changeSince(at: gate.moment(), in: connection, context) {
        throw ApprovalError.outdated(id, by: decided.requestedBy, change)
      }
      return Decided(
        approval: decided, precedent: try Precedent(before: decided, in: connection),
        twins: try Approval.twins(of: decided, at: gate.moment(), in: connection))
    }
  }
}
