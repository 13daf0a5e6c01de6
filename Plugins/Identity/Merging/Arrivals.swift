internal import IdentityContract
internal import QixModule

/// Signing in, and what becomes of the trial user who does.
struct Arrivals: UserArrivals {
  private let context: Context
  private let sessions: any UserSessions
  private let merge: Merge

  init(_ context: Context) throws {
    self.context = context
    guard let sessions = try context.service(ifProvided: Users.sessions) else {
      throw Failure(
        "identity.no-sessions", .notAllowed, "signing in is not possible here: the module 'sessions' is disabled")
    }
    self.sessions = sessions
    // Both of the two who may become one are looked up, not the caller alone.
    let directory = Directory(clock: context.clock, random: context.random, acquaintances: context.acquaintances)
    merge = Merge(context: context, directory: directory, profiles: try context.openProfiles())
  }

  /// The user who signs in, where they have proved nothing so far; nil for a stranger, and for who is known already.
  func trial(in connection: Connection) throws -> UserID? {
    try context.principal.user.flatMap { try Holdings(of: $0, in: connection).proofs.isEmpty ? $0 : nil }
  }

  func arrive(_ holder: UserID?, in connection: Connection, adopt: (UserID) throws -> Void) throws -> NewSession {
    let trial = try trial(in: connection)
    guard let holder else {
      let user = try trial ?? merge.directory.create(externalID: nil, in: connection)
      try adopt(user)
      return try sessions.begin(for: user, in: connection)
    }
    if let trial, trial != holder {
      try context.requireAllModules()
      _ = try merge.run("\(trial)", into: "\(holder)", in: connection)
    }
    return try sessions.begin(for: holder, in: connection)
  }
}
