import Foundation
import QixTesting
import Testing

/// Reliability 25: what was proven before a backup is proven after it was restored on a clean machine.
@Suite struct RestoredProofTests {
  @Test(.needs(.python())) func proofsAndBalancesOutliveARestore() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("coins issue --file \(SpreadsheetTests.file) --create-users")
      let transfers = try (1...5).map { try qix.done("coins issue --to shop-4711 --amount \($0) --quiet").lastLine }
      let head = try qix.done("coins head --quiet").lastLine
      let proofs = try transfers.map { try qix.done("coins prove \($0)").output }
      let wallet = try qix.done("wallet show shop-4711 --json").output
      try qix.done("db backup \(home)/backup.db")

      var other = qix
      other.environment["QIX_HOME"] = "\(home)/clean"
      try other.done("db restore \(home)/backup.db")
      #expect(try other.done("coins head --quiet").lastLine == head)
      #expect(try other.done("wallet show shop-4711 --json").output == wallet)
      try other.done("coins verify")
      for (transfer, proof) in zip(transfers, proofs) {
        #expect(try other.done("coins prove \(transfer)").output == proof)
        let file = "\(home)/proof.json"
        try other.done("coins prove \(transfer)").output.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Tool.python(["docs/verify-proof.py", file, head]).exitCode == 0)
      }
      // The ledger goes on from the head that was published, and what was proven stays proven against both.
      try other.done("coins issue --to shop-4711 --amount 9")
      let later = try other.done("coins head --quiet").lastLine
      #expect(later != head)
      #expect(try other.done("coins prove \(transfers[0]) --head \(Self.block(of: proofs[4]))").output.contains(head))
    }
  }

  /// The number of the block to which a proof leads.
  private static func block(of proof: String) throws -> String {
    String(try #require(proof.firstMatch(of: /"head": \{\s*"block": (\d+)/)).1)
  }
}
