internal import OpenIDContract
internal import QixModule

/// The groups at a provider that give roles.
struct RoleMapping: Sendable {
  /// One of them.
  struct Rule: Sendable, Equatable {
    let role: Role
    let group: String

    /// `support=GROUP`
    var text: String { "\(role)=\(group)" }
  }

  let provider: String
  let claim: String
  /// In the order of their groups.
  let rules: [Rule]

  static let usualClaim = "groups"

  static func all(in connection: Connection) throws -> [RoleMapping] {
    let rows = try connection.fetchAll(
      "SELECT provider, group_name, role, claim FROM staff_roles ORDER BY provider, group_name"
    ) { row in
      (
        provider: row["provider"] as String, claim: row["claim"] as String,
        rule: Rule(role: Role(rawValue: row["role"]) ?? .auditor, group: row["group_name"])
      )
    }
    return Set(rows.map(\.provider)).sorted().map { provider in
      let own = rows.filter { $0.provider == provider }
      return RoleMapping(provider: provider, claim: own.first?.claim ?? usualClaim, rules: own.map(\.rule))
    }
  }

  /// - Throws: `staff.no-provider`
  static func find(_ provider: String, in connection: Connection) throws -> RoleMapping {
    guard let found = try all(in: connection).first(where: { $0.provider == provider }) else {
      throw Failure(
        "staff.no-provider", .notFound, "staff can't sign in at the provider '\(provider)'",
        hint: "The owner of the data folder sets it up with \(always: "qix staff provider set").")
    }
    return found
  }

  /// Puts it in the place of the one that was there.
  func save(in connection: Connection) throws {
    try Self.remove(provider, in: connection)
    for rule in rules {
      try connection.execute(
        """
        INSERT INTO staff_roles (provider, group_name, role, claim)
        VALUES (\(provider), \(rule.group), \(rule.role.rawValue), \(claim))
        """)
    }
  }

  static func remove(_ provider: String, in connection: Connection) throws {
    try connection.execute("DELETE FROM staff_roles WHERE provider = \(provider)")
  }

  /// The role of a person by their groups. There is no order among roles: whoever is in groups of several is let in by
  /// none of them, so that no group gives more by accident than the other one was meant to.
  /// - Throws: `staff.no-role`, `staff.several-roles`
  func role(of account: SignedInAccount) throws -> Role {
    let value = account.claims[claim]
    let groups = value?.array?.compactMap(\.string) ?? value?.string.map { [$0] } ?? []
    let roles = Role.ofTokens.filter { role in rules.contains { $0.role == role && groups.contains($0.group) } }
    guard let role = roles.first else {
      throw Failure(
        "staff.no-role", .notAllowed, "none of the account's groups has a role here",
        hint: "Roles follow from the claim '\(claim)'. `qix staff provider list` shows the groups.",
        forUser: "your account has no role here")
    }
    guard roles.count == 1 else {
      throw Failure(
        "staff.several-roles", .notAllowed,
        "the account's groups have several roles: \(roles.map(\.rawValue).joined(separator: ", "))",
        hint: "Have it put into the groups of one role.", forUser: "your account has several roles here")
    }
    return role
  }
}

extension ValueType where Value == RoleMapping.Rule {
  static var roleOfGroup: ValueType {
    ValueType(placeholder: "ROLE=GROUP") { text throws(ValueError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let role = Role(rawValue: parts[0]), Role.ofTokens.contains(role), !parts[1].isEmpty
      else {
        throw ValueError("it is a role and a group at the provider, such as support=help-desk")
      }
      return RoleMapping.Rule(role: role, group: parts[1])
    }
  }
}
