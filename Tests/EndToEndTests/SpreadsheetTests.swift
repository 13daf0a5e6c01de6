import Foundation
import QixTesting
import Testing

/// The main job: coins for everybody in a spreadsheet, exactly once.
@Suite struct SpreadsheetTests {
  static let file = "\(Tool.root)/data/grants.csv"

  @Test func theSameFileAgainMovesNothing() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("coins issue --file \(Self.file) --create-users")
      let after = try LedgerState(home: home)
      #expect(after == LedgerState(transfers: 12, issued: 2_770, users: 6))
      try qix.done("coins issue --file \(Self.file) --create-users")
      #expect(try LedgerState(home: home) == after)
    }
  }

  /// From a pipe too, and what is not in the first half is added by the whole.
  @Test func aBatchThatWasCutShortIsFinishedByTheWhole() throws {
    let text = try String(contentsOfFile: Self.file, encoding: .utf8)
    let half = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(6).joined(separator: "\n") + "\n"
    try BuiltProgram.initialised { qix, home in
      let first = try qix("coins issue --file - --create-users", input: half)
      #expect(first.exitCode == 0, "\(first.errors)")
      #expect(try LedgerState(home: home).transfers == 5)
      let second = try qix("coins issue --file - --create-users", input: text)
      #expect(second.exitCode == 0, "\(second.errors)")
      #expect(try LedgerState(home: home) == LedgerState(transfers: 12, issued: 2_770, users: 6))
    }
  }

  @Test func aBadLineIsNamedAndNothingMoves() throws {
    try BuiltProgram.initialised { qix, home in
      let before = try LedgerState(home: home)
      let outcome = try qix("coins issue --file - --create-users", input: "user,amount\nada,5\nbob,1e3\n")
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("line 3"), "\(outcome.errors)")
      #expect(try LedgerState(home: home) == before)
    }
  }

  @Test(.needs(.python()))
  func aProofHoldsAgainstThePublishedHeadOnly() throws {
    let python = try Tool.python
    try BuiltProgram.initialised { qix, home in
      try qix.done("coins issue --file \(Self.file) --create-users")
      let transfer = try qix.done("coins issue --to shop-4711 --amount 5 --quiet").lastLine
      for amount in 1...20 { try qix.done("coins issue --to shop-4712 --amount \(amount)") }
      let proof = try qix.done("coins prove \(transfer)").output
      let file = "\(home)/proof.json"
      let head = try qix.done("coins head --quiet").lastLine
      func check(_ proof: String, _ head: String) throws -> Int32 {
        try proof.write(toFile: file, atomically: true, encoding: .utf8)
        return try python(["docs/verify-proof.py", file, head]).exitCode
      }
      #expect(try check(proof, head) == 0)
      #expect(try check(proof, String(head.reversed())) != 0)
      let leaf = try #require(proof.firstMatch(of: /"leaf": "([0-9a-f]+)"/)).1
      let other = leaf.dropLast() + (leaf.last == "0" ? "1" : "0")
      #expect(try check(proof.replacing(leaf, with: other), head) != 0)
    }
  }
}
