internal import CoinsContract
internal import QixModule

/// Whether each request was decided as the audit log says.
enum ApprovalCheck {
  static func findings(of database: Database) throws -> [Finding] {
    try database.read { connection in
      var decisions: [String: (isApproved: Bool, actor: String)] = [:]
      try AuditLog.forEach(action: [ApprovalsNamed.approval, ApprovalsNamed.refusal], in: connection) { entry in
        // `apr_…: issue 500 to …`
        decisions[String(entry.subject.prefix { $0 != ":" })] = (entry.action == ApprovalsNamed.approval, entry.actor)
      }
      let approvals = try Approval.all(in: connection)
      for approval in approvals {
        let last = decisions["\(approval.id)"]
        let isRight =
          switch approval.state {
          case .approved, .used: last.map { $0.isApproved && $0.actor == approval.decidedBy } ?? false
          case .declined: last.map { !$0.isApproved && $0.actor == approval.decidedBy } ?? false
          case .pending: last == nil
          case .expired: last?.isApproved ?? true
          }
        guard isRight else {
          return [
            .fault(
              "approvals",
              "\(approval.id) is \(approval.state.name) without a decision: it was changed outside of qix",
              remedy: """
                See its use with `qix coins approvals`. See the audit log with `qix audit show`. Restore the last \
                good backup with `qix db restore FILE`.
                """)
          ]
        }
      }
      return [.ok("approvals", "\(approvals.count.counted("request")), decided as the audit log has it")]
    }
  }
}
