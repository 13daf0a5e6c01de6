import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

@testable import Server

/// A right that ends while something is being done under it.
@Suite(.serialized) struct StandingTests {
  private enum HalvesModule: CommandProviding {
    static let id = "halves"
    static let summary = "Changes something twice, for tests."
    static var commands: [CommandNode] { [.command(HalvesCommand.self)] }
  }

  private struct HalvesCommand: Command {
    static let declaration = Declaration(
      "halves", "Change something twice.", roles: [.operator], examples: [Example("qix halves", "in a test")],
      answer: AnswerShape("test.halves/1", fields), effect: .changes, route: .at("POST /v1/halves"))

    private static let fields: [Field<Bool>] = [Field("done", .boolean) { $0 }]

    static let between = Mutex<(@Sendable () throws -> Void)?>(nil)

    func run(in context: Context) throws -> Document {
      for half in ["one", "two"] {
        try context.change("halves.change", subject: half) { connection, _ in
          try connection.execute("INSERT INTO coins_unapproved (actor, day, coins) VALUES (\(half), 1, 1)")
        }
        let between = Self.between.withLock { $0 }
        if half == "one" { try between?() }
      }
      return Document("test.halves/1", Self.fields, of: true)
    }
  }

  private static let ends: [(line: String, code: String)] = [
    ("token revoke desk", "access.token-revoked"),
    ("token rotate desk --output HOME/new.token", "access.token-unknown"),
  ]

  @Test(arguments: ends)
  func whatComesBehindItIsRefused(line: String, code: String) throws {
    try TestHome.initialised(modules: Catalog.modules + [HalvesModule.self]) { home in
      HalvesCommand.between.withLock {
        $0 = { _ = try home.done(line.replacing("HOME", with: home.path)) }
      }
      defer { HalvesCommand.between.withLock { $0 = nil } }
      try RunningServer.with(home) { server in
        let reply = try server.post("/v1/halves", as: server.token("desk", "operator"), "{}")
        #expect(reply.status == 401 && reply.code == code, "\(reply.body)")
      }
      // What was done stays.
      #expect(try home.count("coins_unapproved") == 1)
    }
  }

  @Test(arguments: ends)
  func inAShellAsWell(line: String, code: String) throws {
    try TestHome.initialised(modules: Catalog.modules + [HalvesModule.self]) { home in
      let path = "\(home.path)/desk.token"
      try home.done("token create desk --role operator --output \(path) --quiet")
      HalvesCommand.between.withLock {
        $0 = { _ = try home.done(line.replacing("HOME", with: home.path)) }
      }
      defer { HalvesCommand.between.withLock { $0 = nil } }
      let outcome = try home.qix("--as \(path) halves --json")
      #expect(outcome.exitCode == 4 && outcome.errors.contains(code), "\(outcome.errors)")
      #expect(try home.count("coins_unapproved") == 1)
    }
  }

  @Test func itsEndIsSeenToo() throws {
    try TestHome.initialised(modules: Catalog.modules + [HalvesModule.self]) { home in
      let path = "\(home.path)/desk.token"
      try home.done("token create desk --role operator --expires P1D --output \(path) --quiet")
      HalvesCommand.between.withLock { $0 = { home.clock.advance(byMicroseconds: 2 * Timestamp.day) } }
      defer { HalvesCommand.between.withLock { $0 = nil } }
      let outcome = try home.qix("--as \(path) halves --json")
      #expect(outcome.exitCode == 4 && outcome.errors.contains("access.token-expired"), "\(outcome.errors)")
      #expect(try home.count("coins_unapproved") == 1)
    }
  }
}
