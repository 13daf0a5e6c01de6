import Foundation
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Identity

@Suite struct ErasureTests {
  private static let canaries = ["+393391234567", "Zanzibarella", "zanzi@example.com", "canary-external", "zanzi-name"]

  /// Everything in every file of the home but its vault key, as one run of bytes.
  private func bytes(_ home: TestHome) throws -> Data {
    var all = Data()
    for name in try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() where name != "vault.key" {
      all += try Data(contentsOf: URL(fileURLWithPath: "\(home.path)/\(name)"))
    }
    return all
  }

  private func fill(_ home: TestHome) throws -> String {
    let id = try home.qix("user create --external-id canary-external --quiet").output.firstLine
    let profile =
      #"{"phone":"+393391234567","given-name":"Zanzibarella","email":"zanzi@example.com","gender":"female"}"#
    let set = try home.qix("user set \(id) --file - --username zanzi-name", input: profile)
    #expect(set.exitCode == 0, "\(set)")
    // A call's --reason also stands in the audit log, for ever; a line's only with its transfer.
    let grants = "user,amount,reason\n\(id),9,Zanzibarella called\n"
    #expect(try home.qix("coins issue --file - --format csv", input: grants).exitCode == 0)
    return id
  }

  @Test func nothingOfAPersonIsLeft() throws {
    try TestHome.initialised(vault: true) { home in
      let id = try fill(home)
      let key = try home.unchecked.read { connection throws in
        try connection.first("SELECT wrapped FROM identity_keys") { $0.blob(0) } ?? []
      }
      #expect(key.count == 72)
      let before = try bytes(home)
      #expect(before.range(of: Data(key)) != nil && before.range(of: Data("zanzi-name".utf8)) != nil)
      // Encrypted from the beginning.
      for canary in ["+393391234567", "zanzi@example.com"] { #expect(before.range(of: Data(canary.utf8)) == nil) }

      let done = try home.qix(["user", "erase", id, "--confirm", id, "--reason", "request 12"])
      #expect(done.exitCode == 0, "\(done)")
      let after = try bytes(home)
      #expect(after.range(of: Data(key)) == nil)
      for canary in Self.canaries { #expect(after.range(of: Data(canary.utf8)) == nil, "\(canary)") }

      let show = try home.qix("user show \(id) --json")
      #expect(show.exitCode == 0 && show.output.contains(#""standing": "erased""#))
      #expect(try home.qix("wallet show \(id) --json").output.contains("9"))
      #expect(try home.qix("user show canary-external").exitCode == 3)
      #expect(try home.qix(["user", "find", "--phone", "+393391234567"]).exitCode == 3)
      for check in ["coins verify", "db check", "audit verify"] {
        #expect(try home.qix(check).exitCode == 0, "\(check)")
      }
      // Nobody comes back under the old id.
      #expect(try home.qix("user set \(id) --gender female").exitCode == 6)
      #expect(try home.qix("user upgrade \(id)").exitCode == 6)
      #expect(try home.qix("user suspend \(id)").exitCode == 6)
      #expect(try home.qix(["user", "erase", id, "--confirm", id]).exitCode == 0)
      #expect(!(try home.qix("audit show --json").output.contains("Zanzi")))
    }
  }

  /// Whoever erases knows what goes with it, and then nobody takes it or reads it as somebody's.
  @Test func whatGoesWithAUserIsTold() throws {
    try TestHome.initialised(vault: true) { home in
      for line in [
        "user create --external-id ada", "coins issue --to ada --amount 50",
        "voucher generate latte --on-demand --title Latte",
        "reward create coffee --brand Alba --title Coffee --price 5 --delivery voucher:latte", "reward publish coffee",
        "reward redeem coffee --user ada",
      ] { #expect(try home.qix(line).exitCode == 0, "\(line)") }
      let hold = try home.qix("coins hold --from ada --amount 10 --quiet").output.firstLine
      let id = try home.qix("user show ada --quiet").output.firstLine
      let dry = try home.qix("user erase ada --dry-run --json").output
      for what in ["coins", "coins_held", "open_holds", "vouchers"] { #expect(dry.contains("\"\(what)\""), "\(dry)") }
      #expect(!dry.contains("\"requests\""))
      let asked = try home.qix(["user", "erase", "ada"], input: "no\n", isTerminal: true)
      let words = asked.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(asked.exitCode == 130 && words.contains("coins 45, coins held 10, open holds 1, vouchers 1"), "\(words)")
      #expect(try home.qix(["user", "erase", "ada", "--confirm", "ada"]).exitCode == 0)

      let captured = try home.qix("coins capture \(hold) --json")
      #expect(captured.exitCode == 6 && captured.errors.contains("coins.user-erased"), "\(captured)")
      #expect(try home.qix("coins void \(hold)").exitCode == 0)
      #expect(try home.qix("wallet list --tsv").output.contains("\t45\t0\t0"))
      #expect(try home.qix("wallet list --at-least 1 --quiet").output.isEmpty)
      #expect(try home.qix("wallet show \(id) --quiet").output == "0\n")
      #expect(try home.qix("coins verify").exitCode == 0)
    }
  }

  @Test func itHasToBeMeant() throws {
    try TestHome.initialised { home in
      let id = try home.qix("user create --external-id a --quiet").output.firstLine
      #expect(try home.qix("user erase a").exitCode == 2)
      #expect(try home.qix("user erase a --yes").exitCode == 2, "--yes is not enough")
      #expect(try home.qix("user erase a --confirm b").exitCode == 2)
      #expect(try home.qix(["user", "erase", "a"], input: "b\n", isTerminal: true).exitCode == 130)
      let dry = try home.qix("user erase a --dry-run")
      #expect(dry.exitCode == 0 && dry.output.contains(id))
      #expect(try home.qix("user show a --json").output.contains(#""standing": "active""#))
      #expect(!FileManager.default.fileExists(atPath: "\(home.path)/erasures"))
      // As the command line has named them, or by their id.
      #expect(try home.qix(["user", "erase", "a"], input: "a\n", isTerminal: true).exitCode == 0)
      let other = try home.qix("user create --external-id b --quiet").output.firstLine
      #expect(try home.qix(["user", "erase", "b"], input: "\(other)\n", isTerminal: true).exitCode == 0)
      #expect(TestHome.mode("\(home.path)/erasures") == 0o600)
    }
  }

  @Test func aRestoredBackupIsErasedAgain() throws {
    try TestHome.initialised(vault: true) { home in
      let id = try fill(home)
      let backup = "\(home.path)-backup.db"
      defer { try? FileManager.default.removeItem(atPath: backup) }
      #expect(try home.qix("db backup \(backup)").exitCode == 0)
      #expect(try home.qix(["user", "erase", id, "--confirm", id]).exitCode == 0)
      let restore = try home.qix("db restore \(backup) --yes")
      #expect(restore.exitCode == 0, "\(restore)")
      #expect(restore.errors.contains("1 user who was erased since is back: `qix user erase --again`"), "\(restore)")
      #expect(try home.qix("user show \(id) --json").output.contains(#""standing": "active""#))
      let check = try home.qix("db check")
      #expect(check.output.contains("user erase --again"), "\(check)")
      let dry = try home.qix("user erase --again --dry-run --quiet")
      #expect(dry.output.firstLine == id)
      let again = try home.qix("user erase --again --yes")
      #expect(again.exitCode == 0, "\(again)")
      #expect(try home.qix("user show \(id) --json").output.contains(#""standing": "erased""#))
      #expect(try home.qix("user erase --again --yes --quiet").output.isEmpty)
    }
  }

  /// What was merged into somebody goes with them.
  @Test func aliasesAreErasedToo() throws {
    try TestHome.initialised { home in
      for line in [
        "user create --external-id a", "user create --external-id b", "coins issue --to a --amount 5 --reason zanzibar",
        "user merge a --into b",
      ] { #expect(try home.qix(line).exitCode == 0, "\(line)") }
      let (a, b) = (
        try home.qix("user show a --quiet").output.firstLine, try home.qix("user show b --quiet").output.firstLine
      )
      #expect(a == b)
      #expect(try home.qix(["user", "erase", "a", "--confirm", b]).exitCode == 0)
      #expect(try home.qix("user show a").exitCode == 3 && home.qix("user show b").exitCode == 3)
      #expect(
        try home.unchecked.read {
          try $0.first("SELECT count(*) FROM coins_details WHERE reason = 'zanzibar'") { $0.integer(0) }
        } == 0)
    }
  }

  /// A backup of before the merge holds both as two users; what is erased is the person.
  @Test(arguments: ["before", "after"])
  func whoWasMergedAwayIsErasedAgainToo(_ moment: String) throws {
    try TestHome.initialised(vault: true) { home in
      let backup = "\(home.path)-backup.db"
      defer { try? FileManager.default.removeItem(atPath: backup) }
      let al = try home.qix("user create --external-id al --quiet").output.firstLine
      let su = try home.qix("user create --external-id su --quiet").output.firstLine
      #expect(try home.qix("user set al --given-name Zanzibarella --username zanzi-name").exitCode == 0)
      if moment == "before" { #expect(try home.qix("db backup \(backup)").exitCode == 0) }
      #expect(try home.qix("user merge al --into su").exitCode == 0)
      if moment == "after" { #expect(try home.qix("db backup \(backup)").exitCode == 0) }
      #expect(try home.qix(["user", "erase", "su", "--confirm", su]).exitCode == 0)
      // Whoever is an alias of nobody is not back.
      #expect(!(try home.qix("db check").output.contains("user erase --again")))
      #expect(try home.qix("db restore \(backup) --yes").exitCode == 0)
      #expect(try home.qix("db check").output.contains("user erase --again"))
      #expect(
        try home.qix("user erase --again --dry-run --quiet").output.split(separator: "\n").count
          == (moment == "before" ? 2 : 1))
      #expect(try home.qix("user erase --again --yes").exitCode == 0)
      #expect(try home.qix("user show al").exitCode == 3 && home.qix("user show su").exitCode == 3)
      #expect(try home.qix("user show \(al) --json").output.contains(#""standing": "erased""#))
      for table in ["identity_fields", "identity_usernames"] { #expect(try home.count(table) == 0, "\(table)") }
      #expect(!(try home.qix("db check").output.contains("user erase --again")))
    }
  }

  @Test func copiesOfBeforeARestoreAreNamed() throws {
    try TestHome.initialised { home in
      let backup = "\(home.path)-backup.db"
      defer { try? FileManager.default.removeItem(atPath: backup) }
      let (first, second) = (
        try home.qix("user create --quiet").output.firstLine, try home.qix("user create --quiet").output.firstLine
      )
      #expect(!(try home.qix(["user", "erase", first, "--confirm", first]).errors.contains("before-restore-")))
      #expect(try home.qix("db backup \(backup)").exitCode == 0)
      #expect(try home.qix("db restore \(backup) --yes").exitCode == 0)
      let copy = try #require(
        try FileManager.default.contentsOfDirectory(atPath: home.path).first { $0.hasPrefix("before-restore-") })
      let erased = try home.qix(["user", "erase", second, "--confirm", second])
      #expect(erased.exitCode == 0 && erased.errors.contains(copy), "\(erased)")
    }
  }
}
