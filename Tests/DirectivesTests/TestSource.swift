import Foundation
import QixCatalog
import QixCommands
import QixCrypto
import QixFormats
import QixKernel
import QixNetwork
import QixStorage
import QixTerminal
import QixTesting
import Synchronization

@testable import Directives

/// A source of directives on this machine, which a test lets say anything.
final class TestSource: Sendable {
  struct State: Sendable {
    var body = TestSource.document(version: 1)
    var status = "200 OK"
    var contentType = "application/json; charset=utf-8"
    /// Besides the signature.
    var headers: [String] = []
    /// In place of the right one; empty for none.
    var signature: String?
    /// What a client that has it need not fetch again.
    var etag: String?
    /// The answer byte by byte.
    var raw: String?
    /// Microseconds before it answers.
    var delay: UInt32 = 0
  }

  /// Reference behaviour for a `Mutex` that a closure shares.
  private final class Box: Sendable {
    let state = Mutex(State())
  }

  let server: LocalServer
  let key: SourceKey
  private let seed: [UInt8]
  private let box: Box

  var url: String { "\(server.url)/directives.json" }
  var fetches: Int { server.requests.count }

  init(seed: UInt8 = 1) throws {
    let seed = [UInt8](repeating: seed, count: Ed25519.seedSize)
    let box = Box()
    self.seed = seed
    self.box = box
    guard let key = SourceKey(Base64.padded.encode(Self.publicKey(seed))) else {
      throw StorageError.file(path: "key", problem: "it is none")
    }
    self.key = key
    server = try LocalServer { request in
      let state = box.state.withLock { $0 }
      usleep(state.delay)
      if let raw = state.raw { return raw }
      if let etag = state.etag, request[header: "if-none-match"] == etag {
        return LocalServer.answer("", status: "304 Not Modified", headers: ["ETag: \(etag)"])
      }
      var headers = ["Content-Type: \(state.contentType)"] + state.headers
      let signature = state.signature ?? Self.header(state.body, seed)
      if !signature.isEmpty { headers.append("Qix-Signature: \(signature)") }
      if let etag = state.etag { headers.append("ETag: \(etag)") }
      return LocalServer.answer(state.body, status: state.status, headers: headers)
    }
  }

  private static func publicKey(_ seed: [UInt8]) -> [UInt8] {
    Ed25519.SigningKey(seed: SecretBytes(copying: seed)).publicKey
  }

  static func header(_ body: String, _ seed: [UInt8]) -> String {
    let signature = Ed25519.SigningKey(seed: SecretBytes(copying: seed)).sign(Array(body.utf8))
    return "ed25519=\(Base64.padded.encode(signature))"
  }

  func header(_ body: String) -> String { Self.header(body, seed) }

  /// A document with one directive that says nothing is to be won.
  static func document(version: Int64, name: String = "closed", expires: String? = nil) -> String {
    let end = expires.map { #","expires":"\#($0)""# } ?? ""
    return #"{"schema":"qix.directives/1","version":\#(version)\#(end),"#
      + #""directives":[{"name":"\#(name)","do":{"nothing":"closed for today"}}]}"#
  }

  func change(_ change: (inout State) -> Void) { box.state.withLock { change(&$0) } }

  func add(to home: TestHome, name: String = "agency", _ more: [String] = []) throws {
    let outcome = try home.qix(["directive", "source", "add", name, "--url", url, "--key", key.text] + more)
    guard outcome.exitCode == 0 else { throw StorageError.file(path: name, problem: outcome.errors) }
  }
}

extension TestHome {
  /// A context of all modules, without a home.
  func bareContext() throws -> Context {
    let registry = try Registry(Catalog.modules)
    var context = Context(clock: clock, random: random, services: Services(registry))
    context.registry = registry
    return context
  }

  /// What a command works in.
  func directivesContext(_ body: (Context) throws -> Void) throws {
    var context = try bareContext()
    context.home = HomeFolder(path: path)
    context.database = database
    context.http = CurlHTTPClient(userAgent: "qix-test")
    context.readAudit = ReadAudit(context.database, clock)
    let prepared = context
    _ = try TestTerminal(clock: clock).capture { terminal in
      var context = prepared
      context.face = terminal
      try body(context)
    }
  }

  /// What fetching one source came to: outcome, version, and code of the failure.
  func fetched(_ more: [String] = []) throws -> (outcome: String?, version: Int64?, code: String?) {
    let outcome = try qix(["directive", "fetch", "--json"] + more)
    let row = try JSONValue(parsing: outcome.output)["sources"]?.array?.first
    return (row?["outcome"]?.string, row?["version"]?.integer, row?["code"]?.string)
  }

  /// The directives there are, fetched ones too.
  func references() throws -> [String] {
    try (JSONValue(parsing: qix("directive list --json").output)["directives"]?.array ?? [])
      .compactMap { $0["directive"]?.string }
  }

  func auditActions() throws -> [String] {
    try database.read { connection in
      try connection.rows("SELECT action FROM qix_audit WHERE action LIKE 'shakes.%' ORDER BY entry") { $0.text(0) }
    }
  }
}
