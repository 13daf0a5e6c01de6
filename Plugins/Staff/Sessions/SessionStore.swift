internal import QixModule

/// The sessions of staff, inside a transaction.
struct SessionStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func session(_ id: StaffSessionID) throws -> StaffSession? {
    try connection.fetchOne(
      "SELECT \(sql: StaffSession.columns) FROM staff_sessions WHERE id = \(id)", StaffSession.init)
  }

  func session(digest: [UInt8]) throws -> StaffSession? {
    try connection.fetchOne(
      "SELECT \(sql: StaffSession.columns) FROM staff_sessions WHERE digest = \(digest)", StaffSession.init)
  }

  /// The newest first.
  func all() throws -> [StaffSession] {
    try connection.fetchAll(
      "SELECT \(sql: StaffSession.columns) FROM staff_sessions ORDER BY id DESC", StaffSession.init)
  }

  /// Begins a session, and clears away those that time has ended.
  func insert(_ session: StaffSession, at now: Timestamp) throws {
    let over = try connection.fetchAll(
      "SELECT \(sql: StaffSession.columns) FROM staff_sessions WHERE expires_at <= \(now) LIMIT 100",
      StaffSession.init)
    for session in over { try end(session) }
    let (secret, provider, subject, role): (Int64?, String?, String?, String?) =
      switch session.origin {
      case .token(let secret): (secret, nil, nil, nil)
      case .account(let provider, let subject, let role): (nil, provider, subject, role.rawValue)
      }
    try connection.execute(
      """
      INSERT INTO staff_sessions (\(sql: StaffSession.columns))
      VALUES (\(session.id), \(session.digest), \(session.name), \(secret), \(provider), \(subject), \(role),
        \(session.note), \(session.created), \(session.confirmed), \(session.seen), \(session.expires))
      """)
    connection.seal(session.rights, of: session.id, in: StaffModule.id)
    try connection.tell("staff.signed-in", of: session.id)
  }

  func confirm(_ id: StaffSessionID, at now: Timestamp) throws {
    try connection.execute("UPDATE staff_sessions SET confirmed_at = \(now), seen_at = \(now) WHERE id = \(id)")
  }

  /// Ends the sessions that a provider's accounts have begun.
  func endAll(of provider: String) throws {
    let sessions = try connection.fetchAll(
      "SELECT \(sql: StaffSession.columns) FROM staff_sessions WHERE provider = \(provider)", StaffSession.init)
    for session in sessions { try end(session) }
  }

  func end(_ session: StaffSession) throws {
    try connection.execute("DELETE FROM staff_sessions WHERE id = \(session.id)")
    connection.unseal(session.rights, of: session.id, in: StaffModule.id)
    try connection.tell("staff.ended", of: session.id)
  }
}
