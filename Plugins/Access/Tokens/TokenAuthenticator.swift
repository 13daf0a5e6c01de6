internal import QixCrypto
internal import QixModule

/// Finds out whom a token stands for, over the connection that the command will use.
struct TokenAuthenticator: Authenticator {
  /// Nil for a single command.
  var seen: SeenMoments?

  /// The age, in microseconds, at which the note of the last use is written again: a sync for each use would double
  /// what a small command costs.
  static let useInterval: Int64 = 60_000_000

  func principal(presentedIn file: String, in context: Context) throws -> Principal {
    let secret = try TokenFile(path: file).read()
    return try secret.withUnsafeBytes { try principal(presenting: $0, from: file, in: context) }
  }

  func principal(presenting token: UnsafeRawBufferPointer, from file: String, in context: Context) throws -> Principal {
    let presented: TokenText.Parsed
    do throws(TokenText.Fault) {
      presented = try TokenText.parse(token)
    } catch {
      guard error == .form else {
        throw Failure(
          "access.token-mistyped", .notAllowed,
          "the token in '\(file)' was changed: a character is wrong or missing",
          hint: "Use the file as it was written, or copy the whole line.")
      }
      throw Failure(
        "access.not-a-token", .notAllowed, "'\(file)' doesn't hold a token",
        hint: "Give --as the file that an admin had \(always: "qix token create --output FILE") write.")
    }
    let now = context.clock.now()
    guard let found = try find(presented, from: file, at: now, in: context) else { throw AccessError.unknown(file) }
    return try admit(found, at: now, in: context)
  }

  func principal(named name: String, secret: Int64, in context: Context) throws -> Principal {
    let now = context.clock.now()
    let known = name.dropFirst(Token.actorPrefix.count)
    let found = try context.database.read { connection -> Found? in
      let store = TokenStore(connection)
      guard name.hasPrefix(Token.actorPrefix), let token = try store.token(named: known), token.issuedEntry == secret
      else { return nil }
      return Found(
        token: token, principal: try token.principal(in: connection),
        moment: try store.latestMoment(for: token, now, seen))
    }
    guard let found else { throw AccessError.replaced(String(known)) }
    return try admit(found, at: now, in: context)
  }

  /// Lets a token in that is still good, and notes its use.
  private func admit(_ found: Found, at now: Timestamp, in context: Context) throws -> Principal {
    let token = found.token
    if let ended = token.ended {
      throw ended.because == "expired"
        ? AccessError.expired(token.name, token.expires) : AccessError.revoked(token.name, ended.at)
    }
    let database = context.database.acting(as: token.actor)
    guard token.expires > found.moment else {
      // Written down, so that it stays so when the clock goes back. Where that can't be, it is refused all the same.
      try? database.write(Change("access.expire", subject: token.actor)) { connection, _ in
        try TokenStore(connection).end(token.id, because: "expired", at: found.moment)
      }
      throw AccessError.expired(token.name, token.expires)
    }
    if token.used.map({ now.microseconds - $0.microseconds >= Self.useInterval }) ?? true {
      // While another process is writing, or nothing can be written, the note waits for another use.
      _ = try? database.beforeSchemaCheck().bookkeep { try TokenStore($0).note(use: token.id, at: now) }
    }
    return found.principal
  }

  func standing(of name: String, in context: Context) throws -> TokenStanding? {
    guard name.hasPrefix(Token.actorPrefix) else { return nil }
    let token = try context.database.read { try TokenStore($0).token(named: name.dropFirst(Token.actorPrefix.count)) }
    return token.map { token in
      let state = token.state(at: context.clock.now())
      return TokenStanding(role: token.role, ending: state == "valid" ? nil : state, secret: token.issuedEntry)
    }
  }

  /// A token, and the latest moment that it has lived through.
  private struct Found {
    let token: Token
    let principal: Principal
    let moment: Timestamp
  }

  /// The token with this secret.
  private func find(
    _ presented: TokenText.Parsed, from file: String, at now: Timestamp, in context: Context
  ) throws -> Found? {
    do {
      // The schema is compared later, by what uses the data: with a token, too, one can look after it.
      return try context.database.beforeSchemaCheck().read { connection in
        let store = TokenStore(connection)
        guard let token = try store.token(presented.id), constantTimeEqual(token.digest, presented.digest) else {
          return nil
        }
        // The digest covers the role; this can't differ unless the file was written to by other means.
        guard token.role == presented.role else { return nil }
        return Found(
          token: token, principal: try token.principal(in: connection),
          moment: try store.latestMoment(for: token, now, seen))
      }
    } catch StorageError.engine(_, _, _) {
      // Most likely there is no such table yet. The schema check says it better.
      try context.database.read { _ in }
      throw AccessError.unknown(file)
    }
  }
}
