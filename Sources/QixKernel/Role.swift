/// What somebody who runs qix is for. An admin may do everything; each command names the other roles that may run it.
package enum Role: String, Sendable, CaseIterable {
  case admin, `operator`, integrator, support, auditor
}

extension Set<Role> {
  /// Whoever may run qix at all.
  package static var everyone: Set<Role> { Set(Role.allCases) }
  /// Admins alone.
  package static var adminsOnly: Set<Role> { [] }

  /// Whether a role is among them; admins always are.
  package func admits(_ role: Role) -> Bool { role == .admin || contains(role) }
}
