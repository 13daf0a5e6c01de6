/// The role of one who runs qix. An admin may do everything; each command names the other roles that may run it.
package enum Role: String, Sendable, CaseIterable {
  case admin, `operator`, integrator, support, auditor
  /// Customers, for themselves alone, by a session.
  case user
  /// Whoever opens the app for the first time, or comes back without a session.
  case guest

  /// The roles that tokens are made for. The others come over HTTP, by a session or without one.
  package static let ofTokens: [Role] = [.admin, .operator, .integrator, .support, .auditor]

  /// Its purpose, in one line.
  package var summary: String {
    switch self {
    case .admin: "everything: tokens, the vault, restores, settings"
    case .operator: "runs campaigns: budgets, grants, corrections, reports"
    case .integrator: "programs that create users, and grant and redeem coins with idempotency keys"
    case .support: "sees users' wallets and masked personal data, requests corrections"
    case .auditor: "reads and verifies, changes nothing"
    case .user: "a customer: shakes, spends, sees and changes only their own data"
    case .guest: "a customer without a session yet: becomes a trial user, or signs in"
    }
  }
}

extension Principal {
  /// Whether of what tokens make for themselves they have what is their own, and don't see what is others': programs of
  /// several parties work on one installation as integrators.
  package var isKeptToItsOwn: Bool { role == .integrator }
}

/// Several roles, written as a list: `[.operator, .auditor]`.
///
/// Not a `Set`, whose hashing every start would set up for the declarations it looks at.
package struct Roles: Sendable, Equatable, ExpressibleByArrayLiteral {
  private var bits: UInt8 = 0

  package init(arrayLiteral roles: Role...) {
    for role in roles { bits |= Self.bit(role) }
  }

  /// All roles that tokens are made for.
  package static var everyone: Roles { [.admin, .operator, .integrator, .support, .auditor] }
  /// Admins alone.
  package static var adminsOnly: Roles { [] }

  /// Those of them that tokens are made for.
  package var ofStaff: Roles { Roles(number: number & Roles.everyone.number) }

  package func union(_ other: Roles) -> Roles { Roles(number: number | other.number) }

  /// Whether all that are named here are named there, too.
  package func isSubset(of other: Roles) -> Bool { bits & ~other.bits == 0 }

  /// Whether a role is among them; admins always are.
  package func admits(_ role: Role) -> Bool { role == .admin || contains(role) }

  /// Whether a role was named itself.
  package func contains(_ role: Role) -> Bool { bits & Self.bit(role) != 0 }

  /// A number that stands for them, 0 for admins alone.
  package var number: Int64 { Int64(bits) }

  /// - Parameter number: of `number`; others stand for admins alone.
  package init(number: Int64) { bits = UInt8(exactly: number) ?? 0 }

  private static func bit(_ role: Role) -> UInt8 {
    switch role {
    case .admin: 1
    case .operator: 2
    case .integrator: 4
    case .support: 8
    case .auditor: 16
    case .user: 32
    case .guest: 64
    }
  }
}
