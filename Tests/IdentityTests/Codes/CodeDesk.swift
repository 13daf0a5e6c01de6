import Foundation
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting

/// A home with a vault and a sending command, where codes are asked for and tried.
struct CodeDesk {
  let home: TestHome
  let outbox: Outbox

  static let number = "+491701234567"

  static func with(_ body: (CodeDesk) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      let desk = CodeDesk(home: home, outbox: Outbox(home))
      try desk.outbox.useFile()
      try body(desk)
    }
  }

  /// - Parameter isProved: whether the number counts as shown to be theirs, without a code that would count as sent. One
  ///   that doesn't was handed on by an app, as its users type it.
  func user(phone: String? = nil, isProved: Bool = true) throws -> String {
    let user = try quiet(["user", "create"])
    guard let phone else { return user }
    _ = try quiet(isProved ? ["user", "set", user, "--phone", phone] : app(["user", "set", user, "--phone", phone]))
    if isProved, let id = UserID(user) {
      try home.unchecked.write(Change("test.prove")) { connection, _ in
        try connection.run(
          "INSERT INTO identity_proofs (user, proof, proved_at) VALUES (?1, 'phone', 0)", .id(id))
      }
    }
    return user
  }

  /// Words of an app's token.
  func app(_ words: [String]) throws -> [String] {
    let path = "\(home.path)/app-token"
    if access(path, F_OK) != 0 { try home.done("token create app --role integrator --output \(path)") }
    return ["--as", path] + words
  }

  struct Failure: Error { let errors: String }

  /// What a command prints under --quiet.
  func quiet(_ words: [String]) throws -> String {
    let outcome = try home.qix(words + ["--quiet"])
    guard outcome.exitCode == 0 else { throw Failure(errors: outcome.errors) }
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  func ask(_ words: [String] = []) throws -> TestTerminal.Outcome {
    try home.qix(["auth", "otp", "request", "--phone", Self.number] + words)
  }

  /// The request's id and its code.
  func request(_ words: [String] = []) throws -> (id: String, code: String) {
    let channel = words.contains("--email") ? [] : ["--phone", Self.number]
    let id = try quiet(["auth", "otp", "request"] + channel + words)
    return (id, try outbox.lastCode())
  }

  func verify(_ id: String, _ code: String, _ words: [String] = []) throws -> TestTerminal.Outcome {
    try home.qix(["auth", "otp", "verify", id] + words, input: code + "\n")
  }

  /// Another code than the right one.
  func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

  /// Of all requests together.
  func tries() throws -> Int64 {
    try home.unchecked.read { connection in
      try connection.first("SELECT sum(tries) FROM identity_codes") { $0.integer(0) } ?? 0
    }
  }
}
