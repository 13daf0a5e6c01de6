import Foundation
import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Vault

/// Acceptance D3: credentials are not in backups.
@Suite struct BackupTests {
  @Test func aBackupHoldsNothingOfTheVault() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      try safe.done("user create --external-id ada")
      let blobs = try safe.home.database.read { connection in
        try ["vault_versions.box", "vault_versions.key", "vault_items.names", "vault_slots.box", "vault_entries.name"]
          .flatMap { column -> [[UInt8]] in
            let parts = column.split(separator: ".")
            return try connection.rows("SELECT \(parts[1]) FROM \(parts[0])") { $0.blob(0) }
          }
      }
      let backup = try safe.run("db backup \(safe.path("b.db"))")
      #expect(backup.exitCode == 0 && backup.errors.contains("qix vault export"))
      let bytes = try safe.read("b.db")
      // The longest pieces that lie on one page.
      for blob in blobs { #expect(!bytes.contains(blob.prefix(40))) }
      try safe.done("db backup \(safe.path("with.db")) --with-vault")
      let whole = try safe.read("with.db")
      for blob in blobs { #expect(whole.contains(blob.prefix(40))) }
    }
  }

  @Test func aRestoreKeepsTheVaultThatIsThere() throws {
    try Safe.with { safe in
      try safe.done("user create --external-id ada")
      try safe.done("db backup \(safe.path("b.db"))")
      try safe.done("vault set s a", input: "x")
      try safe.done("user create --external-id bob")
      try safe.done("db restore \(safe.path("b.db")) --yes")
      #expect(try safe.exit("user show bob") == 3)
      #expect(try safe.exit("db check") == 0)
      // The settings are the backup's.
      #expect(try safe.done("vault get s a") == "x")
      #expect(try safe.exit("vault verify") == 0)
      try safe.done("vault set s b", input: "y")
    }
  }

  @Test func aBackupWithTheVaultBringsItBack() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      try safe.done("db backup \(safe.path("b.db")) --with-vault")
      try safe.done("vault set s a", input: "y")
      try safe.done("db restore \(safe.path("b.db")) --yes")
      #expect(try safe.done("vault get s a") == "x")
      #expect(try safe.exit("db check") == 0)
    }
  }

  /// Nothing but the backup and the key file is left.
  @Test(arguments: [true, false]) func aBackupWithTheVaultMakesAnotherHome(keyFileIsThere: Bool) throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      try safe.done("db backup \(safe.path("b.db")) --with-vault")
      let key = try safe.read("vault.key")
      if !keyFileIsThere { try FileManager.default.removeItem(atPath: safe.home.vaultKey) }
      let other = TestHome(path: safe.path("other"))
      #expect(try other.qix("db restore \(safe.path("b.db")) --dry-run").exitCode == 0)
      let restored = try other.qix("db restore \(safe.path("b.db")) --yes")
      #expect(restored.exitCode == 0, "\(restored)")
      let environment = ["QIX_VAULT_KEY_FILE": try safe.write(key, to: "kept.key")]
      let got = try other.qix(["vault", "get", "s", "a"], environment: environment)
      #expect(got.output == "x", "\(got)")
    }
  }

  @Test func anotherKindOfFileIsNotTakenForTheDatabase() throws {
    try Safe.with { safe in
      let outcome = try safe.run("db restore \(safe.path("vault.key")) --yes")
      #expect(outcome.exitCode == 7 && outcome.errors.contains("is not a qix backup"), "\(outcome)")
      #expect(outcome.errors.contains("vault.key") && !outcome.errors.contains("database is damaged"))
      #expect(try safe.exit("db check") == 0)
    }
  }

  @Test func aBackupWithoutAVaultSaysNothingOfIt() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("db backup \(home.path)/b.db")
      #expect(outcome.exitCode == 0 && !outcome.errors.contains("vault"))
      #expect(try home.qix("db restore \(home.path)/b.db --yes").exitCode == 0)
    }
  }

  /// Switched off or not: its rows stay out.
  @Test func aDisabledVaultStaysOutToo() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      let registry = try Registry([VaultModule.self], disabled: ["vault"])
      #expect(registry.tablesLeftOutOfBackups.contains("vault_versions"))
    }
  }
}
