import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A backup brings data back, and no rights that have ended since.
@Suite struct RestoreTests {
  private func withBackup(_ body: (Desk, _ restore: (String) throws -> TestTerminal.Outcome) throws -> Void) throws {
    try Desk.with { desk in
      try desk.token("till", "--role support")
      try desk.token("desk", "--role support --expires P10D")
      try #require(try desk.run("db backup \(desk.home.path)/b.db").exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 60_000_000)
      try body(desk) { name in
        let outcome = try desk.run("db restore \(desk.home.path)/\(name).db --yes --json")
        try #require(outcome.exitCode == 0, "\(outcome)")
        return outcome
      }
    }
  }

  @Test func aRevokedTokenStaysSo() throws {
    try withBackup { desk, restore in
      try #require(try desk.run("token revoke till").exitCode == 0)
      let outcome = try restore("b")
      #expect(outcome.output.contains("\"carried_rows\": 1"))
      #expect(try desk.code("user list", as: desk.path("till")) == "access.token-revoked")
      #expect(try desk.code("user list", as: desk.path("desk")) == "")
      #expect(try desk.run("audit show --action upkeep.carry-over --tsv").output.contains("access 1"))
      #expect(try desk.run("db check").exitCode == 0)
      // Also when it is done again.
      _ = try restore("b")
      #expect(try desk.code("user list", as: desk.path("till")) == "access.token-revoked")
    }
  }

  @Test func aReplacedSecretStaysReplaced() throws {
    try withBackup { desk, restore in
      try #require(try desk.run("token rotate desk --output \(desk.path("new"))").exitCode == 0)
      for _ in 1...2 {
        _ = try restore("b")
        #expect(try desk.code("user list", as: desk.path("desk")) == "access.token-unknown")
        #expect(try desk.code("user list", as: desk.path("new")) == "")
      }
      // It lives as long as it was to.
      desk.home.clock.advance(byMicroseconds: 10 * 86_400_000_000)
      #expect(try desk.code("user list", as: desk.path("new")) == "access.token-expired")
    }
  }

  @Test func aReplacedSecretStaysSoWhenTheClockWentBack() throws {
    try withBackup { desk, restore in
      desk.home.clock.advance(byMicroseconds: -3_600_000_000)
      try #require(try desk.run("token rotate desk --expires P5D --output \(desk.path("new"))").exitCode == 0)
      _ = try restore("b")
      #expect(try desk.code("user list", as: desk.path("desk")) == "access.token-unknown")
      #expect(try desk.code("user list", as: desk.path("new")) == "")
    }
  }

  /// Two secrets later, with an older backup in between.
  @Test func theNewestSecretIsTheOneThatWorks() throws {
    try withBackup { desk, restore in
      try #require(try desk.run("token rotate desk --output \(desk.path("second"))").exitCode == 0)
      try #require(try desk.run("db backup \(desk.home.path)/c.db").exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 60_000_000)
      try #require(try desk.run("token rotate desk --output \(desk.path("third"))").exitCode == 0)
      for name in ["b", "c", "b"] {
        _ = try restore(name)
        #expect(try desk.code("user list", as: desk.path("desk")) == "access.token-unknown")
        #expect(try desk.code("user list", as: desk.path("second")) == "access.token-unknown")
        #expect(try desk.code("user list", as: desk.path("third")) == "")
      }
    }
  }

  /// The same where nothing but the log tells which one is newer, and a restore has shortened the log.
  @Test func theNewestSecretIsTheOneThatWorksWhenTheClockStandsStill() throws {
    try withBackup { desk, restore in
      try #require(try desk.run("token rotate desk --output \(desk.path("second"))").exitCode == 0)
      try #require(try desk.run("db backup \(desk.home.path)/c.db").exitCode == 0)
      try #require(try desk.run("token rotate desk --output \(desk.path("third"))").exitCode == 0)
      for name in ["c", "b", "c", "b"] {
        _ = try restore(name)
        #expect(try desk.code("user list", as: desk.path("second")) == "access.token-unknown")
        #expect(try desk.code("user list", as: desk.path("third")) == "")
      }
    }
  }

  /// One that the first backup doesn't know, and a later one does.
  @Test func whatHasEndedIsRememberedForTheNextRestore() throws {
    try withBackup { desk, restore in
      try desk.token("late", "--role support")
      try #require(try desk.run("db backup \(desk.home.path)/c.db").exitCode == 0)
      try #require(try desk.run("token revoke late").exitCode == 0)
      _ = try restore("b")
      #expect(try desk.code("user list", as: desk.path("late")) == "access.token-revoked")
      _ = try restore("c")
      #expect(try desk.code("user list", as: desk.path("late")) == "access.token-revoked")
    }
  }

  /// A home that was left behind knows less than the backup.
  @Test func aNewerBackupBringsTheNewerSecret() throws {
    try withBackup { desk, _ in
      try TestHome.with { other in
        try #require(try other.qix("db restore \(desk.home.path)/b.db --yes").exitCode == 0)
        try #require(try desk.run("token rotate desk --output \(desk.path("new"))").exitCode == 0)
        try #require(try desk.run("db backup \(desk.home.path)/c.db").exitCode == 0)
        let moved = Desk(home: other)
        try #require(try moved.run("db restore \(desk.home.path)/c.db --yes").exitCode == 0)
        #expect(try moved.code("user list", as: desk.path("desk")) == "access.token-unknown")
        #expect(try other.qix(["--as", desk.path("new"), "user", "list"]).exitCode == 0)
      }
    }
  }

  @Test func ontoAnEmptyMachineAndOverADamagedDatabaseItSaysWhatToLookAt() throws {
    try withBackup { desk, _ in
      try #require(try desk.run("token revoke till").exitCode == 0)
      try TestHome.with { other in
        let outcome = try other.qix("db restore \(desk.home.path)/b.db --yes")
        #expect(outcome.exitCode == 0 && outcome.errors.contains("qix token list"))
      }
      let usual = try desk.run("db restore \(desk.home.path)/b.db --yes")
      #expect(usual.exitCode == 0 && !usual.errors.contains("qix token list"))
      // A database from before there were tokens has nothing to say about them.
      try desk.home.unchecked.exclusively { try $0.execute(script: "DROP TABLE access_tokens") }
      let older = try desk.run("db restore \(desk.home.path)/b.db --yes")
      #expect(older.exitCode == 0 && !older.errors.contains("qix token list"), "\(older)")
      // A table that can't be read keeps nobody from a restore.
      try desk.home.unchecked.exclusively { connection in
        try connection.execute(script: "DROP TABLE access_tokens; CREATE TABLE access_tokens (id BLOB) STRICT;")
      }
      let outcome = try desk.run("db restore \(desk.home.path)/b.db --yes --quiet")
      #expect(outcome.exitCode == 0 && outcome.errors.contains("qix token list"), "\(outcome)")
      #expect(try desk.run("db check").exitCode == 0)
    }
  }
}
