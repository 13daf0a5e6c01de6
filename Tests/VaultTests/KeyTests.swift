import Foundation
import QixAge
import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Vault

/// Making a vault, and what opens it, through the program.
@Suite struct KeyTests {
  @Test func withoutAVaultEveryCommandSaysSo() throws {
    try TestHome.initialised { home in
      for line in [
        "vault status", "vault list", "vault find x", "vault get s a", "vault verify", "vault rotate",
        "vault slot list", "vault export x.age", "vault audit",
      ] {
        let outcome = try home.qix(line)
        #expect(outcome.exitCode == 3, "\(line): \(outcome)")
        #expect(outcome.errors.contains("qix vault init"), "\(line): \(outcome)")
      }
      #expect(try home.qix("doctor").exitCode == home.qix("doctor").exitCode)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  @Test func thereIsOneVault() throws {
    try Safe.with { (safe: Safe) throws in
      #expect(try safe.exit("vault init --key-file \(safe.path("other"))") == 5)
      #expect(TestHome.mode(safe.path("other")) == nil)
      #expect(TestHome.mode(safe.home.vaultKey) == 0o600)
    }
  }

  @Test func aLockedVaultSaysHowToOpenIt() throws {
    try Safe.with { safe in
      try safe.done("setting reset vault.key-file")
      for line in ["vault list", "vault get s a", "vault rotate", "vault verify"] {
        let outcome = try safe.run(line)
        #expect(outcome.exitCode == 4 && outcome.errors.contains("qix vault unlock"), "\(line): \(outcome)")
      }
      #expect(try safe.done("vault status").contains("locked"))
      #expect(try safe.exit("db check") == 0)
      let environment = ["QIX_VAULT_KEY_FILE": safe.home.vaultKey]
      #expect(try safe.home.qix(["vault", "list"], environment: environment).exitCode == 0)
    }
  }

  @Test func aKeyFileThatIsGoneIsNamedWithItsSetting() throws {
    try Safe.with { safe in
      let passphrase = try safe.write(Array("correct horse".utf8), to: "passphrase")
      try safe.done("vault slot add passphrase --new-passphrase-file \(passphrase) --memory 64")
      try FileManager.default.removeItem(atPath: safe.home.vaultKey)
      let list = try safe.run("vault list")
      #expect(list.exitCode == 2 && list.errors.contains("vault.key-file"), "\(list)")
      let status = try safe.run("vault status")
      #expect(status.exitCode == 0 && status.output.contains("locked"), "\(status)")
      #expect(status.errors.contains("vault.key-file"))
      // Where somebody can be asked.
      #expect(try safe.exit("vault list", secrets: ["correct horse"]) == 0)
      let named = try safe.home.qix(["vault", "list"], environment: ["QIX_VAULT_KEY_FILE": safe.path("none")])
      #expect(named.exitCode == 2 && named.errors.contains("QIX_VAULT_KEY_FILE"), "\(named)")
    }
  }

  @Test func lockingTellsThatAKeyFileStillOpensIt() throws {
    try Safe.with { safe in
      #expect(try safe.run("vault lock").errors.contains("key file"))
      try safe.done("setting reset vault.key-file")
      #expect(try !safe.run("vault lock").errors.contains("key file"))
    }
  }

  @Test func aSystemdCredentialOpensIt() throws {
    try Safe.with { safe in
      try safe.done("setting reset vault.key-file")
      try FileManager.default.createDirectory(atPath: safe.path("credentials"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: safe.home.vaultKey, toPath: safe.path("credentials/qix-vault"))
      let environment = ["CREDENTIALS_DIRECTORY": safe.path("credentials")]
      #expect(try safe.home.qix(["vault", "list"], environment: environment).exitCode == 0)
    }
  }

  @Test func unfitKeyFilesAreRefused() throws {
    try Safe.with { (safe: Safe) throws in
      func status(_ path: String) throws -> Int32 {
        try safe.home.qix(["vault", "list"], environment: ["QIX_VAULT_KEY_FILE": path]).exitCode
      }
      #expect(try status(safe.path("missing")) == 2)
      #expect(try status(safe.write([UInt8](repeating: 1, count: 31), to: "short")) == 2)
      #expect(try status(safe.write([UInt8](repeating: 1, count: 33), to: "long")) == 2)
      #expect(try status(safe.write([UInt8](repeating: 1, count: 32), to: "other")) == 4)
      let open = try safe.write(try safe.read("vault.key"), to: "open")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
      #expect(try status(open) == 2)
    }
  }

  /// Everything about passphrases in one test, since each try takes a while.
  @Test func passphrases() throws {
    try TestHome.initialised { home in
      func run(_ line: String, _ secrets: [String], input: String = "") throws -> (Int32, String) {
        let outcome = try home.qix(line.split(separator: " ").map(String.init), input: input, secrets: secrets)
        for secret in secrets where !secret.isEmpty { #expect(!(outcome.output + outcome.errors).contains(secret)) }
        return (outcome.exitCode, outcome.output)
      }
      #expect(try run("vault init --memory 64", []).0 == 2)
      #expect(try run("vault init --memory 64", ["correct horse", "correct house"]).0 == 2)
      #expect(try run("vault init --memory 64", ["tiny 77", "tiny 77"]).0 == 2)
      #expect(try run("vault init --memory 63", ["correct horse", "correct horse"]).0 == 2)
      #expect(try run("vault init --memory 64", ["correct horse", "correct horse"]).0 == 0)
      #expect(try run("vault list", []).0 == 4)
      #expect(try run("vault list", ["wrong horse"]).0 == 4)
      #expect(try run("vault set s a", ["correct horse"], input: "x").0 == 0)
      #expect(try run("vault get s a", ["correct horse"]).1 == "x")

      // Lowered parameters: below the floor they are not even tried, above it the passphrase doesn't fit.
      try home.unchecked.write(.init("test")) { connection, _ in
        try connection.execute(script: "UPDATE vault_slots SET memory = 80 * 1048576")
      }
      #expect(try run("vault list", ["correct horse"]).0 == 4)
      try home.unchecked.write(.init("test")) { connection, _ in
        try connection.execute(script: "UPDATE vault_slots SET memory = 64 * 1048576, passes = 2")
      }
      #expect(try run("vault list", ["correct horse"]).0 == 7)
      try home.unchecked.write(.init("test")) { connection, _ in
        try connection.execute(script: "UPDATE vault_slots SET passes = 3")
      }

      #expect(try run("vault passphrase --memory 80", ["wrong horse"]).0 == 4)
      #expect(try run("vault passphrase --memory 80", ["correct horse", "battery staple", "battery staple"]).0 == 0)
      #expect(try run("vault get s a", ["correct horse"]).0 == 4)
      #expect(try run("vault get s a", ["battery staple"]).1 == "x")
      #expect(try run("vault passphrase --memory 64", ["battery staple"]).0 == 2)
      #expect(try run("vault rotate", ["battery staple"]).0 == 0)
      #expect(try run("vault get s a", ["battery staple"]).1 == "x")
    }
  }

  @Test func slotsAreAddedAndRemoved() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      let second = safe.path("second")
      #expect(try safe.done("vault slot add key-file --file \(second) --quiet") == "2\n")
      #expect(try safe.exit("vault slot add key-file --file \(second)") == 5)
      try safe.done("vault rotate")
      func get(_ key: String) throws -> Int32 {
        try safe.home.qix(["vault", "get", "s", "a"], environment: ["QIX_VAULT_KEY_FILE": key]).exitCode
      }
      #expect(try get(second) == 0)
      #expect(try get(safe.home.vaultKey) == 0)
      let unmeant = try safe.exit("vault slot remove 1 --key-file \(second) --yes")
      #expect(unmeant == 2, "--yes is not enough")
      #expect(try safe.exit("vault slot remove 1 --key-file \(second) --confirm 2") == 2)
      #expect(try get(safe.home.vaultKey) == 0)
      try safe.done("vault slot remove 1 --key-file \(second) --confirm 1")
      #expect(try get(second) == 0)
      #expect(try get(safe.home.vaultKey) == 4)
      let absent = try safe.run("vault slot remove 1 --key-file \(second)")
      #expect(absent.exitCode == 3 && absent.errors.contains("vault slot list"))
      #expect(try safe.exit("vault slot remove 2 --key-file \(second)") == 6)
      #expect(try safe.exit("vault slot add key-file") == 2)
      #expect(try safe.exit("vault slot add recovery --file x") == 2)
    }
  }

  @Test func aRecoveryKeyOpensIt() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      let identity = AgeIdentity(random: safe.home.random)
      try safe.done("vault slot add recovery --recipient \(identity.recipient)")
      #expect(try safe.exit("vault slot add recovery --recipient age1nonsense") == 2)
      let file = try safe.write(identity.text.withUnsafeBytes { Array($0) }, to: "identity")
      let other = try safe.write(AgeIdentity(random: safe.home.random).text.withUnsafeBytes { Array($0) }, to: "other")
      try safe.done("setting reset vault.key-file")
      #expect(try safe.exit("vault rotate --identity-file \(other)") == 4)
      try safe.done("vault rotate --identity-file \(file)")
      try safe.done("vault slot add key-file --file \(safe.path("new")) --identity-file \(file)")
      #expect(try safe.done("vault get s a") == "x")
    }
  }
}
