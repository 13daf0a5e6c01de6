internal import CoinsContract
internal import QixModule

/// Errors of approvals that several commands share.
enum ApprovalError: Failing, Equatable {
  /// A dry run's answer: no request was made.
  case wouldBeNeeded(amount: Int64, limit: Int64)
  /// A file would make coins that were not there when they were counted.
  case uncounted(file: String)
  case notFound(ApprovalID)
  /// It can't go through any more.
  case outdated(ApprovalID, by: String, _ change: String)

  var failure: Failure {
    switch self {
    case .wouldBeNeeded(let amount, let limit):
      Failure(
        "coins.approval-needed", .notAllowed,
        """
        nothing was moved: \(amount.counted("new coin")) would need four-eyes approval (coins.approval-above is \
        \(limit) in a day)
        """, hint: Self.withoutDryRun)
    case .uncounted(let file):
      Failure(
        "coins.approval-needed", .notAllowed,
        """
        \(file): there are more new coins now than were counted, and the new ones have no approval \
        (coins.approval-above)
        """,
        hint: "Run the same command again. It counts the coins again, and asks for approval if needed.")
    case .notFound(let id):
      Failure(
        "coins.approval-not-found", .notFound, "there is no approval \(id)",
        hint: "List the requests with `qix coins approvals`.")
    case .outdated(let id, let requester, let change):
      Failure(
        "coins.approval-outdated", .conflict, "the request \(id) can't go through as things stand now: \(change)",
        hint:
          """
          End the request with `qix coins decline \(id)`. If the change is still wanted, \(requester) runs the \
          original command again, which makes a new request.
          """)
    }
  }

  static let withoutDryRun: Sentence = "Without --dry-run the command requests approval, which another person gives."
}

extension Roles {
  /// The roles that approve: `An operator or admin`.
  var names: String { contains(.operator) ? "An operator or admin" : "An admin" }
}
