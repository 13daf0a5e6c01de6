import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

/// The backup is restored on a new machine, where the vault is still missing.
@Suite struct NewMachineTests {
  /// Lends the home of the new machine, and the options that open the export of the old one's vault.
  private func withNewMachine(_ body: (TestHome, _ export: String) throws -> Void) throws {
    try Safe.with { safe in
      let passphrase = try safe.write(Array("correct horse battery".utf8), to: "passphrase")
      for line in [
        "user create --external-id ada", "user set ada --phone +393391234567",
        "voucher generate latte --count 3 --title Latte",
        "raffle create spring --winners 1", "webhook add https://example.org/qix --events shake.won",
        "setting reset vault.key-file",
      ] { try safe.done(line) }
      let key = ["QIX_VAULT_KEY_FILE": safe.home.vaultKey]
      let exporting = ["vault", "export", safe.path("vault.age"), "--export-passphrase-file", passphrase]
      let exported = try safe.home.qix(exporting, environment: key)
      #expect(exported.exitCode == 0, "\(exported)")
      try safe.done("db backup \(safe.path("b.db"))")
      let other = TestHome(path: safe.path("other"))
      let restored = try other.qix("db restore \(safe.path("b.db")) --yes")
      #expect(restored.exitCode == 0, "\(restored)")
      try body(other, "\(safe.path("vault.age")) --export-passphrase-file \(passphrase)")
    }
  }

  private static let waiting = ["personal data of 1 user", "3 vouchers", "1 raffle that isn't drawn", "1 webhook"]

  @Test func doctorAndCheckNameTheImportAndNoSecondVault() throws {
    try withNewMachine { home, _ in
      let (doctor, check) = (try home.qix("doctor"), try home.qix("db check"))
      #expect(doctor.exitCode != 0 && check.exitCode == 0, "\(doctor) \(check)")
      for outcome in [doctor, check] {
        #expect(
          outcome.output.contains("qix vault import FILE") && !outcome.output.contains("vault init"), "\(outcome)")
        for what in Self.waiting { #expect(outcome.output.contains(what), "\(what): \(outcome)") }
      }
      for line in ["voucher list", "user show ada", "raffle freeze spring", "vault status"] {
        let outcome = try home.qix(line)
        #expect(!outcome.errors.contains("vault init"), "\(line): \(outcome)")
      }
      let status = try home.qix("vault status --json")
      #expect(status.exitCode == 3 && status.errors.contains("vault.missing"), "\(status)")
    }
  }

  /// The import makes the vault that is missing, and all is as it was.
  @Test func theImportMakesTheVault() throws {
    try withNewMachine { home, export in
      let key = "\(home.path)/../new.key"
      let before = try home.contents()
      let dry = try home.qix("vault import \(export) --key-file \(key) --dry-run")
      #expect(dry.exitCode == 0, "\(dry)")
      #expect(try home.contents() == before && !FileManager.default.fileExists(atPath: key))
      let made = try home.qix("vault import \(export) --key-file \(key)")
      #expect(made.exitCode == 0 && made.errors.contains("key file was made"), "\(made)")
      #expect(TestHome.mode(key) == 0o600)
      #expect(try !home.qix("doctor").output.contains("vault import"))
      let check = try home.qix("db check")
      #expect(check.exitCode == 0 && check.output.contains("the data of 1 user can be decrypted"), "\(check)")
      #expect(try home.qix("raffle freeze spring --json").errors.contains("vault") == false)
      // What opens a vault is said only where one is made.
      let again = try home.qix("vault import \(export) --key-file \(key)")
      #expect(again.exitCode == 5, "\(again)")
      #expect(try home.qix("vault import \(export)").exitCode == 0)
    }
  }

  /// Nothing stays of a vault whose import fails, the key file neither.
  @Test func anImportThatFailsMakesNoVault() throws {
    try withNewMachine { home, export in
      let key = "\(home.path)/../new.key"
      let before = try home.contents()
      let wrong = export.replacingOccurrences(of: "/passphrase", with: "/new.txt")
      try Data("a wrong passphrase".utf8).write(to: URL(fileURLWithPath: "\(home.path)/../new.txt"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: "\(home.path)/../new.txt")
      #expect(try home.qix("vault import \(wrong) --key-file \(key)").exitCode != 0)
      #expect(try home.contents() == before && !FileManager.default.fileExists(atPath: key))
    }
  }

  /// Who has made a second vault all the same is told what it lacks, and the import mends that too.
  @Test func aSecondVaultIsToldWhatItLacks() throws {
    try withNewMachine { home, export in
      let made = try home.qix("vault init --key-file \(home.vaultKey)")
      #expect(made.exitCode == 0 && made.errors.contains("qix vault import FILE"), "\(made)")
      let (doctor, check) = (try home.qix("doctor"), try home.qix("db check"))
      #expect(doctor.exitCode != 0 && doctor.output.contains("it lacks the keys of"), "\(doctor)")
      for outcome in [doctor, check] {
        for what in Self.waiting { #expect(outcome.output.contains(what), "\(what): \(outcome)") }
      }
      #expect(try home.qix("vault import \(export)").exitCode == 0)
      #expect(try !home.qix("doctor").output.contains("it lacks the keys of"))
    }
  }

  /// A home in which nothing needs a key is asked for none.
  @Test func aNewHomeMayMakeItsFirst() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("doctor").output.contains("qix vault init"))
      let made = try home.qix("vault init --key-file \(home.vaultKey)")
      #expect(made.exitCode == 0 && !made.errors.contains("vault import"), "\(made)")
    }
  }

  /// Campaigns that need a key aren't started without a vault, and others are.
  @Test(arguments: [
    ("--award weighted:1x9,10x1", "vault.absent"), ("--award fixed:1 --users-per-device 2", "campaigns.no-vault"),
    ("--award fixed:1 --shake receipt", "campaigns.no-vault"), ("--award fixed:1", nil),
  ]) func aCampaignThatNeedsTheVaultIsNotStartedWithout(options: String, code: String?) throws {
    try TestHome.initialised { home in
      try home.done("tv schedule add --channel Uno --programme Live --start 2027-01-20T20:00 --length 2h --zone UTC")
      let shake = options.contains("--shake") ? [] : ["--shake", "tv", "--set", #"tv.channels=["Uno"]"#]
      let made = try home.qix(
        "campaign create spring --brand Alba --title Spring --start 2027-01-16 --end 2027-02-10 --time-zone UTC"
          .split(separator: " ").map(String.init) + options.split(separator: " ").map(String.init) + shake)
      #expect(made.exitCode == 0, "\(made)")
      let before = try home.contents()
      let started = try home.qix("campaign start spring --json")
      #expect(started.exitCode == (code == nil ? 0 : 3), "\(started)")
      guard let code else { return }
      #expect(started.errors.contains(code), "\(started)")
      #expect(try home.contents() == before)
      try home.makeVault()
      #expect(try home.qix("campaign start spring").exitCode == 0)
    }
  }

  /// On a machine that waits for the vault's export no campaign that needs keys is started, and no second vault proposed.
  @Test(arguments: ["--award weighted:1x9,10x1 --shake tv", "--award fixed:1 --users-per-device 2 --shake tv"])
  func aCampaignWaitsForTheFormerVault(options: String) throws {
    try withNewMachine { home, export in
      try home.done("tv schedule add --channel Uno --programme Live --start 2027-01-20T20:00 --length 2h --zone UTC")
      let line =
        "campaign create spring --brand Alba --title Spring --start 2027-01-16 --end 2027-02-10 --time-zone UTC"
      let words = line.split(separator: " ").map(String.init) + options.split(separator: " ").map(String.init)
      let made = try home.qix(words + ["--set", #"tv.channels=["Uno"]"#])
      #expect(made.exitCode == 0, "\(made)")
      let before = try home.contents()
      let refused = try home.qix("campaign start spring")
      #expect(refused.exitCode == 3 && refused.errors.contains("qix vault import FILE"), "\(refused)")
      #expect(!refused.errors.contains("vault init"), "\(refused)")
      #expect(try home.contents() == before)
      #expect(try home.qix("vault import \(export) --key-file \(home.path)/../new.key").exitCode == 0)
      #expect(try home.qix("campaign start spring").exitCode == 0)
    }
  }

  /// Who has the file can try passphrases as who has the vault can, so what guards it is as long; an export that is there
  /// opens by whatever it was made with.
  @Test func aShortPassphraseMakesNoExport() throws {
    try Safe.with { safe in
      let short = try safe.write(Array("short".utf8), to: "short")
      let outcome = try safe.run("vault export \(safe.path("v.age")) --export-passphrase-file \(short)")
      #expect(outcome.exitCode == 2 && outcome.errors.contains("shorter than 8 bytes"), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: safe.path("v.age")))
      let enough = try safe.write(Array("by chance".utf8), to: "enough")
      try safe.done("vault export \(safe.path("v.age")) --export-passphrase-file \(enough)")
    }
  }

  /// As backups: the newest stay, and so does every other file.
  @Test func aFolderOfExportsKeepsTheNewest() throws {
    try Safe.with { safe in
      let passphrase = try safe.write(Array("correct horse battery".utf8), to: "passphrase")
      let folder = safe.path("exports")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for name in ["notes.txt", "vault-2026-12-01.age", "qix-20260101T000000Z.db"] {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      let line = "vault export \(folder) --keep 2 --export-passphrase-file \(passphrase)"
      let dry = try safe.run("\(line) --dry-run")
      #expect(dry.exitCode == 0, "\(dry)")
      for day in 1...4 {
        let outcome = try safe.run("\(line) --json")
        #expect(outcome.exitCode == 0 && outcome.output.contains("\"vault-2027") == (day > 2), "\(outcome)")
        if day < 4 { safe.home.clock.advance(byMicroseconds: 86_400_000_000) }
      }
      let kept = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(kept.filter { $0.hasPrefix("vault-2027") }.count == 2)
      #expect(Set(["notes.txt", "vault-2026-12-01.age", "qix-20260101T000000Z.db"]).isSubset(of: kept))
      #expect(try safe.exit("\(line) --force") == 2)
      #expect(try safe.exit("vault export - --keep 2 --export-passphrase-file \(passphrase)") == 2)
      let newest = try #require(kept.last { $0.hasPrefix("vault-2027") })
      try safe.done("vault import \(folder)/\(newest) --export-passphrase-file \(passphrase) --dry-run")
      // A second one of the same second is another one.
      #expect(try safe.run("\(line) --json").output.contains("\(newest.dropLast(4))-2.age"))
    }
  }
}
