import Testing

/// A file of more lines than one transaction takes.
@Suite struct BatchOfCommitsTests {
  @Test func itsLinesAndCoinsAreCountedOnce() throws {
    try BuiltProgram.initialised { qix, home in
      // A transaction takes 65,536 lines, so these are done in three.
      let lines = 140_000
      let input = "user,amount\n" + (0..<lines).map { "u\($0 % 1_000),3\n" }.joined()
      let issued = try qix(
        ["coins", "issue", "--file", "-", "--batch", "july", "--create-users", "--tsv"], input: input, limit: 60)
      #expect(issued.exitCode == 0, "\(issued.errors)")
      #expect(try LedgerState(home: home).issued == Int64(3 * lines))
      let shown = try qix.done("coins batch show july --json").output
      #expect(shown.contains("\"lines\": \(lines),"), "\(shown)")
      #expect(shown.contains("\"coins\": \(3 * lines),"), "\(shown)")
      // Each commit says in the audit log how many of them it did.
      let audit = try qix.done("audit show --json").output
      #expect(audit.contains("lines 2-65537: 65536 transfers, 196608 coins"), "\(audit)")
      #expect(audit.contains("lines 131074-140002: 8928 transfers, 26784 coins"), "\(audit)")
    }
  }
}
