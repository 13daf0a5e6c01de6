internal import IdentityContract
package import QixModule
internal import VaultContract

extension IdentityModule: DoctorChecking {
  /// Addresses that are still found by their former form, users who are not found by name, and users who share a mailbox by the form of now (decision
  /// 0088).
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let left = try database.read(Profiles.countOfFormerAddresses)
    var findings: [Finding] = []
    if left > 0 {
      findings.append(
        .warning(
          "addresses",
          left.counted("email address is", "email addresses are") + " not found yet in other spellings",
          remedy: """
            Nothing is lost. Run `qix vault unlock`, then go on working: each command and request that opens \
            profiles brings \(Profiles.rekeyedAtOnce) up to date.
            """))
    }
    let unindexed = try database.read(Profiles.countOfUnindexed)
    if unindexed > 0 {
      findings.append(
        .warning(
          "names", unindexed.counted("user is", "users are") + " not found by name yet",
          remedy: "Nothing is lost. Run `qix vault unlock`, then `qix user index-names`."))
    }
    let shared = try sharedMailboxes(database, in: context)
    if !shared.isEmpty {
      let more = shared.count > mostShown ? " and others" : ""
      findings.append(
        .warning(
          "mailboxes", "two users share one mailbox: \(shared.prefix(mostShown).joined(separator: ", "))\(more)",
          remedy: """
            Each user is found by the address as it was typed for them, and the older one by other spellings too. \
            If both are one person: `qix user merge FROM --into TO`.
            """))
    }
    return findings
  }

  private static let mostShown = 10

  /// Pairs of users; without an open vault those alone who are not found by all spellings.
  private static func sharedMailboxes(_ database: Database, in context: Context) throws -> [String] {
    let users = try database.read { try Profiles.usersInStayingForm(most: Int64(mostShown + 1), in: $0) }
    guard !users.isEmpty else { return [] }
    if let store = try context.service(ifProvided: Secrets.inspection)?.store(of: database) {
      let profiles = Profiles(store: store, clock: context.clock, random: context.random)
      let pairs: [String]? = try database.read { connection in
        guard try profiles.keys.isThere(in: connection) else { return nil }
        return try profiles.sharedMailboxes(of: users, in: connection).map { "\($0.user) and \($0.other)" }
      }
      if let pairs { return pairs }
    }
    return users.map { "\($0) and another" }
  }
}
