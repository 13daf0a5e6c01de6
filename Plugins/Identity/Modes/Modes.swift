internal import IdentityContract
internal import QixModule

/// The modes: their requirements and limits.
struct Modes: ModePolicy {
  func isAnybodyInactive(in connection: Connection) throws -> Bool {
    // The second condition is the index's own, without which it isn't used.
    try connection.has("SELECT 1 FROM identity_users WHERE standing IN (2, 4) AND standing > 1 LIMIT 1")
  }

  func mode(of user: UserID, in connection: Connection) throws -> Mode {
    try User.survivor(of: user, in: connection).mode
  }

  func bearer(of user: UserID, in connection: Connection) throws -> (user: UserID, mode: Mode)? {
    // For each shake and each movement: the text is always the same, so that it isn't put together each time.
    let statement = try connection.statement("SELECT mode, survivor FROM identity_users WHERE id = ?1")
    statement.bind(user, at: 1)
    let found: (mode: Mode, survivor: UserID?)? = try statement.first { row in
      guard let mode = Mode(rawValue: row["mode"]) else {
        throw StorageError.corrupt("user \(user) is in no known mode")
      }
      return (mode, try row["survivor"])
    }
    guard let found else { return nil }
    guard let survivor = found.survivor else { return (user, found.mode) }
    return (survivor, try mode(of: survivor, in: connection))
  }

  func isLimited(_ limit: DailyLimit, in connection: Connection) throws -> Bool {
    // By default there is no limit, so where nothing of this module's is set there is nothing to read.
    let isAnythingSet =
      try connection.fetchOne("SELECT 1 FROM qix_settings WHERE name >= 'identity.' AND name < 'identity/' LIMIT 1") {
        _ in true
      } ?? false
    return try isAnythingSet && Mode.allCases.contains { try self.limit(limit, of: $0, in: connection) != nil }
  }

  func limit(_ limit: DailyLimit, of mode: Mode, in connection: Connection) throws -> Int64? {
    try connection.value(of: IdentityModule.limit(limit, of: mode))
  }

  func requireActive(_ user: UserID, in connection: Connection) throws {
    let statement = try connection.statement("SELECT standing, survivor FROM identity_users WHERE id = ?1")
    statement.bind(user, at: 1)
    let found: (standing: Int64, survivor: UserID?)? = try statement.first { ($0["standing"], try $0["survivor"]) }
    switch found?.standing {
    case Standing.active.rawValue: return
    case Standing.suspended.rawValue: throw UserError.suspended(user)
    case Standing.erased.rawValue: throw UserError.erased(user)
    default:
      guard let survivor = found?.survivor else { throw UserError.notFound("\(user)") }
      try requireActive(survivor, in: connection)
    }
  }

  /// The requirement of a mode itself, without those of the modes below it.
  static func requirement(of mode: Mode, in connection: Connection) throws -> Requirement {
    switch mode {
    case .trial: .nothing
    case .signed: try connection.value(of: IdentityModule.signedRequires)
    case .pro: try connection.value(of: IdentityModule.proRequires)
    }
  }

  /// Requirements of a mode and those below it that a user doesn't meet; none when they may be in it.
  static func missing(for mode: Mode, _ holdings: Holdings, in connection: Connection) throws -> [String] {
    var missing: [String] = []
    for step in Mode.allCases where step <= mode {
      for part in try requirement(of: step, in: connection).missing(in: holdings) where !missing.contains(part) {
        missing.append(part)
      }
    }
    return missing
  }

  /// Raises a user to a mode whose requirements are met; does nothing for a user who is in it or above it.
  /// - Throws: `UserError.requirementsMissing`.
  static func upgrade(_ user: UserID, to mode: Mode, names: NameDirectory, in connection: Connection) throws {
    let user = try User.living(user, in: connection)
    guard user.mode < mode else { return }
    let missing = try missing(for: mode, Holdings(of: user.id, in: connection), in: connection)
    guard missing.isEmpty else { throw UserError.requirementsMissing(user.id, mode, missing) }
    try set(mode, of: user.id, in: connection)
    _ = try names.nameOrNew(of: user.id, in: connection)
  }

  /// Lets a user who has lost something fall to the highest mode that what is left is enough for. Users don't
  /// rise by this: that is what `upgrade` is for.
  static func settle(_ user: UserID, in connection: Connection) throws {
    guard let stored = try User.first(user, in: connection) else { return }
    let holdings = try Holdings(of: user, in: connection)
    var mode = stored.mode
    while let below = Mode(rawValue: mode.rawValue - 1), try !missing(for: mode, holdings, in: connection).isEmpty {
      mode = below
    }
    if mode != stored.mode { try set(mode, of: user, in: connection) }
  }

  static func set(_ mode: Mode, of user: UserID, in connection: Connection) throws {
    try connection.execute("UPDATE identity_users SET mode = \(mode.rawValue) WHERE id = \(user)")
    try connection.tell("user.mode-changed", of: user, user: user)
  }
}
