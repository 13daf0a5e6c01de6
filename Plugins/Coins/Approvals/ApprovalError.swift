internal import CoinsContract
internal import QixModule

/// Why coins were not brought into being, or an approval not given.
enum ApprovalError: Diagnosable, Equatable {
  /// Somebody else has to approve; the request is there.
  case needed(ApprovalID, amount: Int64, limit: Int64)
  /// A dry run's answer: nobody was asked.
  case wouldBeNeeded(amount: Int64, limit: Int64)
  /// The same for what is no coins, in words.
  case neededFor(ApprovalID, String)
  case wouldBeNeededFor(String)
  /// A file would make coins that were not there when they were counted.
  case uncounted(file: String)
  case notFound(ApprovalID)
  case ownRequest(ApprovalID)
  case isOver(ApprovalID, Approval.State)

  var category: ErrorCategory {
    switch self {
    case .needed, .wouldBeNeeded, .neededFor, .wouldBeNeededFor, .uncounted, .ownRequest: .notAllowed
    case .notFound: .notFound
    case .isOver: .conflict
    }
  }

  var code: String {
    switch self {
    case .needed, .wouldBeNeeded, .neededFor, .wouldBeNeededFor, .uncounted: "coins.approval-needed"
    case .notFound: "coins.approval-not-found"
    case .ownRequest: "coins.approval-own"
    case .isOver: "coins.approval-over"
    }
  }

  var description: String {
    switch self {
    case .needed(let id, let amount, let limit):
      "nothing was moved: \(amount.counted("new coin needs", "new coins need")) a second person's approval, which \(id) asks for "
        + "(coins.approval-above is \(limit) in a day)"
    case .wouldBeNeeded(let amount, let limit):
      "nothing was moved: \(amount.counted("new coin")) would need a second person's approval "
        + "(coins.approval-above is \(limit) in a day)"
    case .neededFor(let id, let what):
      "nothing was changed: to \(what) needs a second person's approval, which \(id) asks for"
    case .wouldBeNeededFor(let what): "nothing was changed: to \(what) would need a second person's approval"
    case .uncounted(let file):
      "\(file): there are more new coins now than when they were counted, and nobody was asked about those "
        + "(coins.approval-above)"
    case .notFound(let id): "there is no approval \(id)"
    case .ownRequest(let id): "\(id) is your own request, and only somebody else can approve it"
    case .isOver(let id, let state): "\(id) is \(state.name) already"
    }
  }

  var hint: String? {
    switch self {
    case .needed(let id, _, _), .neededFor(let id, _):
      "Have somebody else run `qix coins approve \(id)`, then run the same command again."
    case .wouldBeNeeded, .wouldBeNeededFor: "Without --dry-run it asks for the approval, and somebody else gives it."
    case .uncounted: "Run the same command again: it counts anew, and asks where somebody has to approve."
    case .notFound: "See them with `qix coins approvals`."
    case .ownRequest(let id): "Withdraw it with `qix coins decline \(id)` if it was a mistake."
    case .isOver(_, .approved): "Run the command that it was asked for; it goes through once."
    case .isOver: "Run the command again to ask anew."
    }
  }
}
