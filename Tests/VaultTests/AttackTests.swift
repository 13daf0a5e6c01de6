import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VaultContract

@testable import Vault

/// Reliability 16: rows swapped, rolled back, parameters lowered: refused, and at once where the item itself is read.
@Suite struct AttackTests {
  private static let tables = [
    "vault_header", "vault_slots", "vault_items", "vault_versions", "vault_entries", "vault_manifest",
  ]

  private func prepare(_ safe: Safe) throws {
    try safe.done("vault set smtp ada", input: "first")
    try safe.done("vault set smtp bob", input: "of bob")
    try safe.done("vault set push eve --class token", input: "of eve")
    let vault = try safe.open()
    try safe.tamper { connection in
      for table in Self.tables {
        try connection.execute(script: "CREATE TABLE then_\(table) AS SELECT * FROM \(table)")
      }
      try connection.execute(script: "CREATE TABLE ids (account TEXT, item BLOB, name BLOB)")
      var state = try VaultState(vault, in: connection)
      for (service, account) in [("smtp", "ada"), ("smtp", "bob"), ("push", "eve")] {
        let record = try #require(try state.find(service: service, account: account))
        try connection.run(
          "INSERT INTO ids VALUES (?1, ?2, ?3)", .text(account), .id(record.id), .blob(record.name))
      }
    }
    try safe.done("vault set smtp ada", input: "second")
    try safe.done("vault slot add credential --file \(safe.path("credential"))")
  }

  @Test(arguments: Attack.all)
  func itIsRefused(_ attack: Attack) throws {
    try Safe.with { safe in
      try prepare(safe)
      #expect(try safe.done("vault get smtp ada") == "second")
      #expect(try safe.exit("vault verify") == 0)
      try safe.sql(attack.script)
      let verify = try safe.run("vault verify")
      #expect(verify.exitCode == 7, "\(verify)")
      let get = try safe.run("vault get smtp ada")
      if attack.isFoundOnReading {
        #expect(get.exitCode == 7, "\(get)")
        #expect(get.output.isEmpty)
      } else {
        #expect(get.exitCode == 0 || get.exitCode == 7, "\(get)")
      }
      #expect(try safe.exit("db check") == 7)
    }
  }

  /// By a program that minds neither the references nor the lengths that the schema asks for: refused, and no crash.
  @Test(arguments: [
    "DELETE FROM vault_items WHERE id = (SELECT item FROM ids WHERE account = 'ada')",
    "UPDATE vault_entries SET name = x'' WHERE item = (SELECT item FROM ids WHERE account = 'ada')",
    "UPDATE vault_entries SET name = x'00' WHERE item = (SELECT item FROM ids WHERE account = 'ada')",
    "UPDATE vault_manifest SET buckets = x'00'", "UPDATE vault_manifest SET mac = x''",
    "UPDATE vault_header SET mac = x''", "UPDATE vault_entries SET digest = x''",
  ])
  func theSchemaIsNotReliedOn(_ script: String) throws {
    try Safe.with { safe in
      try prepare(safe)
      try safe.home.unchecked.exclusively { connection in
        try connection.execute(script: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(script);")
      }
      for line in ["vault get smtp ada", "vault list", "vault verify"] {
        let outcome = try safe.run(line)
        #expect(outcome.exitCode == 7 && !outcome.output.contains("second"), "\(line): \(outcome)")
      }
    }
  }

  /// Each thing that opens it, and all of them; with the vault open by what is left, and locked.
  @Test(arguments: ["slot = 1", "slot = 2", "slot > 0"])
  func aSlotThatIsGoneIsFound(_ which: String) throws {
    try Safe.with { safe in
      try prepare(safe)
      let vault = try safe.open()
      try safe.sql("DELETE FROM vault_slots WHERE \(which)")
      #expect(throws: (any Error).self) { try safe.home.database.read { _ = try VaultState(vault, in: $0) } }
      let check = try safe.run("db check")
      if which == "slot = 1" {
        #expect(check.output.contains("the configured key doesn't open the vault"), "\(check)")
      } else {
        #expect(check.exitCode == 7, "\(check)")
      }
      #expect([4, 7].contains(try safe.exit("vault verify")))
      #expect([4, 7].contains(try safe.exit("vault unlock --key-file \(safe.home.vaultKey)")))
      #expect([4, 7].contains(try safe.exit("vault unlock --key-file \(safe.path("credential"))")))
      try safe.done("setting reset vault.key-file")
      let locked = try safe.run("db check")
      #expect(
        which == "slot > 0"
          ? locked.exitCode == 7
          : locked.output.contains(
            """
            its slots and items were not checked
            """), "\(locked)")
    }
  }

  /// What was changed behind its back is not made good by the next change.
  @Test func aChangeDoesNotVouchForWhatWasThere() throws {
    try Safe.with { safe in
      try prepare(safe)
      try safe.sql("DELETE FROM vault_entries WHERE name = (SELECT name FROM ids WHERE account = 'ada')")
      #expect(try safe.exit("vault set smtp ada", input: "third") == 7)
      _ = try safe.exit("vault set other thing", input: "x")
      #expect(try safe.exit("vault verify") == 7)
    }
  }

  /// The header, a slot, the manifest or all rows of another vault, which its own key opens.
  @Test(arguments: [
    ["vault_header"], ["vault_slots"], ["vault_manifest"], ["vault_header", "vault_slots"], Self.tables,
  ])
  func anotherVaultsRowsAreRefused(_ tables: [String]) throws {
    try Safe.with { safe in
      try prepare(safe)
      try TestHome.initialised { home in
        // With another randomness, so another key.
        _ = home.random.bytes(1)
        try home.makeVault()
        let other = Safe(home: home)
        try other.done("vault set smtp ada", input: "planted")
        try other.home.checkpoint()
        try safe.home.unchecked.exclusively { connection in
          try connection.execute(script: "ATTACH '\(other.home.path)/qix.db' AS other; PRAGMA foreign_keys = OFF;")
          for table in tables {
            try connection.execute(script: "DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM other.\(table);")
          }
        }
      }
      let get = try safe.run("vault get smtp ada")
      // The key file at hand doesn't open the other's slots: then it isn't even asked for the secret.
      #expect([4, 7].contains(get.exitCode), "\(get)")
      #expect(!get.output.contains("planted"))
    }
  }

  /// The whole vault of an earlier time can't be told from inside; somebody who remembers can.
  @Test func theWholeVaultSetBackIsSeenByWhoRemembers() throws {
    try Safe.with { safe in
      try prepare(safe)
      let counter = try safe.home.database.read { try Manifest(in: $0)?.counter } ?? 0
      try safe.sql(
        "DELETE FROM vault_entries; DELETE FROM vault_versions; DELETE FROM vault_items;"
          + Self.tables.map { "DELETE FROM \($0); INSERT INTO \($0) SELECT * FROM then_\($0);" }.joined())
      #expect(try safe.done("vault get smtp ada") == "first")
      let open = try safe.open()
      let remembering = try OpenVault(
        Remembering(inner: open.custodian, seenCounter: counter), clock: safe.home.clock, random: safe.home.random)
      #expect(throws: VaultError.rolledBack(counter: counter - 2, seen: counter)) {
        try safe.home.database.read { _ = try VaultState(remembering, in: $0).manifest.counter }
      }
      // Only one who notes it by hand sees it.
      #expect(try safe.done("vault status --tsv").contains("1\tkey file"))
    }
  }

  private struct Remembering: KeyCustodian {
    let inner: any KeyCustodian
    let seenCounter: Int64
    var vault: VaultID { inner.vault }
    var generation: Int64 { inner.generation }
    func subkey(_ purpose: Subkey) throws -> SecretBytes { try inner.subkey(purpose) }
    func wrap(_ itemKey: borrowing SecretBytes, for place: ItemPlace) throws -> [UInt8] {
      try inner.wrap(itemKey, for: place)
    }
    func unwrap(_ box: [UInt8], for place: ItemPlace) throws -> SecretBytes { try inner.unwrap(box, for: place) }
    func remember(counter: Int64) {}
  }
}
