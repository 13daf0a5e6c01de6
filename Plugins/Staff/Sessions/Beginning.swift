internal import QixModule

/// A session as its holder gets it, once.
struct NewStaffSession: Sendable {
  let session: StaffSession
  let role: Role?
  /// Nil for one that was there and is confirmed.
  let token: String?

  static let fields: [Field<NewStaffSession>] = [
    Field("session", .id) { $0.session.id },
    Field("name", .text) { $0.session.name },
    Field("role", .text) { $0.role?.rawValue },
    Field("token", .text) { $0.token },
    Field("expires", .time) { $0.session.expires },
  ]
}

extension Context {
  /// Begins a session for a principal who has shown who they are. The one that the caller acts by ends with it.
  func beginSession(for principal: Principal, _ origin: StaffSession.Origin, note: String?) throws -> NewStaffSession {
    let now = clock.now()
    var generator = IdentifierGenerator(random: random)
    let id: StaffSessionID = generator.next(at: now)
    let token = StaffSessionText.make(random: random)
    let own = self.principal.session.flatMap { StaffSessionID($0) }
    // The audit log names who has signed in, not who could be anybody before.
    var signedIn = acting(as: principal)
    signedIn.seat(&signedIn, database)
    return try signedIn.change("staff.sign-in") { connection, change in
      let store = SessionStore(connection)
      if let own, let session = try store.session(own) { try store.end(session) }
      let most = now.advanced(byMicroseconds: try SessionLimits(in: connection).most)
      let session = StaffSession(
        id, digest: StaffSessionText.digest(token) ?? [], name: principal.name, origin, note: note, at: now,
        until: principal.expires.map { min($0, most) } ?? most)
      try store.insert(session, at: now)
      change.subject = "\(id)"
      return NewStaffSession(session: session, role: principal.role, token: token)
    }
  }
}
