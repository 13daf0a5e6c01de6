internal import Foundation
internal import QixCrypto
package import QixFormats
internal import QixKernel
internal import QixTerminal
internal import Synchronization

/// An issuer of ID tokens on this machine, whose keys a test changes, and at whose pages people sign in.
package final class TestIssuer: Sendable {
  package struct State: Sendable {
    package var keys: [JSONValue]
    package var status = "200 OK"
    package var headers: [String] = []
    /// In place of the keys.
    package var body: String?
    /// Changes of its discovery document; null takes a member away.
    package var discovery: JSONObject = [:]
    /// The client that may exchange codes, as `Authorization: Basic` has it.
    package var client = ""
    /// Codes that were given and not yet exchanged.
    var codes: [String: Code] = [:]
  }

  struct Code: Sendable {
    let claims: JSONValue
    let challenge: String
    let returnAddress: String
  }

  package let signer: TokenSigner
  package let server: LocalServer
  private let state: Shared

  /// How often its keys were fetched.
  package var fetches: Int { server.requests.count { $0.target == "/jwks" } }
  package var url: String { server.url }

  package init(_ signer: TokenSigner? = nil) throws {
    let signer = try signer ?? TokenSigner.rsa.get()
    let state = Shared(State(keys: [signer.webKey]))
    self.signer = signer
    self.state = state
    server = try LocalServer { request in
      let origin = "http://\(request[header: "host"] ?? "")"
      switch request.target {
      case "/jwks":
        let state = state.value
        return LocalServer.answer(
          state.body ?? (["keys": .array(state.keys)] as JSONValue).text(), status: state.status,
          headers: ["Content-Type: application/json"] + state.headers)
      case "/.well-known/openid-configuration":
        return LocalServer.answer(Self.merged(Self.discovery(origin), .object(state.value.discovery)).text())
      case "/token": return Self.exchange(request, state, signer)
      default: return LocalServer.answer("", status: "404 Not Found")
      }
    }
  }

  package func change(_ change: (inout State) -> Void) { state.change(change) }

  /// Sets it up in a home.
  package func add(
    to home: TestHome, _ more: [String] = ["--audience", "app-1"], name: String = "shop"
  ) throws -> Int32 {
    try home.qix(
      ["auth", "provider", "add", name, "--issuer", url, "--keys-url", "\(url)/jwks"] + more
    ).exitCode
  }

  /// Claims that are good for five minutes, with changes; null takes one away.
  package func claims(_ home: TestHome, _ changes: JSONValue = [:]) -> JSONValue {
    let now = home.clock.now().microseconds / 1_000_000
    return Self.merged(
      [
        "iss": .string(url), "aud": "app-1", "sub": "person-1", "iat": .integer(now), "exp": .integer(now + 300),
        "email": "ada@example.com", "email_verified": true, "name": "Ada Lovelace",
      ], changes)
  }

  /// Signed with the issuer's own key, or with another; a word that is no token where signing fails.
  package func token(_ home: TestHome, _ changes: JSONValue = [:], by other: TokenSigner? = nil) -> String {
    (try? (other ?? signer).token(claims(home, changes))) ?? "unsigned"
  }

  private static func merged(_ value: JSONValue, _ changes: JSONValue) -> JSONValue {
    guard var object = value.object else { return value }
    for member in changes.object?.members ?? [] {
      object[member.key] = member.value.isNull ? JSONValue?.none : member.value
    }
    return .object(object)
  }

  // MARK: Signing in at its pages

  private static func discovery(_ origin: String) -> JSONValue {
    [
      "issuer": .string(origin), "authorization_endpoint": .string("\(origin)/authorize"),
      "token_endpoint": .string("\(origin)/token"), "jwks_uri": .string("\(origin)/jwks"),
      "code_challenge_methods_supported": ["plain", "S256"], "authorization_response_iss_parameter_supported": true,
    ]
  }

  /// What the page of an issuer sends back.
  package struct Return: Sendable {
    package var code: String
    package var state: String
    package var issuer: String
    /// The address that the browser was sent to, taken apart.
    package let asked: [String: String]
  }

  /// Signs a person in, as their browser does that was sent to an address.
  /// - Parameter changes: of the claims in their ID token; null takes one away.
  package func signIn(at address: String, _ home: TestHome, _ changes: JSONValue = [:]) -> Return {
    let items = URLComponents(string: address)?.queryItems ?? []
    let asked = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
    let now = home.clock.now().microseconds / 1_000_000
    let own: JSONValue = [
      "aud": .string(asked["client_id"] ?? ""), "nonce": .string(asked["nonce"] ?? ""), "auth_time": .integer(now),
    ]
    let claims = Self.merged(Self.merged(claims(home), own), changes)
    let code = "code-\(address.utf8.count)-\(state.value.codes.count)-\(UInt64.random(in: .min ... .max))"
    state.change {
      $0.codes[code] = Code(
        claims: claims, challenge: asked["code_challenge"] ?? "", returnAddress: asked["redirect_uri"] ?? "")
    }
    return Return(code: code, state: asked["state"] ?? "", issuer: url, asked: asked)
  }

  private static func exchange(_ request: LocalServer.Request, _ state: Shared, _ signer: TokenSigner) -> String {
    func refused(_ error: String, _ status: String = "400 Bad Request") -> String {
      LocalServer.answer((["error": .string(error)] as JSONValue).text(), status: status)
    }
    guard request[header: "authorization"] == "Basic \(state.value.client)" else {
      return refused("invalid_client", "401 Unauthorized")
    }
    var form = URLComponents()
    form.percentEncodedQuery = request.body
    let values = Dictionary(
      (form.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
    var code: Code?
    state.change { code = $0.codes.removeValue(forKey: values["code"] ?? "") }
    var hasher = SHA256()
    hasher.update(values["code_verifier"] ?? "")
    let challenge: String = Base64.urlSafe.encode(hasher.finish())
    guard let code, values["grant_type"] == "authorization_code", values["redirect_uri"] == code.returnAddress,
      challenge == code.challenge, let token = try? signer.token(code.claims)
    else { return refused("invalid_grant") }
    let answer: JSONValue = ["access_token": "none", "token_type": "Bearer", "id_token": .string(token)]
    return LocalServer.answer(answer.text(), headers: ["Content-Type: application/json", "Cache-Control: no-store"])
  }

  private final class Shared: Sendable {
    private let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }

    var value: State { state.withLock { $0 } }
    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
  }
}
