internal import CoinsContract
internal import QixModule

/// `qix coins approve`
struct ApproveCommand: Command {
  static let declaration = Declaration(
    "approve", "Approve another person's request for new coins, or for a change of how a user signs in.",
    roles: [.operator],
    discussion: """
      To issue more new coins in a day than the setting coins.approval-above allows, the command makes a request \
      instead. Once another person has approved it, the requester runs the same command again, with nothing added. \
      It then goes through, once. An approval fits exactly one operation, or one file. Unused, it expires after \
      coins.approval-hours.

      Other changes need approval whatever that setting says. One is changing a verified phone number, address or \
      account without the user's consent. Another is what support may only ask for (`qix role show support`). The \
      approver must be allowed to do the operation themselves. A request can't be approved if its subject has \
      changed so that it can't go through. The requester sees --reason under ANSWER in `qix coins approvals`.
      """,
    examples: [
      Example("qix coins approve apr_01m7w9tzg3f7fs9hn862jj74bb", "after a look at `qix coins approvals`")
    ],
    answer: .approval | .decisions,
    effect: .changes, needsFreshSignIn: true)

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
    "approval", .identifier(ApprovalID.self), "The apr_… that a command answered with, or several",
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
      document.table("approvals", Approval.rows, rows: opened.map { (approval: $0, at: now) })
    }
    for one in decided {
      if let precedent = one.precedent { document.note("The same \(precedent).") }
      for twin in one.twins {
        document.warn(
          """
          \(twin.requestedBy) made the same request, which is \
          \(twin.state(at: now) == .approved ? "approved" : "waiting"): \(twin.id). If both are one case, end the \
          other: `qix coins decline \(twin.id)`.
          """)
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
