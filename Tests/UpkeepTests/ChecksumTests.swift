import Foundation
import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Another SQLite moves pages from the log into the database and knows nothing of their checksums: that is told from
/// damage, and mended by a command that checks everything first.
@Suite(.needs(.program("sqlite3"))) struct ChecksumTests {
  private static let reads = ["user list", "coins verify", "db backup HOME/b.db"]

  /// Debian's `sqlite3`, as an operator uses it; it checkpoints as it ends.
  @discardableResult
  private func sqlite3(_ home: TestHome, _ sql: String) throws -> String {
    let outcome = try Tool("sqlite3")([home.path + "/qix.db", sql])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output
  }

  private func withUnsummed(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 50 --idempotency-key k1")
      #expect(try sqlite3(home, "SELECT count(*) FROM coins_transfers") == "1\n")
      // It has taken the log with it, or nothing is tested.
      #expect((try HomeFiles(home).log ?? Data()).isEmpty)
      try body(home)
    }
  }

  @Test func isToldFromDamageAndMended() throws {
    try withUnsummed { home in
      for command in Self.reads + ["coins issue --to ada --amount 1", "db check", "doctor"] {
        let outcome = try home.qix(command.replacing("HOME", with: home.path))
        #expect(outcome.exitCode == 7, "\(command): \(outcome)")
        let said = outcome.errors + outcome.output
        #expect(said.contains("another SQLite") && said.contains("qix db checksum"), "\(command): \(outcome)")
        #expect(!said.contains("db restore"), "\(command): \(outcome)")
      }
      let dry = try home.done("db checksum --dry-run --tsv")
      #expect(!dry.contains("without\t0"))
      #expect(try home.qix("user list").exitCode == 7)
      try home.done("db checksum --reason looked")
      for command in Self.reads + ["db check", "doctor", "coins issue --to ada --amount 1"] {
        try home.done(command.replacing("HOME", with: home.path))
      }
      let audit = try home.done("audit show --action upkeep.checksum --tsv")
      #expect(audit.contains(" pages") && audit.contains("looked"))
      #expect(try home.done("db checksum --tsv").contains("without\t0"))
      #expect(try home.done("audit show --action upkeep.checksum --tsv") == audit)
    }
  }

  /// Nothing is made good that contradicts itself, however it came about.
  @Test(arguments: [
    "UPDATE coins_accounts SET posted = posted + 1 WHERE kind = 1", "DROP INDEX coins_lots_by_expiry",
    "UPDATE qix_audit SET subject = 'x' WHERE entry = 4",
  ])
  func whatContradictsItselfStays(_ sql: String) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 50")
      try home.unchecked.exclusively { connection in
        try connection.execute(script: "DROP TRIGGER qix_audit_is_never_updated; \(sql)")
      }
      try home.done("coins issue --to ada --amount 1")
      try sqlite3(home, "SELECT 1 FROM coins_transfers")
      let before = try HomeFiles(home).database
      let outcome = try home.qix("db checksum --reason r")
      #expect(outcome.exitCode == 7 && outcome.errors.contains("not whole"), "\(outcome)")
      #expect(try HomeFiles(home).database == before)
    }
  }

  /// A checksum that is there and doesn't fit is damage, also beside pages that have none.
  @Test func damageBesidesIsFound() throws {
    try withUnsummed { home in
      let image = try #require(try HomeFiles(home).database)
      let pages = image.count / 8_192
      let summed = (1..<pages).filter { page in image[(page + 1) * 8_192 - 8..<(page + 1) * 8_192].contains { $0 != 0 }
      }
      #expect(!summed.isEmpty && summed.count < pages - 1)
      for page in [summed[0], summed[summed.count / 2], summed[summed.count - 1]] {
        var damaged = image
        damaged[page * 8_192 + 5_000] ^= 8
        try damaged.write(to: home.file("qix.db"))
        #expect(try home.qix("db checksum --reason r").exitCode == 7, "page \(page)")
        #expect(try HomeFiles(home).database == damaged)
      }
    }
  }

  /// Another program's VACUUM writes every page anew, all of them without a checksum. Where something is wrong besides,
  /// a restore is what leads out, and everything says so that knows of it.
  @Test(arguments: [true, false]) func aVacuumedDatabaseIsRestored(isDamaged: Bool) throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try home.done(
        "tv schedule add --channel Uno --programme Quiz --start 2027-01-15T00:00 --length 1d --zone UTC")
      try home.done(
        #"campaign create quiz --brand Alba --title Quiz --start 2027-01-01 --end 2027-02-28 --time-zone UTC "#
          + #"--shake tv --set tv.channels=["Uno"] --award fixed:10"#)
      try home.done("db backup \(home.path)/b.db")
      try home.done("coins issue --to ada --amount 5")
      try sqlite3(home, (isDamaged ? "UPDATE campaigns_campaigns SET definition = '{'; " : "") + "VACUUM")
      let check = try home.qix("db check")
      #expect(check.exitCode == 7)
      let hint = check.errors.split(separator: "\n").last ?? ""
      #expect(hint.contains(isDamaged ? "qix db restore FILE" : "qix db checksum"), "\(check.errors)")
      #expect(!check.output.contains("Run `qix db check`"), "\(check.output)")
      for command in ["doctor", "coins verify", "db checksum --dry-run"] {
        let outcome = try home.qix(command)
        #expect(!(outcome.output + outcome.errors).contains("nothing is known to be damaged"), "\(outcome)")
        #expect((outcome.exitCode == 7) == (isDamaged || command != "db checksum --dry-run"), "\(outcome)")
      }
      try home.done("db restore \(home.path)/b.db --yes")
      try home.done("db check")
      #expect(try home.done("wallet show ada --quiet") == "0\n")
      #expect(try home.qix("doctor").output.contains("before-restore-"))
    }
  }

  /// What somebody has changed with another program is found where the audit log knows better; nothing else is.
  @Test(arguments: [
    ("UPDATE access_tokens SET ended_at = NULL, ended_because = NULL WHERE name = 'chief'", "tokens"),
    (
      """
      INSERT INTO access_tokens SELECT randomblob(16), 'mine', role, scopes, reads_only, randomblob(32), created_at,
        created_by, issued_at, issued_entry, expires_at, used_at, NULL, NULL, NULL, NULL, NULL
        FROM access_tokens WHERE name = 'desk'
      """, "tokens"
    ),
    ("UPDATE qix_settings SET value = '/bin/sh' WHERE name = 'messages.command'", "settings"),
    ("UPDATE qix_settings SET set_by = 'local:0' WHERE name = 'messages.command'", "settings"),
    ("DELETE FROM qix_settings WHERE name = 'coins.approval-above'", "settings"),
    ("INSERT INTO qix_settings (name, value) VALUES ('coins.most-per-operation', '9')", "settings"),
    ("INSERT INTO qix_settings (name, value) VALUES ('vouchers.misses', '9')", "settings"),
    ("UPDATE coins_approvals SET state = 2, decided_by = 'token:desk', decided_at = requested_at", "approvals"),
    ("UPDATE identity_users SET standing = 1", "users"),
  ]) func whatTheAuditLogContradictsIsFound(_ sql: String, _ subject: String) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("user create --external-id bob")
      try home.done("user suspend bob --reason fraud")
      try home.done("setting set messages.command /bin/true")
      try home.done("setting set vouchers.misses 50")
      try home.done("setting reset vouchers.misses")
      try home.done("setting set coins.approval-above 10")
      try home.done("token create desk --role operator --output \(home.path)/desk")
      try home.done("token create chief --role admin --output \(home.path)/chief")
      try home.done("token revoke chief --reason lost")
      #expect(try home.qix("coins issue --to ada --amount 500").exitCode == 4)
      try home.done("db check")
      let triggers = try sqlite3(
        home,
        """
        SELECT sql || ';' FROM sqlite_master WHERE type = 'trigger'
          AND tbl_name IN ('access_tokens', 'coins_approvals', 'qix_settings', 'identity_users')
        """)
      let names = try sqlite3(
        home,
        """
        SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_master WHERE type = 'trigger'
          AND tbl_name IN ('access_tokens', 'coins_approvals', 'qix_settings', 'identity_users')
        """)
      // As somebody does it who knows qix: nothing is left that the schema would tell.
      try sqlite3(home, "\(names) \(sql); \(triggers) VACUUM;")
      for command in ["db check", "db checksum --reason r", "db checksum --dry-run"] {
        let outcome = try home.qix(command)
        #expect(outcome.exitCode == 7, "\(command): \(outcome)")
        let said = outcome.output + outcome.errors
        #expect(
          said.contains("changed outside of qix") || subject == "users", "\(outcome)")
      }
      let check = try home.qix("db check --tsv").output
      #expect(check.split(separator: "\n").contains { $0.contains(subject) && $0.contains("fault") }, "\(check)")
    }
  }

  /// `qix db checksum` takes no file, so nobody is sent to it for one.
  @Test func aBackupThatAnotherProgramHasWrittenIsRefusedByItsName() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("db backup \(home.path)/b.db")
      let outcome = try Tool("sqlite3")(["\(home.path)/b.db", "VACUUM"])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let refused = try home.qix("db restore \(home.path)/b.db --yes --json")
      #expect(refused.exitCode == 7 && refused.errors.contains("another SQLite"), "\(refused.errors)")
      #expect(refused.errors.contains("/b.db") && !refused.errors.contains("db checksum"), "\(refused.errors)")
    }
  }

  @Test func whatIsNoBackupIsSaid() throws {
    try TestHome.initialised { home in
      let missing = try home.qix("db restore \(home.path)/none.db --yes --json")
      #expect(missing.exitCode == 3 && missing.errors.contains("there is no file at"), "\(missing)")
      let folder = try home.qix("db restore \(home.path) --yes --json")
      #expect(folder.exitCode == 2 && folder.errors.contains("is a folder"), "\(folder)")
    }
  }

  /// A restore takes the place of such a database as of any other, and a backup that was opened so is whole.
  @Test func isRestored() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("db backup \(home.path)/b.db")
      try home.done("coins issue --to ada --amount 5")
      try sqlite3(home, "SELECT 1 FROM coins_transfers")
      try home.done("db restore \(home.path)/b.db --yes")
      try home.done("db check")
    }
  }
}
