internal import IdentityContract
package import QixModule

/// The sessions of this home.
struct Sessions: UserSessions {
  let context: Context

  init(_ context: Context) { self.context = context }

  /// Microseconds after which the note of the last use is written again: it tells of days.
  private static let seenInterval: Int64 = 10 * 60_000_000
  /// Sessions of one user: who signs in once more ends the one that was not used for the longest time.
  private static let most: Int64 = 20
  /// Rows of ended sessions that one new session clears away.
  private static let cleared = 100

  func begin(for user: UserID, in connection: Connection) throws -> NewSession {
    try context.service(Users.policy).requireActive(user, in: connection)
    let now = context.clock.now()
    let expires = now.advanced(byMicroseconds: try connection.value(of: SessionsModule.mostDays) * Timestamp.day)
    if let session = context.principal.session, let own = SessionID(session) { try Self.end(own, in: connection) }
    try connection.execute(
      """
      DELETE FROM sessions_sessions
      WHERE id IN (SELECT id FROM sessions_sessions WHERE expires_at <= \(now) LIMIT \(Int64(Self.cleared)))
      """)
    let surplus = try connection.fetchAll(
      """
      SELECT \(sql: Session.columns) FROM sessions_sessions WHERE user = \(user) ORDER BY seen_at DESC, id DESC
        LIMIT -1 OFFSET \(Self.most - 1)
      """, Session.init)
    for session in surplus { try Self.end(session.id, in: connection) }
    var generator = IdentifierGenerator(random: context.random)
    let id: SessionID = generator.next(at: now)
    let token = SessionToken.make(random: context.random)
    try connection.execute(
      """
      INSERT INTO sessions_sessions (id, user, digest, created_at, created_by, seen_at, expires_at)
      VALUES (\(id), \(user), \(SessionToken.digest(token) ?? []), \(now), \(context.principal.name), \(now),
        \(expires))
      """)
    context.acquaintances?.meet("\(user)")
    return NewSession(user: user, id: "\(id)", token: token, expires: expires)
  }

  func endAll(of user: UserID, in connection: Connection) throws { try Self.endAll(of: user, in: connection) }

  func isOpen(_ session: String, of user: UserID, in connection: Connection) throws -> Bool {
    guard let id = SessionID(session) else { return false }
    let found: Session? = try connection.fetchOne(
      "SELECT \(sql: Session.columns) FROM sessions_sessions WHERE id = \(id) AND user = \(user)", Session.init)
    let idleDays = try connection.value(of: SessionsModule.idleDays)
    return found.map { $0.end(idleDays: idleDays) > context.clock.now() } ?? false
  }

  func guest(in context: Context) throws -> Principal {
    guard try context.database.read({ try $0.value(of: SessionsModule.areGuestsWelcome) }) else {
      throw Failure(
        "sessions.no-guests", .notAllowed, "this service does not accept guests",
        hint: "An operator opens it with \(always: "qix setting set sessions.guests open").",
        forUser: "this service does not accept guests")
    }
    return .guest
  }

  func principal(presenting token: some StringProtocol, in context: Context) throws -> Principal {
    guard let digest = SessionToken.digest(token) else { throw SessionError.unknown }
    let now = context.clock.now()
    let found = try context.database.read { connection in
      try connection.fetchOne(
        "SELECT \(sql: Session.columns) FROM sessions_sessions WHERE digest = \(digest)", Session.init
      ).map { ($0, try connection.value(of: SessionsModule.idleDays)) }
    }
    guard let (session, idleDays) = found else { throw SessionError.unknown }
    guard session.end(idleDays: idleDays) > now else { throw SessionError.ended }
    if now.microseconds - session.seen.microseconds >= Self.seenInterval {
      // While another process is writing, the note waits for another use.
      _ = try? context.database.bookkeep { connection in
        try connection.execute("UPDATE sessions_sessions SET seen_at = \(now) WHERE id = \(session.id)")
      }
    }
    return Principal(user: session.user, session: "\(session.id)", expires: session.expires)
  }

  /// - Returns: whether it was there.
  @discardableResult static func end(_ id: SessionID, in connection: Connection) throws -> Bool {
    let ended: [UserID] = try connection.fetchAll("DELETE FROM sessions_sessions WHERE id = \(id) RETURNING user") {
      try $0["user"]
    }
    for user in ended { try connection.tell("session.ended", of: id, user: user) }
    return !ended.isEmpty
  }

  /// - Returns: how many were there.
  @discardableResult static func endAll(of user: UserID, in connection: Connection) throws -> Int64 {
    let ended: [SessionID] = try connection.fetchAll(
      "DELETE FROM sessions_sessions WHERE user = \(user) RETURNING id"
    ) { try $0["id"] }
    for session in ended { try connection.tell("session.ended", of: session, user: user) }
    return Int64(ended.count)
  }
}

extension SessionsModule: UserDataHolding {
  /// Ends the sessions of the one who goes: who signs in again is the survivor.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    [("sessions.ended", try Sessions.endAll(of: user, in: connection))]
  }

  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try Sessions.endAll(of: user, in: connection)
  }

  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let sessions = try Session.all(of: user, at: context.clock.now(), in: connection)
    writer.array("sessions", of: sessions) { writer, session in
      writer.member("session", "\(session.id)")
      writer.member("created", "\(session.created)")
      writer.member("seen", "\(session.seen)")
      writer.member("expires", "\(session.expires)")
    }
  }
}
