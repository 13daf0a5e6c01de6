internal import IdentityContract
package import QixModule
internal import VaultContract

/// `qix db check` and `qix db restore` ask whether what is kept of users agrees with itself.
extension IdentityModule: DataChecking {
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (faults, returned) = try database.read { connection in
      (
        try connection.faults(by: rules) + standingsPastQix(in: connection),
        try ErasureList(context.home).returned(in: connection).count
      )
    }
    var findings = faults.map {
      Finding.fault("users", $0, remedy: Finding.restore)
    }
    if faults.isEmpty { findings.append(.ok("users", "aliases, keys and modes agree")) }
    if let finding = try personalData(database, in: context) { findings.append(finding) }
    if returned > 0 {
      findings.append(
        .warning(
          "erasures",
          returned.counted("user who was erased here is back", "users who were erased here are back"),
          remedy: "Run `qix user erase --again` on this data."))
    }
    return findings
  }

  /// A fault where the audit log has a user as suspended who is active, or the other way round.
  private static func standingsPastQix(in connection: Connection) throws -> [String] {
    var suspended: Set<String> = []
    try AuditLog.forEach(action: ["identity.suspend", "identity.resume"], in: connection) { entry in
      if entry.action == "identity.suspend" { suspended.insert(entry.subject) } else { suspended.remove(entry.subject) }
    }
    for user in suspended.compactMap({ UserID($0) }).sorted(by: { "\($0)" < "\($1)" }) {
      let standing: Int64? = try connection.fetchOne("SELECT standing FROM identity_users WHERE id = \(user)")
      if standing == Standing.active.rawValue {
        return ["\(user) was suspended, and is active without having been resumed"]
      }
    }
    let ids: [UserID] = try connection.fetchAll(
      "SELECT id FROM identity_users WHERE standing = \(Standing.suspended.rawValue) ORDER BY id")
    return ids.first { !suspended.contains("\($0)") }.map { ["\($0) is suspended, but no command has suspended them"] }
      ?? []
  }

  /// Whether the vault has what opens the users' keys; nil where no user has one, or that can't be seen.
  private static func personalData(_ database: Database, in context: Context) throws -> Finding? {
    guard try database.read({ try Profiles.hasKeys(in: $0) }) else { return nil }
    guard let inspection = try context.service(ifProvided: Secrets.inspection) else { return nil }
    // A vault that is missing its own module tells of.
    guard try inspection.isThere(in: database) else { return nil }
    guard let store = try inspection.store(of: database) else {
      return .ok("personal data", "the vault is locked, so none of it was opened; `qix vault unlock` before the check")
    }
    let profiles = Profiles(store: store, clock: context.clock, random: context.random)
    guard let found = try database.read({ try ProfileCheck.run(profiles, in: $0) }) else {
      // This is no damage: a backup of this state must not be refused for it.
      return .warning("personal data", UserError.keyMissing.description, remedy: importing)
    }
    return .summary(
      "personal data", of: found.faults,
      whole: "the data of \(found.users.counted("user")) can be decrypted, and leads to them", remedy: importing)
  }

  private static let importing =
    """
    Bring the vault of that time back: `qix vault import FILE`, with --on-conflict replace --force if there is \
    another vault.
    """

  private static let rules = [
    DataRule(
      """
      SELECT 1 FROM identity_users AS alias LEFT JOIN identity_users AS other ON other.id = alias.survivor
      WHERE alias.survivor IS NOT NULL AND (other.id IS NULL OR other.survivor IS NOT NULL)
      """, "an alias leads to no user, or to another alias"),
    DataRule(
      """
      SELECT 1 FROM identity_keys JOIN identity_users ON identity_users.id = identity_keys.user WHERE standing >= 3
      """, "a user who was merged or erased has a key"),
    DataRule(
      """
      SELECT 1 FROM identity_usernames JOIN identity_users ON identity_users.id = identity_usernames.user
      WHERE standing >= 3
      """, "a user who was merged or erased has a username"),
    DataRule(
      """
      SELECT 1 FROM identity_disputes JOIN identity_users ON identity_users.id = identity_disputes.user
      WHERE standing >= 3
      """, "a user who was merged or erased has a dispute"),
  ]
}

extension IdentityModule: LibraryUsing {
  package static let libraries = ["libqix-phone"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM identity_lookups LIMIT 1")
  }
}
