internal import QixModule

/// The tokens of this home, inside a transaction.
struct TokenStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func token(_ id: TokenID) throws -> Token? {
    try connection.first("SELECT \(Token.columns) FROM access_tokens WHERE id = ?1", .id(id), read: Token.init)
  }

  /// By `tok_…` id or by name.
  /// - Throws: `AccessError.notFound`
  func token(_ reference: String) throws -> Token {
    let found = if let id = TokenID(reference) { try token(id) } else { try token(named: reference) }
    guard let found else { throw AccessError.notFound(reference) }
    return found
  }

  func token(named name: some StringProtocol) throws -> Token? {
    try connection.first(
      "SELECT \(Token.columns) FROM access_tokens WHERE name = ?1", .text(String(name)), read: Token.init)
  }

  /// The oldest first.
  func all() throws -> [Token] {
    try connection.rows("SELECT \(Token.columns) FROM access_tokens ORDER BY id", read: Token.init)
  }

  /// - Throws: `AccessError.nameTaken`
  func insert(_ id: TokenID, _ wish: TokenWish, digest: [UInt8], by creator: String, at now: Timestamp) throws {
    let entry = try AuditLog.lastEntry(in: connection)
    try connection.run(
      """
      INSERT INTO access_tokens (id, name, role, scopes, reads_only, digest, created_at, created_by, issued_at,
        issued_entry, expires_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?7, ?9, ?10) ON CONFLICT (name) DO NOTHING
      """, .id(id), .text(wish.name), .text(wish.role.rawValue), .optional(wish.scopes?.joined(separator: "\n")),
      .integer(wish.isReadOnly ? 1 : 0), .blob(digest), .time(now), .text(creator), .integer(entry),
      .time(wish.expires))
    guard connection.changes == 1 else { throw AccessError.nameTaken(wish.name) }
  }

  /// A token that has ended, known from another database.
  /// - Returns: how many rows were added: none where another one has its name.
  func insertEnded(_ token: Token, entry: Int64) throws -> Int64 {
    guard let ended = token.ended else { return 0 }
    try connection.run(
      """
      INSERT INTO access_tokens (\(Token.columns))
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) ON CONFLICT (name) DO NOTHING
      """, .id(token.id), .text(token.name), .text(token.role.rawValue),
      .optional(token.scopes?.joined(separator: "\n")), .integer(token.isReadOnly ? 1 : 0), .blob(token.digest),
      .time(token.created), .text(token.creator), .time(token.issued), .integer(entry), .time(token.expires),
      .optional(token.used?.microseconds), .time(ended.at), .text(ended.because))
    return Int64(connection.changes)
  }

  func replaceSecret(of id: TokenID, digest: [UInt8], at now: Timestamp, until expires: Timestamp) throws {
    let entry = try AuditLog.lastEntry(in: connection)
    try replaceSecret(of: id, digest: digest, at: now, entry: entry, until: expires)
  }

  /// - Parameter entry: the last one of the audit log by then.
  func replaceSecret(
    of id: TokenID, digest: [UInt8], at now: Timestamp, entry: Int64, until expires: Timestamp
  ) throws {
    try connection.run(
      """
      UPDATE access_tokens SET digest = ?2, issued_at = ?3, issued_entry = ?4, expires_at = ?5 WHERE id = ?1
      """, .id(id), .blob(digest), .time(now), .integer(entry), .time(expires))
  }

  func end(_ id: TokenID, because: String, at now: Timestamp) throws {
    try connection.run(
      "UPDATE access_tokens SET ended_at = ?2, ended_because = ?3 WHERE id = ?1 AND ended_at IS NULL", .id(id),
      .time(now), .text(because))
  }

  func note(use id: TokenID, at now: Timestamp) throws {
    try connection.run(
      "UPDATE access_tokens SET used_at = ?2 WHERE id = ?1 AND ended_at IS NULL", .id(id), .time(now))
  }

  /// The latest moment that has been seen since a token's secret was made, in the log or by a use of it.
  /// - Parameter seen: what a long run remembers of it, so that it reads only what has come since.
  func latestMoment(for token: Token, _ now: Timestamp, _ seen: SeenMoments?) throws -> Timestamp {
    let known = seen?[token]
    let last = try AuditLog.lastEntry(in: connection)
    var latest = known?.at
    if last > known?.entry ?? token.issuedEntry {
      let logged = try AuditLog.latestLogged(after: known?.entry ?? token.issuedEntry, in: connection)
      latest = [latest, logged].compactMap { $0 }.max()
      if let latest { seen?.note(latest, upTo: last, for: token) }
    }
    return [now, token.used, latest].compactMap { $0 }.max() ?? now
  }
}
