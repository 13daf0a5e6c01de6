import Foundation
import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A token from its making to its end, with clocks that go wrong.
@Suite struct TokenLifeTests {
  /// As with `> /dev/full`: nothing has happened then, and the old token is as good as before.
  @Test func aTokenThatCantBeHandedOverChangesNothing() throws {
    try Desk.with { desk in
      let till = try desk.token("till", "--role support")
      let program = try Qix.program(
        home: desk.home.path, actor: "local:test", clock: desk.home.clock, random: desk.home.random)
      var full = TestTerminal(clock: desk.home.clock)
      full.room = 10
      for line in ["token rotate till", "token create kiosk --role support"] {
        let outcome = full.run(program, line.split(separator: " ").map(String.init))
        #expect(outcome.exitCode != 0 && outcome.output.isEmpty, "\(line)")
      }
      #expect(try desk.run("user list", as: till).exitCode == 0)
      #expect(try desk.code("token show kiosk") == "access.token-not-found")
      #expect(try desk.run("token rotate till").output.hasPrefix("qix_support_"))
      #expect(try desk.code("user list", as: till) == "access.token-unknown")
    }
  }

  private static let day: Int64 = 86_400_000_000

  @Test func itIsWrittenOnceForItsOwnerAlone() throws {
    try Desk.with { desk in
      let path = try desk.token("till", "--role integrator")
      #expect(TestHome.mode(path) == 0o600)
      let secret = try desk.secret("till")
      // Neither the whole nor the part that is secret is anywhere in the home, or in what is printed.
      let part = String(secret.suffix(58))
      for file in try FileManager.default.contentsOfDirectory(atPath: desk.home.path) where !file.hasSuffix(".token") {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(desk.home.path)/\(file)"))
        #expect(data.range(of: Data(part.utf8)) == nil, "\(file)")
      }
      for line in ["token list --json", "token show till --json", "audit show --json", "token list --all"] {
        let outcome = try desk.run(line)
        #expect(outcome.exitCode == 0 && !outcome.output.contains(part) && !outcome.errors.contains(part))
      }
    }
  }

  @Test func itGoesToAPipeOrAFileAndToATerminalOnlyWhenAsked() throws {
    try Desk.with { desk in
      let pipe = try desk.run("token create a --role support")
      #expect(pipe.exitCode == 0 && pipe.output.hasPrefix("qix_support_"))
      #expect(!pipe.output.contains("\n") && !pipe.errors.contains(pipe.output.suffix(58)))
      #expect(try desk.code("token create b --role support") == "usage")
      let words = ["token", "create", "c", "--role", "support"]
      let unasked = try desk.home.qix(words, isTerminal: true)
      #expect(unasked.exitCode != 0 && !unasked.output.contains("qix_support_"))
      // What could not be handed over was not made.
      #expect(try desk.home.count("access_tokens") == 1)
      let shown = try desk.home.qix(words + ["--reveal"], isTerminal: true)
      #expect(shown.exitCode == 0 && shown.output.contains("qix_support_"))
    }
  }

  /// What the note says next works by that token.
  @Test(
    arguments: [
      "--role support", "--role admin --access read", "--role operator --scope wallet", "--role admin --scope db",
      "--role integrator --scope coins", "--role auditor --scope audit --access read",
      "--role admin --scope token --access read",
    ])
  func theNoteNamesWhatTheTokenMayRun(_ options: String) throws {
    try Desk.with { desk in
      let outcome = try desk.run("token create t --output \(desk.path("t")) \(options)")
      let start = try #require(outcome.errors.firstRange(of: "Next: `qix ")).upperBound
      let line = String(outcome.errors[start...].prefix { $0 != "`" })
      #expect(line.hasPrefix("--as "))
      let next = try desk.run(line)
      #expect(next.exitCode == 0, "\(line): \(next)")
    }
  }

  @Test func aFileThatIsThereIsNotReplaced() throws {
    try Desk.with { desk in
      let there = try desk.write("mine", to: "there")
      #expect(try desk.run("token create a --role support --output \(there)").exitCode == 5)
      #expect(try String(contentsOfFile: there, encoding: .utf8) == "mine")
      #expect(try desk.run("token create a --role support --output /nowhere/x").exitCode == 1)
      #expect(try desk.home.count("access_tokens") == 0)
      // And a refusal by the database leaves no file.
      try desk.token("a", "--role support")
      #expect(try desk.code("token create a --role support --output \(desk.path("b"))") == "access.name-taken")
      #expect(!FileManager.default.fileExists(atPath: desk.path("b")))
    }
  }

  @Test func aDryRunMakesNothing() throws {
    try Desk.with { desk in
      let before = try desk.home.contents()
      let outcome = try desk.run("token create a --role support --dry-run --output \(desk.path("a"))")
      #expect(outcome.exitCode == 0 && !outcome.output.contains("qix_support_"))
      #expect(!FileManager.default.fileExists(atPath: desk.path("a")))
      #expect(try desk.home.contents() == before)
    }
  }

  @Test func revokingWorksAtOnceAndForGood() throws {
    try Desk.with { desk in
      let till = try desk.token("till", "--role support")
      #expect(try desk.run("user list", as: till).exitCode == 0)
      #expect(try desk.run("token revoke till --dry-run").exitCode == 0)
      #expect(try desk.run("user list", as: till).exitCode == 0)
      #expect(try desk.run("token revoke till --reason stolen").exitCode == 0)
      #expect(try desk.code("user list", as: till) == "access.token-revoked")
      let before = try desk.home.contents()
      #expect(try desk.run("token revoke till").exitCode == 0)
      #expect(try desk.home.contents() == before)
      #expect(try desk.code("token rotate till --output \(desk.path("new"))") == "access.token-ended")
      #expect(try desk.code("token create till --role support --output \(desk.path("x"))") == "access.name-taken")
      #expect(try desk.code("token revoke nobody") == "access.token-not-found")
      #expect(throws: StorageError.self) {
        try desk.home.unchecked.write(Change("test")) { connection, _ in
          try connection.run("UPDATE access_tokens SET ended_at = NULL, ended_because = NULL")
        }
      }
    }
  }

  @Test func rotatingMakesTheOldSecretUseless() throws {
    try Desk.with { desk in
      let old = try desk.token("till", "--role support --expires P10D")
      desk.home.clock.advance(byMicroseconds: 9 * Self.day)
      #expect(try desk.run("token rotate till --output \(desk.path("new"))").exitCode == 0)
      #expect(try desk.code("user list", as: old) == "access.token-unknown")
      desk.home.clock.advance(byMicroseconds: 9 * Self.day)
      #expect(try desk.run("user list", as: desk.path("new")).exitCode == 0)
      desk.home.clock.advance(byMicroseconds: Self.day)
      #expect(try desk.code("user list", as: desk.path("new")) == "access.token-expired")
    }
  }

  @Test(
    arguments: [
      ("P0D", 2), ("P1Y", 0), ("P366D", 2), ("P13M", 2), ("2020-01-01", 2), ("2027-01-14", 2), ("2027-01-15", 0),
      ("never", 2), ("", 2), ("2027-01-15T08:00:00Z", 2), ("2027-01-15T08:00:01Z", 0),
    ] as [(String, Int32)])
  func aLifeIsAYearAtMost(_ expires: String, _ code: Int32) throws {
    try Desk.with { desk throws in
      let words = ["token", "create", "t", "--role", "support", "--output", desk.path("t"), "--expires", expires]
      #expect(try desk.home.qix(words).exitCode == code)
    }
  }

  @Test func ninetyDaysUnlessToldOtherwise() throws {
    try Desk.with { desk in
      let till = try desk.token("till", "--role support")
      desk.home.clock.advance(byMicroseconds: 90 * Self.day - 1)
      #expect(try desk.run("user list", as: till).exitCode == 0)
      #expect(try desk.run("token list --quiet").output.isEmpty == false)
      desk.home.clock.advance(byMicroseconds: 1)
      // What is listed is what holds, to the microsecond.
      #expect(try desk.run("token list --quiet").output.isEmpty)
      #expect(try desk.code("user list", as: till) == "access.token-expired")
    }
  }

  /// Reliability 10: what has expired once stays so.
  @Test func anExpiredTokenStaysSoWhenTheClockGoesBack() throws {
    try Desk.with { desk in
      let till = try desk.token("till", "--role support --expires P1D")
      let start = desk.home.clock.now()
      desk.home.clock.advance(byMicroseconds: Self.day)
      #expect(try desk.code("user list", as: till) == "access.token-expired")
      desk.home.clock.set(start)
      #expect(try desk.code("user list", as: till) == "access.token-expired")
      #expect(try desk.run("token list --all").output.contains("expired"))
    }
  }

  /// Nobody has tried the token while the clock was ahead, but the audit log has seen the time.
  @Test func theAuditLogsTimeCountsToo() throws {
    try Desk.with { desk in
      let till = try desk.token("till", "--role support --expires P1D")
      let start = desk.home.clock.now()
      desk.home.clock.advance(byMicroseconds: 2 * Self.day)
      _ = try desk.run("user create")
      desk.home.clock.set(start)
      _ = try desk.run("user create")
      #expect(try desk.code("user list", as: till) == "access.token-expired")
      // A token that is made after the clock was put right isn't touched by where it once stood.
      let new = try desk.token("new", "--role support --expires P1D")
      #expect(try desk.run("user list", as: new).exitCode == 0)
    }
  }

  @Test func aTokenIsGoodBeforeItsTimeToo() throws {
    try Desk.with { desk in
      let till = try desk.token("till", "--role support --expires P1D")
      desk.home.clock.advance(byMicroseconds: -Self.day)
      #expect(try desk.run("user list", as: till).exitCode == 0)
    }
  }

  /// Once a minute, without an entry in the audit log, and not where nothing may be written.
  @Test func theLastUseIsNoted() throws {
    try Desk.with { desk in
      let till = try desk.token("till", "--role support")
      func used() throws -> Timestamp? {
        try desk.home.unchecked.read { try $0.first("SELECT used_at FROM access_tokens") { $0.optionalTime(0) } ?? nil }
      }
      let entries = try desk.home.count("qix_audit")
      #expect(try desk.run("user list --read-only", as: till).exitCode == 0)
      #expect(try used() == nil)
      let first = desk.home.clock.now()
      #expect(try desk.run("user list", as: till).exitCode == 0)
      #expect(try used() == first)
      desk.home.clock.advance(byMicroseconds: 59_999_999)
      #expect(try desk.run("user list", as: till).exitCode == 0)
      #expect(try used() == first)
      desk.home.clock.advance(byMicroseconds: 1)
      #expect(try desk.run("user list", as: till).exitCode == 0)
      #expect(try used() == desk.home.clock.now())
      #expect(try desk.home.count("qix_audit") == entries)
    }
  }
}
