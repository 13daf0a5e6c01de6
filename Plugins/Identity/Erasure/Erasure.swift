internal import Glibc
internal import IdentityContract
internal import QixModule

/// Takes away everything that could lead to a person: the key that their data is under, what finds them, what they are
/// called, free text in every module. The ledger keeps the id, which then leads to no person.
enum Erasure {
  /// - Parameter remains: what `Context.openCodeRemains` has opened.
  /// - Throws: `UserError.notFound`; `UserError.changedMeanwhile` where a code was asked for since that was opened.
  static func run(
    _ user: UserID, in connection: Connection, context: Context, remains: CodeRemains?
  ) throws {
    // Before the key goes: without it it can't be told which requests were for the user's number.
    let clock = context.clock.now()
    let now = try SteadyClock.advance(context.clock, in: connection)
    try CodeRemains.purge(now, clock: clock, validity: CodeRules(connection).validity, in: connection)
    if try CodeRemains.mayBeThere(of: user, now, in: connection) {
      guard let remains else { throw UserError.changedMeanwhile }
      try remains.forget(user, in: connection)
    }
    for module in context.userDataHolders { try module.erase(user, in: connection, context: context) }
    for id in [user] + (try connection.aliases(of: user)) {
      try CodeRemains.forgetRequests(for: id, in: connection)
      try Profiles.destroy(id, in: connection)
      try connection.execute("DELETE FROM identity_usernames WHERE user = \(id)")
      if let name = try context.userDirectory.externalID(of: id, in: connection) {
        connection.unseal(name, of: id, in: IdentityModule.id)
      }
      // The operator's own systems know the person by that name.
      try connection.execute("UPDATE identity_users SET external_id = NULL WHERE id = \(id)")
    }
    try connection.execute(
      "UPDATE identity_users SET mode = 1, standing = \(Standing.erased.rawValue), survivor = NULL WHERE id = \(user)")
    try connection.tell("user.erased", of: user, user: user)
  }

  /// What goes with users who are about to be erased, as each module names it.
  static func losses(
    of users: [UserID], in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    var losses: [(name: String, count: Int64)] = []
    for user in users {
      for module in context.userDataHolders {
        for loss in try module.losses(of: user, in: connection, context: context) {
          if let known = losses.firstIndex(where: { $0.name == loss.name }) {
            losses[known].count += loss.count
          } else {
            losses.append(loss)
          }
        }
      }
    }
    return losses
  }

  /// The names of the copies that `qix db restore` has left of what was there before it, which operators may not think
  /// of as backups.
  static func copies(in home: HomeFolder) -> [String] {
    guard let folder = opendir(home.path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix("before-restore-"), name.hasSuffix(".db") { names.append(name) }
    }
    return names.sorted()
  }

  /// Cuts the write-ahead log, in which earlier pages still lie.
  /// - Returns: whether nothing is left in it; a process that reads at this moment keeps it.
  static func cutLog(_ database: Database) throws -> Bool {
    try database.exclusively { _ in }
    return try database.facts().allSatisfy { $0.name != "log bytes" || $0.value == "0" }
  }
}

extension Connection {
  /// The ids that were merged into a user.
  func aliases(of user: UserID) throws -> [UserID] {
    try fetchAll("SELECT id FROM identity_users WHERE survivor = \(user) ORDER BY id")
  }
}
