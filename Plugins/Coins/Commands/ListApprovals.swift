internal import CoinsContract
internal import QixModule

/// `qix coins approvals`
struct ListApprovals: Command {
  static let declaration = Declaration(
    "approvals", "List requests for new coins and for changes of users, and what became of them, the newest first.",
    roles: [.operator, .support, .auditor],
    discussion: """
      Support sees what it has asked for itself. ANSWER is what whoever decided has given as their --reason, such as why \
      they have declined. A note names each request that its requester makes once more after a decline, and a warning each \
      that can't go through any more, since what it is about has changed: a wallet that is to be merged, coins that are \
      spent.
      """,
    examples: [Example("qix coins approvals --pending", "what waits for a second person")],
    answer: .approvals)

  @Option("limit", .rows(), placeholder: "N", "Approvals at most", default: "50")
  private var limit: Int64
  @Flag("pending", "Only those that wait for somebody's decision") private var onlyPending: Bool

  func run(in context: Context) throws -> Document {
    // One more than is shown tells whether there is more.
    let (found, precedents, outdated, now) = try context.database.read { connection in
      let now = try AuditLog.latestMoment(context.clock.now(), in: connection)
      let found = try Approval.list(
        pendingAt: onlyPending ? now : nil, limit: limit + 1, for: context.principal, in: connection)
      let precedents = try found.prefix(Int(limit)).filter { $0.state(at: now) == .pending }.compactMap { request in
        try Precedent(before: request, in: connection).map { "\(request.id): the same \($0)." }
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
      "approvals", Approval.fields(at: now), found: try Approval.opened(found, in: context), limit: limit,
      none: "There are no such requests.")
    for precedent in precedents { document.note(precedent) }
    for failure in outdated {
      document.warn("\(failure.description.asSentence). \(failure.hint ?? "")")
    }
    return document
  }
}
