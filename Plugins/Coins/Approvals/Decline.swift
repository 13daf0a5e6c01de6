internal import CoinsContract
internal import QixModule

/// A decision against a request that is made once more: whoever decides now is to know of it.
struct Decline: Equatable, CustomStringConvertible {
  private let approval: ApprovalID
  private let by: String
  private let answer: String?

  /// The one that was the last decision on what a requester asks for again, whatever they give as the reason by now; nil
  /// where there was none, or another one.
  init?(before request: Approval, in connection: Connection) throws {
    guard let last = try Approval.lastDecided(before: request, in: connection), last.state == .declined,
      let by = last.decidedBy, by != last.requestedBy
    else { return nil }
    (approval, self.by, answer) = (last.id, by, last.answer)
  }

  /// `was declined before by token:olga: 'case is closed' (apr_…)`.
  var description: String {
    "was declined before by \(by)\(answer.map { ": '\($0)'" } ?? "") (\(approval))"
  }
}
