import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Sessions as staff and programs see them; how users come by theirs, and what they may with it, is in ServerTests.
@Suite struct SessionTests {
  private func token(_ home: TestHome, _ user: String) throws -> String {
    String(try home.done("session create \(user) --quiet").filter { !$0.isWhitespace })
  }

  private func count(_ home: TestHome) throws -> Int64 { try home.count("sessions_sessions") }

  @Test func theTokenIsShownOnceAndKeptNowhere() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      let token = try token(home, "ada")
      #expect(token.hasPrefix("qix_user_") && token.utf8.count == 9 + 64)
      let listed = try home.done("session list --user ada --json")
      #expect(!listed.contains(token.suffix(20)) && listed.contains("\"is_this\": false"))
      #expect(try !home.contents().contains { "\($0)".contains(token) })
      #expect(!(try home.done("audit show --json")).contains(token.suffix(20)))
    }
  }

  @Test func theyEndByDisuseByAgeAndByHand() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      _ = try token(home, "ada")
      home.clock.advance(byMicroseconds: 29 * Timestamp.day)
      #expect(try home.done("session list --user ada --quiet").contains("ses_"))
      home.clock.advance(byMicroseconds: 2 * Timestamp.day)
      #expect(!(try home.done("session list --user ada --quiet")).contains("ses_"))
      _ = try token(home, "ada")
      let id = try home.done("session list --user ada --quiet").filter { !$0.isWhitespace }
      #expect(try home.qix("session end --user ada").exitCode == 2)
      try home.done("user create --external-id ben")
      #expect(try home.qix("session end \(id) --user ben").exitCode == 3)
      try home.done("session end \(id) --user ada")
      #expect(try home.qix("session end \(id) --user ada").exitCode == 3)
      for _ in 0..<3 { _ = try token(home, "ada") }
      #expect(try home.done("session end --all --user ada --json").contains("\"ended\": 3"))
      // What has ended by its age goes with the next one that begins.
      _ = try token(home, "ada")
      home.clock.advance(byMicroseconds: 400 * Timestamp.day)
      _ = try token(home, "ben")
      #expect(try count(home) == 1)
    }
  }

  @Test func oneUserHasSoMany() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      for _ in 0..<25 {
        _ = try token(home, "ada")
        home.clock.advance(byMicroseconds: 1_000_000)
      }
      #expect(try count(home) == 20)
    }
  }

  /// Whoever is merged, erased or suspended acts no longer.
  @Test func theyEndWithTheirUser() throws {
    try TestHome.initialised(vault: true) { home in
      for user in ["ada", "ben", "cleo"] { try home.done("user create --external-id \(user)") }
      for user in ["ada", "ben", "cleo"] { _ = try token(home, user) }
      let dry = try home.done("user merge ada --into ben --dry-run --json")
      #expect(dry.contains("sessions.ended"))
      #expect(try count(home) == 3)
      try home.done("user merge ada --into ben --reason same")
      #expect(try count(home) == 2)
      try home.done("user erase ben --confirm ben")
      #expect(try count(home) == 1)
      try home.done("user suspend cleo --reason x")
      #expect(try home.qix("session create cleo").exitCode == 6)
      let export = try home.done("user export cleo --reveal --reason x")
      #expect(export.contains("\"sessions.export/1\"") && export.contains("ses_"))
    }
  }
}
