internal import IdentityContract
package import QixKernel
package import QixStorage

/// `qix db check` and `qix db restore` ask whether what is kept of users agrees with itself.
extension IdentityModule: DataChecking {
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (faults, returned) = try database.read { connection in
      (
        try rules.filter { try connection.first($0.sql) { _ in true } ?? false }.map(\.fault),
        try ErasureList(context.home).returned(in: connection).count
      )
    }
    var findings = faults.map {
      Finding.fault("users", $0, remedy: "Restore the last good backup with `qix db restore FILE`.")
    }
    if faults.isEmpty { findings.append(.ok("users", "aliases, keys and modes agree")) }
    if returned > 0 {
      findings.append(
        .warning(
          "erasures", "\(returned) users who were erased in this home are here as they were before",
          remedy: "Run `qix user erase --again` on this data."))
    }
    return findings
  }

  /// Statements that find a row only where something is wrong.
  private static let rules: [(sql: String, fault: String)] = [
    (
      """
      SELECT 1 FROM identity_users AS alias LEFT JOIN identity_users AS other ON other.id = alias.survivor
      WHERE alias.survivor IS NOT NULL AND (other.id IS NULL OR other.survivor IS NOT NULL) LIMIT 1
      """, "an alias leads to nobody, or to another alias"
    ),
    (
      """
      SELECT 1 FROM identity_keys JOIN identity_users ON identity_users.id = identity_keys.user
      WHERE standing >= 3 LIMIT 1
      """, "a user who was merged or erased has a key"
    ),
    (
      """
      SELECT 1 FROM identity_usernames JOIN identity_users ON identity_users.id = identity_usernames.user
      WHERE standing >= 3 LIMIT 1
      """, "a user who was merged or erased has a username"
    ),
  ]
}
