internal import QixModule

/// The tokens of this home, inside a transaction.
struct TokenStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func token(_ id: TokenID) throws -> Token? {
    try connection.fetchOne("SELECT \(sql: Token.columns) FROM access_tokens WHERE id = \(id)", Token.init)
  }

  /// By `tok_…` id or by name.
  /// - Throws: `access.token-not-found`
  func token(_ reference: String) throws -> Token {
    let found = if let id = TokenID(reference) { try token(id) } else { try token(named: reference) }
    guard let found else {
      throw Failure(
        "access.token-not-found", .notFound, "there is no token '\(reference)'",
        hint: "List the tokens with `qix token list`."
      )
    }
    return found
  }

  func token(named name: some StringProtocol) throws -> Token? {
    try connection.fetchOne("SELECT \(sql: Token.columns) FROM access_tokens WHERE name = \(String(name))", Token.init)
  }

  /// The oldest first.
  func all() throws -> [Token] {
    try connection.fetchAll("SELECT \(sql: Token.columns) FROM access_tokens ORDER BY id", Token.init)
  }

  /// The same of a database that a restore replaces, which may be of before 0.7.0.
  func allFormer() throws -> [Token] {
    do {
      return try all()
    } catch StorageError.engine {
      return try connection.fetchAll(
        """
        SELECT \(sql: Token.formerColumns), NULL AS payer, NULL AS most, NULL AS most_per_day FROM access_tokens
        ORDER BY id
        """, Token.init)
    }
  }

  /// - Throws: `access.name-taken`
  func insert(_ id: TokenID, _ wish: TokenWish, digest: [UInt8], by creator: String, at now: Timestamp) throws {
    let entry = try AuditLog.lastEntry(in: connection)
    try changing(id) {
      try connection.execute(
        """
        INSERT INTO access_tokens (id, name, role, scopes, reads_only, digest, created_at, created_by, issued_at,
          issued_entry, expires_at, payer, most, most_per_day)
        VALUES (\(id), \(wish.name), \(wish.role.rawValue), \(wish.scopes?.joined(separator: "\n")),
          \(wish.isReadOnly), \(digest), \(now), \(creator), \(now), \(entry), \(wish.expires), \(wish.grants?.payer),
          \(wish.grants?.most), \(wish.grants?.mostPerDay))
        ON CONFLICT (name) DO NOTHING
        """)
      guard connection.changes == 1 else {
        throw Failure(
          "access.name-taken", .conflict, "the name '\(wish.name)' belongs to a token that exists or existed",
          hint: "The audit log keeps a name for good. Choose another, such as one with a number at its end.")
      }
    }
  }

  /// A token that has ended, known from another database.
  /// - Returns: how many rows were added: none where another one has its name.
  func insertEnded(_ token: Token, entry: Int64) throws -> Int64 {
    guard let ended = token.ended else { return 0 }
    var rows: Int64 = 0
    try changing(token.id) {
      try connection.execute(
        """
        INSERT INTO access_tokens (\(sql: Token.columns))
        VALUES (\(token.id), \(token.name), \(token.role.rawValue), \(token.scopes?.joined(separator: "\n")),
          \(token.isReadOnly), \(token.digest), \(token.created), \(token.creator), \(token.issued), \(entry),
          \(token.expires), \(token.used), \(ended.at), \(ended.because), \(token.grants?.payer),
          \(token.grants?.most), \(token.grants?.mostPerDay)) ON CONFLICT (name) DO NOTHING
        """)
      rows = Int64(connection.changes)
    }
    return rows
  }

  func replaceSecret(of id: TokenID, digest: [UInt8], at now: Timestamp, until expires: Timestamp) throws {
    let entry = try AuditLog.lastEntry(in: connection)
    try replaceSecret(of: id, digest: digest, at: now, entry: entry, until: expires)
  }

  /// - Parameter entry: the last one of the audit log by then.
  func replaceSecret(
    of id: TokenID, digest: [UInt8], at now: Timestamp, entry: Int64, until expires: Timestamp
  ) throws {
    try changing(id) {
      try connection.execute(
        """
        UPDATE access_tokens
        SET digest = \(digest), issued_at = \(now), issued_entry = \(entry), expires_at = \(expires) WHERE id = \(id)
        """)
    }
    try connection.tell("token.rotated", of: id)
  }

  func end(_ id: TokenID, because: String, at now: Timestamp) throws {
    try changing(id) {
      try connection.execute(
        "UPDATE access_tokens SET ended_at = \(now), ended_because = \(because) WHERE id = \(id) AND ended_at IS NULL")
    }
    try connection.tell("token.ended", of: id)
  }

  func note(use id: TokenID, at now: Timestamp) throws {
    try connection.execute("UPDATE access_tokens SET used_at = \(now) WHERE id = \(id) AND ended_at IS NULL")
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
