/// What somebody who runs qix is for. An admin may do everything; each command names the other roles that may run it.
package enum Role: String, Sendable, CaseIterable {
  case admin, `operator`, integrator, support, auditor

  /// What it is for, in one line.
  package var summary: String {
    switch self {
    case .admin: "everything: tokens, the vault, restores, settings"
    case .operator: "runs campaigns: budgets, grants, corrections, reports"
    case .integrator: "programs that make users, and grant and redeem coins with idempotency keys"
    case .support: "looks into one user's wallet; sees personal data masked"
    case .auditor: "reads and verifies, and changes nothing"
    }
  }
}

extension Set<Role> {
  /// Whoever may run qix at all.
  package static var everyone: Set<Role> { Set(Role.allCases) }
  /// Admins alone.
  package static var adminsOnly: Set<Role> { [] }

  /// Whether a role is among them; admins always are.
  package func admits(_ role: Role) -> Bool { role == .admin || contains(role) }
}
