internal import IdentityContract
internal import QixCrypto
internal import QixModule
internal import QixTokens

/// An ID token that was checked (OpenID Connect Core §3.1.3.7): its signature is the provider's, and it was issued for
/// us, lately.
struct IDToken: Sendable, Equatable {
  let account: LinkedAccount
  let audiences: [String]
  let issued: Timestamp
  let expires: Timestamp
  let email: String?
  /// Whether the provider says that the address is the person's.
  let isEmailVerified: Bool
  let name: String?
  /// All that it says.
  let claims: JSONObject

  /// Seconds by which clocks may differ.
  static let leeway = 60.0

  /// - Parameters:
  ///   - claims: Of a token whose signature was checked.
  ///   - nonce: What was sent when the person was asked to sign in; the token must bring it back.
  /// - Throws: for claims that are missing, malformed or other than expected.
  init(
    _ claims: JSONObject, of provider: Provider, nonce: borrowing SecretBytes?, now: Timestamp
  ) throws {
    guard try Self.text("iss", of: claims) == provider.issuer else {
      throw Failure(
        "identity.token-issuer", .notAllowed, "the token was issued by another issuer",
        hint: "Name the provider that issued it with --provider.")
    }
    audiences = try Self.audiences(of: claims)
    // §3.1.3.7, 3: each of them must be one that we trust.
    guard !audiences.isEmpty, audiences.allSatisfy(provider.audiences.contains) else {
      throw Failure(
        "identity.token-audience", .notAllowed, "the token was issued for another client",
        hint: "The token may name only client ids of this provider. `qix auth provider list` shows them.")
    }
    switch claims["azp"] {
    case nil:
      // 4 and 5: with several audiences the token must say to whom it was handed.
      guard audiences.count == 1 else { throw OpenIDError.missingClaim("azp") }
    case let party?:
      guard let party = party.string, provider.audiences.contains(party) else {
        throw Failure(
          "identity.token-party", .notAllowed, "the token was handed to an unknown client",
          hint: "If the client is yours too, add its id with `qix auth provider set NAME --audience …`.")
      }
    }

    let seconds = Double(now.microseconds) / 1_000_000
    let end = try Self.time("exp", of: claims)
    guard seconds < end + Self.leeway else {
      throw Failure(
        "identity.token-expired", .notAllowed, "the token has expired",
        hint: "Sign in again, and use the token at once.")
    }
    let start = try Self.time("iat", of: claims)
    guard start <= seconds + Self.leeway else { throw OpenIDError.notYet }
    if claims["nbf"] != nil {
      guard try Self.time("nbf", of: claims) <= seconds + Self.leeway else { throw OpenIDError.notYet }
    }
    issued = Timestamp(microseconds: Int64(start * 1_000_000))
    expires = Timestamp(microseconds: Int64(end * 1_000_000))

    switch nonce {
    case .none: break
    case .some(let expected):
      let given = SecretBytes(copying: Array(try Self.text("nonce", of: claims).utf8))
      guard given == expected else {
        throw Failure(
          "identity.token-nonce", .notAllowed, "the token's nonce is not the one that was sent",
          hint: "Sign in again. A stolen token has another nonce.")
      }
    }
    self.claims = claims
    let subject = try Self.text("sub", of: claims)
    // §2: up to 255 ASCII characters. A control character has no place in what is kept and shown.
    guard (1...255).contains(subject.utf8.count), subject.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw OpenIDError.malformedClaim("sub")
    }
    account = LinkedAccount(issuer: provider.issuer, subject: subject)
    email = claims["email"]?.string
    // Some write it as a text.
    isEmailVerified = email != nil && (claims["email_verified"] == true || claims["email_verified"] == "true")
    name = claims["name"]?.string
  }

  private static func text(_ name: String, of claims: JSONObject) throws -> String {
    guard let claim = claims[name] else { throw OpenIDError.missingClaim(name) }
    guard let text = claim.string else { throw OpenIDError.malformedClaim(name) }
    return text
  }

  /// One text, or several.
  private static func audiences(of claims: JSONObject) throws -> [String] {
    guard let claim = claims["aud"] else { throw OpenIDError.missingClaim("aud") }
    if let audience = claim.string { return [audience] }
    let audiences = claim.array?.compactMap(\.string) ?? []
    guard !audiences.isEmpty, audiences.count == claim.array?.count else { throw OpenIDError.malformedClaim("aud") }
    return audiences
  }

  /// Seconds since 1970 (RFC 7519 §2, NumericDate), up to the year 9999.
  private static func time(_ name: String, of claims: JSONObject) throws -> Double {
    guard let claim = claims[name] else { throw OpenIDError.missingClaim(name) }
    guard let seconds = claim.double, (0...253_402_300_799).contains(seconds) else {
      throw OpenIDError.malformedClaim(name)
    }
    return seconds
  }
}

/// Checks ID tokens with the keys of their providers, at the latest moment that the clock or the audit log has seen: a
/// clock that is set back revives none.
struct IDTokenVerifier: Sendable {
  let keys: KeyCache
  let clock: any Clock

  /// - Returns: what the token says, and why old keys had to do, where they had to.
  /// - Throws: for claims that can't be believed; `TokenError`; `LibraryError` without libcrypto or libcurl.
  func verify(
    _ text: borrowing SecretBytes, of provider: Provider, nonce: borrowing SecretBytes?
  ) throws -> (token: IDToken, warning: String?) {
    let token = try CompactToken(text.withUnsafeBytes { Array($0) })
    // Access tokens (RFC 9068) and logout tokens say what they are, and may be signed with the same keys.
    if let type = token.type, type.lowercased() != "jwt" {
      throw Failure("identity.token-type", .notAllowed, "the token is not an ID token")
    }
    var answer = try keys.keys(of: provider)
    let claims: JSONObject
    do {
      claims = try token.claims(signedWith: answer.keys, algorithms: provider.algorithms)
    } catch TokenError.unknownKey where answer.staleBecause == nil {
      // The provider may have changed its keys since.
      answer = try keys.keys(of: provider, unknownKey: true)
      claims = try token.claims(signedWith: answer.keys, algorithms: provider.algorithms)
    }
    return (try IDToken(claims, of: provider, nonce: nonce, now: try latestMoment()), answer.staleBecause)
  }

  private func latestMoment() throws -> Timestamp {
    let now = clock.now()
    return try keys.database.read { try AuditLog.latestMoment(now, in: $0) }
  }
}
