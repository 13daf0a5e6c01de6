internal import QixModule
internal import StaffContract

/// Finds out whom a session of staff stands for.
struct SessionReader: StaffSessions {
  /// Microseconds after which the note of the last use is written again.
  private static let seenInterval: Int64 = 60_000_000

  func principal(presenting token: String, isUse: Bool, in context: Context) throws -> Principal {
    guard let digest = StaffSessionText.digest(token) else { throw StaffError.ended }
    let now = context.clock.now()
    let found = try context.database.read { connection in
      try SessionStore(connection).session(digest: digest).map { ($0, try SessionLimits(in: connection)) }
    }
    guard let (session, limits) = found, session.end(limits) > now else { throw StaffError.ended }
    let principal = try context.principal(of: session, limits)
    if isUse, now.microseconds - session.seen.microseconds >= Self.seenInterval {
      // While another process is writing, the note waits for another use.
      _ = try? context.database.bookkeep { connection in
        try connection.execute("UPDATE staff_sessions SET seen_at = \(now) WHERE id = \(session.id)")
      }
    }
    return principal
  }
}

extension Context {
  /// The principal whom a session stands for: with the rights that its token has now, or those of its role.
  /// - Throws: an error of the category `notAllowed` where the token has ended.
  func principal(of session: StaffSession, _ limits: SessionLimits) throws -> Principal {
    let rights: Principal
    switch session.origin {
    case .token(let secret):
      rights = try authenticator().principal(named: session.name, secret: secret, in: self)
    case .account(_, _, let role): rights = Principal(name: session.name, role: role)
    }
    return rights.signedIn(by: "\(session.id)", confirmedUntil: session.confirmedUntil(limits))
  }

  func authenticator() throws -> any Authenticator { try service(Principal.authenticator) }

  /// The session by which the caller acts.
  /// - Throws: `staff.no-session`, `StaffError.ended`
  func ownSession(in connection: Connection) throws -> StaffSession {
    guard let id = principal.session.flatMap({ StaffSessionID($0) }) else {
      throw Failure(
        "staff.no-session", .refused, "you are not signed in by a session of staff",
        hint: "Only the web pages for staff use such sessions.")
    }
    guard let session = try SessionStore(connection).session(id) else { throw StaffError.ended }
    return session
  }
}
