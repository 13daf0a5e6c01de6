import Foundation
import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A backup without the vault on a new machine: the users' keys are there, and what opens them is not.
@Suite struct LostKeyTests {
  private static let ada = ["user", "set", "ada", "--phone", "+393391234567"]

  /// Lends a home as it is after such a restore, and an export of the vault that it had.
  private func withRestored(_ body: (TestHome, _ importing: String) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      let passphrase = "\(home.path)/passphrase"
      try Data("correct horse battery".utf8).write(to: URL(fileURLWithPath: passphrase))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passphrase)
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      #expect(try home.qix("user create --external-id bob").exitCode == 0)
      #expect(try home.qix(Self.ada).exitCode == 0)
      #expect(try home.qix("db check").output.contains("the data of 1 user can be decrypted"))
      let export = "\(home.path)/vault.age --export-passphrase-file \(passphrase)"
      let outcome = try home.qix("vault export \(export)")
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(try home.qix("setting reset vault.key-file").exitCode == 0)
      #expect(try home.qix("db backup \(home.path)/b.db").exitCode == 0)
      let other = TestHome(path: "\(home.path)/other")
      #expect(try other.qix("db restore \(home.path)/b.db --yes").exitCode == 0)
      try body(other, "vault import \(export)")
    }
  }

  @Test func noSecondKeyIsMadeAndTheImportMendsIt() throws {
    try withRestored { home, importing in
      try home.makeVault()
      let refused = try home.qix(["user", "set", "bob", "--phone", "+393391234568"])
      #expect(refused.exitCode == 6 && refused.errors.contains("qix vault import"), "\(refused)")
      #expect(try home.qix("user show ada").errors.contains("qix vault import"))
      let check = try home.qix("db check")
      #expect(check.exitCode == 0 && check.output.contains("qix vault import"), "\(check)")
      let imported = try home.qix(importing)
      #expect(imported.exitCode == 0, "\(imported)")
      #expect(try home.qix("user show ada").exitCode == 0)
      #expect(try home.qix(["user", "set", "bob", "--phone", "+393391234568"]).exitCode == 0)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  @Test func keysThatDoNotOpenAreFound() throws {
    try withRestored { home, importing in
      try home.makeVault()
      #expect(try home.qix(importing).exitCode == 0)
      try home.unchecked.write(.init("test")) { connection, _ in
        try connection.execute(script: "UPDATE identity_keys SET wrapped = zeroblob(length(wrapped))")
      }
      let check = try home.qix("db check")
      #expect(check.exitCode == 7 && check.output.contains("doesn't open under"), "\(check)")
    }
  }

  @Test func withoutAVaultItIsSaid() throws {
    try withRestored { home, _ in
      let shown = try home.qix("user show ada")
      #expect(shown.exitCode == 0 && shown.errors.contains("qix vault import"), "\(shown)")
      #expect(!shown.errors.contains("vault unlock"))
      #expect(try home.qix("doctor").output.contains("personal data"))
      #expect(try home.qix("db check").exitCode == 0)
    }
  }
}
