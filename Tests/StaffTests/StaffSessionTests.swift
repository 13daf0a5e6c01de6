import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Sessions of staff as a shell sees them; what pages may do with them is in ServerTests.
@Suite struct StaffSessionTests {
  /// Makes a token, and signs in by it.
  /// - Returns: the answer.
  private func signIn(_ home: TestHome, _ name: String, _ role: String, _ options: String = "") throws -> JSONValue {
    let token = try home.done("token create \(name) --role \(role) \(options)")
    return try JSONValue(parsing: home.done("staff sign-in --note desk --json", input: token))
  }

  private func listed(_ home: TestHome) throws -> [String] {
    try home.done("staff list --quiet").split(separator: "\n").map(String.init)
  }

  @Test func theTextIsShownOnceAndKeptNowhere() throws {
    try TestHome.initialised { home in
      let answer = try signIn(home, "ada", "support")
      let text = try #require(answer["token"]?.string), id = try #require(answer["session"]?.string)
      #expect(text.hasPrefix("qix_staff_") && text.utf8.count == 10 + 64 && id.hasPrefix("sts_"))
      #expect(answer["name"]?.string == "token:ada" && answer["role"]?.string == "support")
      #expect(try listed(home) == [id])
      #expect(try !home.contents().contains { $0.contains(text.suffix(20)) })
      let audit = try home.done("audit show --json")
      #expect(!audit.contains(text.suffix(20)))
      #expect(audit.contains("\"staff.sign-in\"") && audit.contains("\"token:ada\""))
    }
  }

  @Test func itEndsByDisuseByAgeAndByHand() throws {
    try TestHome.initialised { home in
      _ = try signIn(home, "ada", "support")
      home.clock.advance(byMicroseconds: 29 * 60_000_000)
      #expect(try listed(home).count == 1)
      home.clock.advance(byMicroseconds: 60_000_000)
      #expect(try listed(home).isEmpty)
      try home.done("setting set staff.idle-minutes 1440")
      let answer = try signIn(home, "ben", "support")
      home.clock.advance(byMicroseconds: 8 * 60 * 60_000_000 - 1)
      #expect(try listed(home) == [answer["session"]?.string ?? ""])
      home.clock.advance(byMicroseconds: 1)
      #expect(try listed(home).isEmpty)
      // What time has ended goes with the next one that begins.
      let next = try #require(try signIn(home, "cleo", "auditor")["session"]?.string)
      #expect(try home.count("staff_sessions") == 1)
      try home.done("staff end \(next) --reason lost-laptop")
      #expect(try home.count("staff_sessions") == 0)
      #expect(try home.qix("staff end \(next)").exitCode == 3)
    }
  }

  /// It ends with its token, and no later than it.
  @Test func itIsOnlyAsGoodAsItsToken() throws {
    try TestHome.initialised { home in
      _ = try signIn(home, "ada", "operator")
      _ = try signIn(home, "ben", "operator")
      try home.done("token revoke ada")
      #expect(try listed(home).count == 1)
      try home.done("token rotate ben --output \(home.path)/ben.token")
      #expect(try listed(home).isEmpty)
      let end = home.clock.now().advanced(byMicroseconds: 60 * 60_000_000)
      let short = try signIn(home, "cleo", "operator", "--expires \(end)")
      #expect(short["expires"]?.string == "\(end)")
    }
  }

  @Test func whatIsNoGoodTokenSignsInNobody() throws {
    try TestHome.initialised { home in
      let token = try home.done("token create ada --role support")
      try home.done("token revoke ada")
      for input in [token, "qix_support_x_y", String(token.dropLast(3)) + "zz"] {
        let outcome = try home.qix("staff sign-in --json", input: input)
        #expect(outcome.exitCode == 4 && outcome.errors.contains("\"staff.token\""), "\(outcome.errors)")
      }
      #expect(try home.count("staff_sessions") == 0)
    }
  }

  /// Others than admins see and end those of their own name.
  @Test func othersSessionsAreForAdmins() throws {
    try TestHome.initialised { home in
      let ada = try #require(try signIn(home, "ada", "support")["session"]?.string)
      let path = "\(home.path)/ben.token"
      try home.done("token create ben --role support --output \(path)")
      #expect(!(try home.done("--as \(path) staff list --json")).contains(ada))
      #expect(try home.qix("--as \(path) staff end \(ada)").exitCode == 3)
      #expect(try listed(home) == [ada])
      // Commands of one's own session are of no use without one.
      let outcome = try home.qix("--as \(path) staff sign-out --json")
      #expect(outcome.exitCode == 6 && outcome.errors.contains("\"staff.no-session\""), "\(outcome.errors)")
    }
  }

  @Test func aRestoreBringsNoneBack() throws {
    try TestHome.initialised { home in
      _ = try signIn(home, "ada", "support")
      try home.done("db backup \(home.path)/one.bak")
      try home.done("db restore \(home.path)/one.bak --yes")
      #expect(try home.count("staff_sessions") == 0)
      try home.done("db check")
    }
  }

  /// Rights that were written into the database by other means are found.
  @Test func rightsAreSealed() throws {
    try TestHome.initialised { home in
      _ = try signIn(home, "ada", "support")
      try home.done("db check")
      _ = try home.unchecked.bookkeep { try $0.execute("UPDATE staff_sessions SET name = 'token:chief'") }
      #expect(try home.qix("db check").exitCode == 7)
    }
  }
}
