internal import IdentityContract
internal import QixModule

/// Makes one user of two who are the same person: everything moves to the survivor, and the other id goes on as an
/// alias of it.
struct Merge {
  /// The things that were moved, as each module names them.
  struct Result: Sendable {
    let user: UserID
    let survivor: User
    let moved: [(name: String, count: Int64)]
    /// Whether it was merged before, and nothing has changed now.
    let wasDone: Bool
  }

  let context: Context
  let directory: Directory
  /// Nil where the user who goes had nothing personal: then no vault is needed.
  let profiles: Profiles?

  /// - Throws: `UserError` for users who are missing, the same, suspended, erased or merged elsewhere.
  func run(_ from: String, into to: String, in connection: Connection) throws -> Result {
    guard let user = try directory.findExactly(from, in: connection) else { throw UserError.notFound(from) }
    guard let target = try directory.findExactly(to, in: connection) else { throw UserError.notFound(to) }
    let survivor = try User.survivor(of: target.id, in: connection)
    if let done = user.survivor {
      guard done == survivor.id else {
        throw Failure(
          "identity.merged-elsewhere", .conflict, "user \(user.id) was already merged into \(done)",
          hint: "To merge the user as they are now, name \(done).")
      }
      return Result(user: user.id, survivor: survivor, moved: try recorded(user.id, in: connection), wasDone: true)
    }
    guard user.id != survivor.id else {
      throw Failure("identity.merges-into-itself", .usage, "both names mean the same user, \(user.id)")
    }
    for part in [user, survivor] { try Modes().requireActive(part.id, in: connection) }

    var moved: [(name: String, count: Int64)] = []
    for module in context.userDataHolders {
      moved += try module.merge(user.id, into: survivor.id, in: connection, context: context)
    }
    moved += try moveIdentity(of: user, to: survivor, in: connection)
    try connection.execute(
      """
      INSERT INTO identity_merges (user, into_user, merged_at, moved)
      VALUES (\(user.id), \(target.id), \(context.clock.now()), \(Self.text(moved)))
      """)
    return Result(
      user: user.id, survivor: try User.survivor(of: survivor.id, in: connection), moved: moved, wasDone: false)
  }

  private func moveIdentity(
    of user: User, to survivor: User, in connection: Connection
  ) throws -> [(name: String, count: Int64)] {
    var moved: (fields: Int64, accounts: Int64) = (0, 0)
    try connection.execute("UPDATE identity_disputes SET user = \(survivor.id) WHERE user = \(user.id)")
    if try connection.hasPersonalData(user.id) {
      guard let profiles else { throw UserError.changedMeanwhile }
      moved = try profiles.move(user.id, to: survivor.id, in: connection)
    }
    // No user is left whom these codes could be for.
    try connection.execute("DELETE FROM identity_codes WHERE user = \(user.id)")
    let movesName = user.username != nil && survivor.username == nil
    if movesName {
      try connection.execute("UPDATE identity_usernames SET user = \(survivor.id) WHERE user = \(user.id)")
    } else {
      try connection.execute("DELETE FROM identity_usernames WHERE user = \(user.id)")
    }
    // Aliases of the one that goes are the survivor's now: one look-up stays enough.
    for alias in try connection.aliases(of: user.id) {
      connection.unseal(IdentityModule.merger(into: user.id), of: alias, in: IdentityModule.id)
      connection.seal(IdentityModule.merger(into: survivor.id), of: alias, in: IdentityModule.id)
    }
    connection.seal(IdentityModule.merger(into: survivor.id), of: user.id, in: IdentityModule.id)
    try connection.execute("UPDATE identity_users SET survivor = \(survivor.id) WHERE survivor = \(user.id)")
    try connection.execute(
      """
      UPDATE identity_users SET mode = 1, standing = \(Standing.merged.rawValue), survivor = \(survivor.id)
      WHERE id = \(user.id)
      """)
    try connection.tell("user.merged", of: user.id, user: survivor.id)
    try raise(survivor, to: user.mode, in: connection)
    return [
      ("identity.fields", moved.fields), ("identity.accounts", moved.accounts),
      ("identity.usernames", movesName ? 1 : 0),
    ]
  }

  /// The survivor gets the other's mode where it now has what that takes, and keeps its own where that is higher.
  private func raise(_ survivor: User, to mode: Mode, in connection: Connection) throws {
    let holdings = try Holdings(of: survivor.id, in: connection)
    for step in Mode.allCases.reversed() where step <= mode && step > survivor.mode {
      guard try Modes.missing(for: step, holdings, in: connection).isEmpty else { continue }
      return try Modes.set(step, of: survivor.id, in: connection)
    }
  }

  private static func text(_ moved: [(name: String, count: Int64)]) -> String {
    moved.map { "\($0.count) \($0.name)" }.joined(separator: "\n")
  }

  private func recorded(_ user: UserID, in connection: Connection) throws -> [(name: String, count: Int64)] {
    let text: String = try connection.fetchOne("SELECT moved FROM identity_merges WHERE user = \(user)") ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let count = Int64(parts[0]) else { return nil }
      return (String(parts[1]), count)
    }
  }
}

extension Connection {
  /// Whether anything is kept under a key of the user's own.
  func hasPersonalData(_ user: UserID) throws -> Bool { try has("SELECT 1 FROM identity_keys WHERE user = \(user)") }
}

extension Context {
  /// The modules that keep something about users.
  var userDataHolders: [any UserDataHolding.Type] { registry.modules.compactMap { $0 as? any UserDataHolding.Type } }

  /// A user's data is moved, erased or handed over as a whole or not at all: a module that is switched off
  /// would miss its part for ever.
  /// - Throws: `UserError.modulesOff`.
  func requireAllModules() throws(UserError) {
    guard registry.disabled.isEmpty else { throw .modulesOff(registry.disabled.sorted()) }
  }
}
