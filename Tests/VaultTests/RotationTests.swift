import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Vault

/// Reliability 3: whatever happens while the vault rotates, it opens under exactly one key.
@Suite struct RotationTests {
  private func fill(_ safe: Safe) throws {
    for number in 0..<12 { try safe.done("vault set service account-\(number)", input: "secret-\(number)") }
    try safe.done("vault set service account-3", input: "newer")
  }

  private func requireWhole(_ safe: Safe) throws {
    #expect(try safe.exit("vault verify") == 0)
    #expect(try safe.done("vault get service account-3") == "newer")
    #expect(try safe.done("vault get service account-3 --version-number 1") == "secret-3")
    #expect(try safe.done("vault get service account-11") == "secret-11")
  }

  @Test(arguments: ["", " --deep"])
  func everythingIsThereAfterwards(_ flag: String) throws {
    try Safe.with { safe in
      try fill(safe)
      func rows(_ sql: String) throws -> Set<[UInt8]> {
        try safe.home.database.read { Set(try $0.rows(sql) { $0.blob(0) }) }
      }
      let columns = [
        "SELECT key FROM vault_versions", "SELECT names FROM vault_items", "SELECT name FROM vault_entries",
        "SELECT box FROM vault_slots", "SELECT commitment FROM vault_header", "SELECT history FROM vault_items",
      ]
      let before = try columns.map(rows)
      let boxes = try rows("SELECT box FROM vault_versions")
      try safe.done("vault rotate\(flag)")
      try requireWhole(safe)
      for (sql, old) in zip(columns, before) { #expect(try rows(sql).isDisjoint(with: old), "\(sql)") }
      let kept = try rows("SELECT box FROM vault_versions").intersection(boxes).count
      #expect(kept == (flag.isEmpty ? boxes.count : 0))
      #expect(try safe.done("vault status --tsv").contains("1\tkey file"))
      #expect(try safe.done("vault status --json").contains("\"generation\": 2"))
    }
  }

  /// Each write and each sync in turn fails: the vault is as before or as after, and opens.
  @Test(arguments: FaultyDisk.Fault.allCases)
  func aFailingDiskLeavesItWhole(_ fault: FaultyDisk.Fault) throws {
    try TestHome.initialised(vault: true) { home in
      let disk = FaultyDisk()
      var broken = home
      broken.engine = disk.engine
      let safe = Safe(home: home)
      try fill(safe)
      var number = 1
      var failures = 0
      while number < 200 {
        disk.fail(fault, at: number)
        let outcome = try broken.qix("vault rotate --deep")
        let failed = disk.failures > 0
        disk.heal()
        failures += failed ? 1 : 0
        if !failed {
          #expect(outcome.exitCode == 0, "\(outcome)")
          break
        }
        #expect(try safe.exit("vault verify") == 0, "after failure \(number): \(outcome)")
        // The first few one by one, then some of the many.
        number += number < 12 ? 1 : 7
      }
      #expect(failures >= 3)
      try requireWhole(safe)
    }
  }
}
