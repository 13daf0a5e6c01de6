internal import CoinsContract
internal import QixModule

/// Errors of approvals that several commands share.
enum ApprovalError: Failing, Equatable {
  /// Somebody else has to approve; the request is there.
  /// - Parameter precedent: what became of the same before; nil where it wasn't asked for.
  case needed(ApprovalID, amount: Int64, limit: Int64, after: Precedent?)
  /// A dry run's answer: nobody was asked.
  case wouldBeNeeded(amount: Int64, limit: Int64)
  /// The same for what is no coins, in words.
  case neededFor(ApprovalID, String, Roles?, after: Precedent?)
  case wouldBeNeededFor(String)
  /// A file would make coins that were not there when they were counted.
  case uncounted(file: String)
  case notFound(ApprovalID)
  /// It can't go through any more.
  case outdated(ApprovalID, by: String, _ change: String)

  var failure: Failure {
    switch self {
    case .needed(let id, let amount, let limit, let precedent):
      Self.needed(
        """
        nothing was moved: \(amount.counted("new coin needs", "new coins need")) four-eyes approval \
        (coins.approval-above is \(limit) in a day); the request is \(id)\(Self.told(precedent))
        """,
        hint: "\(Self.whoApproves(id))")
    case .wouldBeNeeded(let amount, let limit):
      Self.needed(
        """
        nothing was moved: \(amount.counted("new coin")) would need four-eyes approval (coins.approval-above is \
        \(limit) in a day)
        """, hint: Self.withoutDryRun)
    case .neededFor(let id, let what, let approvers, let precedent):
      Self.needed(
        "nothing was changed: to \(what) needs four-eyes approval; the request is \(id)\(Self.told(precedent))",
        hint: approvers.map {
          "\($0.names) approves it with `qix coins approve \(id)`. After the approval, run the same command again."
        }
          ?? Self.whoApproves(id))
    case .wouldBeNeededFor(let what):
      Self.needed(
        "nothing was changed: to \(what) would need four-eyes approval", hint: Self.withoutDryRun)
    case .uncounted(let file):
      Self.needed(
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

  private static func told(_ precedent: Precedent?) -> String { precedent.map { "; the same \($0)" } ?? "" }

  private static func needed(_ sentence: Sentence, hint: Sentence) -> Failure {
    Failure("coins.approval-needed", .notAllowed, sentence, hint: hint)
  }

  private static func whoApproves(_ id: ApprovalID) -> Sentence {
    "Another person approves it with `qix coins approve \(id)`. After the approval, run the same command again."
  }

  private static let withoutDryRun: Sentence = "Without --dry-run the command requests approval, which another person gives."
}

extension Roles {
  /// The roles that approve: `An operator or admin`.
  var names: String { contains(.operator) ? "An operator or admin" : "An admin" }
}
