import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Synchronization

/// An issuer of ID tokens on this machine, whose keys a test changes.
final class TestIssuer: Sendable {
  struct State: Sendable {
    var keys: [JSONValue]
    var status = "200 OK"
    var headers: [String] = []
    /// In place of the keys.
    var body: String?
  }

  let signer: TokenSigner
  let server: LocalServer
  private let state: State.Shared

  /// How often its keys were fetched.
  var fetches: Int { server.requests.count }
  var url: String { server.url }

  init(_ signer: TokenSigner? = nil) throws {
    let signer = try signer ?? TokenSigner.rsa.get()
    let state = State.Shared(State(keys: [signer.webKey]))
    self.signer = signer
    self.state = state
    server = try LocalServer { request in
      guard request.target == "/jwks" else { return LocalServer.answer("", status: "404 Not Found") }
      let state = state.value
      return LocalServer.answer(
        state.body ?? (["keys": .array(state.keys)] as JSONValue).text(), status: state.status,
        headers: ["Content-Type: application/json"] + state.headers)
    }
  }

  func change(_ change: (inout State) -> Void) { state.change(change) }

  /// Sets it up in a home.
  func add(to home: TestHome, _ more: [String] = ["--audience", "app-1"], name: String = "shop") throws -> Int32 {
    try home.qix(
      ["auth", "provider", "add", name, "--issuer", url, "--keys-url", "\(url)/jwks"] + more
    ).exitCode
  }

  /// Claims that are good for five minutes, with changes; null takes one away.
  func claims(_ home: TestHome, _ changes: JSONValue = [:]) -> JSONValue {
    let now = home.clock.now().microseconds / 1_000_000
    var claims: JSONValue = [
      "iss": .string(url), "aud": "app-1", "sub": "person-1", "iat": .integer(now), "exp": .integer(now + 300),
      "email": "ada@example.com", "email_verified": true, "name": "Ada Lovelace",
    ]
    guard var object = claims.object else { return claims }
    for member in changes.object?.members ?? [] {
      object[member.key] = member.value.isNull ? JSONValue?.none : member.value
    }
    claims = .object(object)
    return claims
  }

  /// Signed with the issuer's own key, or with another; a word that is no token where signing fails.
  func token(_ home: TestHome, _ changes: JSONValue = [:], by other: TokenSigner? = nil) -> String {
    (try? (other ?? signer).token(claims(home, changes))) ?? "unsigned"
  }
}

extension TestIssuer.State {
  final class Shared: Sendable {
    private let state: Mutex<TestIssuer.State>

    init(_ state: TestIssuer.State) { self.state = Mutex(state) }

    var value: TestIssuer.State { state.withLock { $0 } }
    func change(_ change: (inout TestIssuer.State) -> Void) { state.withLock { change(&$0) } }
  }
}

extension TestHome {
  /// Checks a token from standard input.
  func verify(_ token: String, _ more: [String] = []) throws -> TestTerminal.Outcome {
    try qix(["auth", "oidc", "verify", "--provider", "shop", "--json"] + more, input: token + "\n")
  }

  func file(_ text: String, named name: String = "secret") throws -> String {
    let path = "\(self.path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }
}

extension TestClock {
  func advance(seconds: Int64) { advance(byMicroseconds: seconds * 1_000_000) }
}
