internal import IdentityContract
internal import OpenIDContract
internal import QixCrypto
internal import QixModule
internal import QixNetwork
internal import VaultContract

/// The authorisation code flow (OpenID Connect Core §3.1) with PKCE (RFC 7636).
struct CodeFlow: AccountSignIn {
  func providers(in connection: Connection) throws -> [String] { try Client.names(in: connection) }

  func begin(_ wish: SignInWish, in context: Context) throws -> SignInStart {
    let client = try context.database.read { try Client.find(wish.provider, in: $0) }
    let key = try context.signInKey()
    let now = context.clock.now()
    let pending = PendingSignIn(wish, at: now, random: context.random)
    var query = [
      ("response_type", "code"), ("client_id", client.id), ("redirect_uri", wish.returnAddress),
      ("scope", client.scopes), ("state", pending.state), ("nonce", pending.nonce),
      ("code_challenge", pending.challenge), ("code_challenge_method", "S256"),
    ]
    // Once more, though the provider may know the browser (§3.1.2.1).
    if wish.confirms != nil { query += [("prompt", "login"), ("max_age", "0")] }
    let sign = client.authorizationURL.contains("?") ? "&" : "?"
    return SignInStart(
      address: client.authorizationURL + sign + Self.form(query),
      request: pending.sealed(for: wish.purpose, with: key.take(), random: context.random),
      expires: now.advanced(byMicroseconds: PendingSignIn.life))
  }

  func finish(_ answer: SignInAnswer, in context: Context) throws -> SignedInAccount {
    let key = try context.signInKey()
    guard let pending = PendingSignIn(sealed: answer.request, for: answer.purpose, with: key.take()) else {
      throw OpenIDError.signIn("this browser has not begun it")
    }
    let age = context.clock.now().microseconds - pending.begun.microseconds
    guard (0..<PendingSignIn.life).contains(age) else { throw OpenIDError.signIn("it was begun too long ago") }
    guard constantTimeEqual(Array(answer.state.utf8), Array(pending.state.utf8)) else {
      throw OpenIDError.signIn("the answer belongs to another request")
    }
    let (provider, client) = try context.database.read { connection in
      (try Provider.find(pending.provider, in: connection), try Client.find(pending.provider, in: connection))
    }
    // RFC 9207 §2.4: else the code could be one of another provider.
    guard answer.issuer == provider.issuer || answer.issuer == nil && !client.namesIssuer else {
      throw OpenIDError.signIn("the answer comes from another issuer")
    }
    let text = try exchange(answer.code, of: pending, client, in: context)
    // Of all client ids of the provider, this one alone: the apps of customers have others.
    var issuer = provider
    issuer.audiences = [client.id]
    let token = try context.idTokens.verify(
      text.take(), of: issuer, nonce: SecretBytes(copying: Array(pending.nonce.utf8))
    ).token
    if pending.confirms != nil {
      let signedIn = token.claims["auth_time"]?.double ?? 0
      guard signedIn >= Double(pending.begun.microseconds) / 1_000_000 - IDToken.leeway else {
        throw OpenIDError.signIn("the provider has not asked who you are again")
      }
    }
    return SignedInAccount(
      provider: provider.name, issuer: provider.issuer, subject: token.account.subject, claims: token.claims,
      confirms: pending.confirms)
  }

  /// Exchanges a code for an ID token (§3.1.3).
  private func exchange(
    _ code: String, of pending: PendingSignIn, _ client: Client, in context: Context
  ) throws -> SecretHandover {
    let store = try context.service(Secrets.store)
    let secret = try context.database.read { connection in
      SecretHandover(
        try store.secret(service: client.service, account: client.account, for: OpenIDModule.id, in: connection))
    }
    let body = Self.form([
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", pending.returnAddress),
      ("code_verifier", pending.verifier),
    ])
    var request = HTTPRequest(
      .post(Array(body.utf8), contentType: "application/x-www-form-urlencoded"), try HTTPURL(client.tokenURL))
    request.headers = [("Accept", "application/json")]
    request.limits = TransferLimits(connectMilliseconds: 3_000, totalMilliseconds: 10_000)
    request.bodyLimit = 256 << 10
    func fault(_ problem: String) -> OpenIDError { .exchange(provider: pending.provider, problem: problem) }
    let response: HTTPResponse
    do {
      // Both are encoded before they are joined (RFC 6749 §2.3.1).
      response = try context.http.send(
        request, user: Self.encoded(client.id), password: Self.encoded(secret.take()))
    } catch let error as NetworkError {
      throw fault(error.description)
    }
    let object = (try? JSONValue(parsing: response.body))?.object
    guard (200...299).contains(response.status) else {
      let error = object?["error"]?.string ?? ""
      // A code that was used, is too old or was given to another client (RFC 6749 §5.2).
      if error == "invalid_grant" { throw OpenIDError.signIn("the provider no longer takes the code") }
      let isWord = (1...60).contains(error.utf8.count) && error.utf8.allSatisfy { (0x5F...0x7A).contains($0) }
      throw fault("it answers a code with status \(response.status)\(isWord ? ", \(error)" : "")")
    }
    guard let token = object?["id_token"]?.string else { throw fault("its answer to a code has no id_token") }
    return SecretHandover(SecretBytes(copying: Array(token.utf8)))
  }

  // MARK: Forms

  /// `application/x-www-form-urlencoded`, also as a query.
  private static func form(_ pairs: [(String, String)]) -> String {
    pairs.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String { String(decoding: encoded(Array(text.utf8)), as: UTF8.self) }

  private static func encoded(_ secret: borrowing SecretBytes) -> SecretBytes {
    var bytes = secret.withUnsafeBytes { encoded(Array($0)) }
    return SecretBytes(wiping: &bytes)
  }

  /// All but the unreserved characters of RFC 3986 §2.3 as `%` and two digits.
  private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}
