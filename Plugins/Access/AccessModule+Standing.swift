package import QixModule

extension AccessModule: StandingChecking {
  package static func requireStanding(
    of principal: Principal, at now: Timestamp, in connection: Connection
  ) throws {
    guard principal.name.hasPrefix(Token.actorPrefix) else { return }
    let name = String(principal.name.dropFirst(Token.actorPrefix.count))
    guard let token = try TokenStore(connection).token(named: name) else { throw AccessError.replaced(name) }
    if let ended = token.ended, ended.because != "expired" { throw AccessError.revoked(name, ended.at) }
    guard token.ended == nil, token.expires > now else { throw AccessError.expired(name, token.expires) }
    var admitted = token.principal
    admitted.place = principal.place
    // What bounds all tokens may have changed; a token's own bounds never do.
    admitted.grants = principal.grants
    guard admitted == principal.signedOut else { throw AccessError.replaced(name) }
  }
}
