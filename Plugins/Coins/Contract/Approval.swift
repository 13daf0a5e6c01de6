package import QixKernel
package import QixStorage

/// Marks an approval's identifier: `apr_…`.
package enum ApprovalTag: IdentifierTag {
  package static let prefix = "apr"
  package static let place: String? = "coins_approvals.approval"
}

package typealias ApprovalID = Identifier<ApprovalTag>

/// A request that a second person decides on, and what became of it.
package struct Approval: Sendable {
  package enum State: Int64, Sendable {
    case pending = 1
    case approved, declined, used, expired

    package var name: String {
      switch self {
      case .pending: "pending"
      case .approved: "approved"
      case .declined: "declined"
      case .used: "used"
      case .expired: "expired"
      }
    }
  }

  package let id: ApprovalID
  package let operation: String
  package let amount: Int64
  package let reason: String?
  package let state: State
  package let requestedBy: String
  package let requestedAt: Timestamp
  package let expires: Timestamp
  package let decidedBy: String?
  /// What whoever decided has said to it.
  package let answer: String?
  package let usedBy: String?
  /// Whom it is about, where it is one user.
  package let recipient: UserID?
  /// What would be kept of them, under their own key.
  package let sealed: [UInt8]?
  /// The same, masked, once it was opened (`Approval.opened`).
  package var masked: String?
  /// The command line that it asks for, once what was kept was opened; nil where nothing is kept.
  package var line: String?
  /// The roles of which somebody has to approve it; nil for whoever approves new coins.
  package let approvers: Roles?

  package init(
    id: ApprovalID, operation: String, amount: Int64, reason: String?, state: State, requestedBy: String,
    requestedAt: Timestamp, expires: Timestamp, decidedBy: String?, answer: String?, usedBy: String?,
    recipient: UserID?, sealed: [UInt8]?, approvers: Roles?
  ) {
    self.id = id
    self.operation = operation
    self.amount = amount
    self.reason = reason
    self.state = state
    self.requestedBy = requestedBy
    self.requestedAt = requestedAt
    self.expires = expires
    self.decidedBy = decidedBy
    self.answer = answer
    self.usedBy = usedBy
    self.recipient = recipient
    self.sealed = sealed
    self.approvers = approvers
  }

  /// What it is at a moment: the time of those that nobody asks about passes unnoticed.
  package func state(at time: Timestamp) -> State {
    (state == .pending || state == .approved) && expires <= time ? .expired : state
  }
}

/// What came of something that a second person may have to approve.
package enum Admitted<Done: Sendable>: Sendable {
  case done(Done)
  /// Nothing moved. The request is written down, and the caller commits it and tells of it.
  case waits(ApprovalRequest)
}

/// A request for approval that was written down in place of what it is about.
package struct ApprovalRequest: Sendable {
  package let approval: Approval
  /// What to tell whoever asked, once the request is committed.
  package let error: any Diagnosable

  package init(_ approval: Approval, error: any Diagnosable) {
    self.approval = approval
    self.error = error
  }
}

extension Change {
  /// Makes it the entry of a request for an approval.
  package mutating func requests(_ request: ApprovalRequest) {
    action = "coins.request-approval"
    subject = "\(request.approval.id): \(request.approval.operation)"
  }
}
