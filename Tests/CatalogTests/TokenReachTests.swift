import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

/// What a token's holder can't reach by a detour, however much the role may do.
@Suite struct TokenReachTests {
  /// In a backup may stand what only the owner sets: a program to be run, tokens, keys.
  @Test func aBackupIsPutBackByTheOwnerAlone() throws {
    try TestHome.initialised { home in
      try home.done("token create chief --role admin --output \(home.path)/chief.token")
      try home.done("db backup \(home.path)/one.bak")
      try home.done("user create --external-id later")
      for more in [[], ["--dry-run"]] {
        let outcome = try home.qix(
          ["--as", "\(home.path)/chief.token", "db", "restore", "\(home.path)/one.bak", "--yes", "--json"] + more)
        #expect(outcome.exitCode == 4 && outcome.errors.contains("access.owner-only"), "\(outcome.errors)")
      }
      #expect(try home.qix("user show later").exitCode == 0)
      try home.done("db restore \(home.path)/one.bak --yes")
      #expect(try home.qix("user show later").exitCode == 3)
    }
  }

  /// Imported codes are words of somebody's choice, and a new file could be a script or a key of the owner's.
  @Test func importedCodesAreNotWrittenIntoAFileByAToken() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("token create desk --role operator --output \(home.path)/desk.token")
      let desk = ["--as", "\(home.path)/desk.token"]
      let words = "code\n$(id>/tmp/P)\n;id>/tmp/P2;#x\n"
      let imported = try home.qix(desk + ["voucher", "import", "wr", "-", "--title", "t"], input: words)
      #expect(imported.exitCode == 0, "\(imported.errors)")
      let output = "\(home.path)/new.sh"
      let export = ["voucher", "export", "wr", "--output", output, "--count", "2", "--json"]
      let refused = try home.qix(desk + export)
      #expect(refused.exitCode == 4 && refused.errors.contains("vouchers.imported-codes"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: output))
      #expect(try home.qix(export).exitCode == 0)
      // Codes of qix's own making are none of theirs.
      try home.done("voucher generate own --count 2 --title Own")
      let own = try home.qix(desk + ["voucher", "export", "own", "--output", "\(home.path)/own.csv", "--count", "2"])
      #expect(own.exitCode == 0, "\(own.errors)")
    }
  }
}
