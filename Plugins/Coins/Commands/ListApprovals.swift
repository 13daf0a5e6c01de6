internal import CoinsContract
internal import QixModule

/// `qix coins approvals`
struct ListApprovals: Command {
  static let declaration = Declaration(
    "approvals", "List requests for new coins and for changes of users, with their outcome, newest first.",
    roles: [.operator, .support, .auditor],
    discussion: """
      Support sees its own requests only. ANSWER is the --reason of the decision, such as why it was declined. A \
      note names each request that its requester repeats after a decline. A warning names each request that can't \
      go through any more because its subject has changed, such as spent coins or a merged wallet.
      """,
    examples: [Example("qix coins approvals --pending", "what waits for approval")],
    answer: .approvals, follows: Set(Approval.eventTypes.map(\.name)))

  @Option("limit", .rows(), placeholder: "N", "Approvals at most", default: "50")
  private var limit: Int64
  @Flag("pending", "Only requests that wait for a decision") private var onlyPending: Bool

  func run(in context: Context) throws -> Document {
    // One more than is shown tells whether there is more.
    let (found, precedents, outdated, now) = try context.database.read { connection in
      let now = try AuditLog.latestMoment(context.clock.now(), in: connection)
      let found = try Approval.list(
        pendingAt: onlyPending ? now : nil, limit: limit + 1, for: context.principal, in: connection)
      let precedents = try found.prefix(Int(limit)).filter { $0.state(at: now) == .pending }.compactMap { request in
        try Precedent(before: request, in: connection).map { "\(request.id): the same \($0)." as Sentence }
      }
      let outdated = try found.prefix(Int(limit)).compactMap { request in
        try request.changeSince(at: now, in: connection, context).map {
          ApprovalError.outdated(request.id, by: request.requestedBy, $0).failure
        }
      }
      return (found, precedents, outdated, now)
    }
    var document = Document("coins.approvals/1")
    document.page(
      "approvals", Approval.rows, found: try Approval.opened(found, in: context).map { (approval: $0, at: now) },
      limit: limit,
      none: "There are no such requests.")
    for precedent in precedents { document.note(precedent) }
    for failure in outdated {
      document.warn("\(failure.description.asSentence). \(failure.hint ?? "")")
    }
    return document
  }
}
