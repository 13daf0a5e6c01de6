import Testing

/// An amount that could be misread is refused, each kind in its own words.
@Suite struct AmountTests {
  static let refused = [
    "0", "-1", "1e3", "9223372036854775808", "NaN", "", "٥٠", "1,000", "1.5", "+5", " 5", "50x",
  ]

  @Test func eachIsRefusedAndNothingMoves() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("user create --external-id ada")
      let before = try LedgerState(home: home)
      var sentences: [String: String] = [:]
      for amount in Self.refused {
        let outcome = try qix(["coins", "issue", "--to", "ada", "--amount", amount])
        #expect(outcome.exitCode == 2, "'\(amount)'")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("qix: --amount: "), "'\(amount)': \(outcome.errors)")
        sentences[amount] = outcome.errors
      }
      #expect(try LedgerState(home: home) == before)
      // "NaN" and "50x" are both no numbers; all others have a sentence of their own.
      #expect(Set(sentences.values).count == Self.refused.count - 1, "\(sentences)")
    }
  }

  /// All that can be counted, by one slip at a till, and nobody could issue any more.
  @Test func noOneOperationUsesUpWhatCanBeCounted() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("user create --external-id ada")
      for amount in ["9223372036854775807", "1000000001"] {
        let outcome = try qix("coins issue --to ada --amount \(amount)")
        #expect(outcome.exitCode == 6 && outcome.errors.contains("coins.most-per-operation"), "\(outcome.errors)")
      }
      #expect(try LedgerState(home: home).issued == 0)
      try qix.done("coins issue --to ada --amount 1000000000")
      #expect(try LedgerState(home: home).issued == 1_000_000_000)
    }
  }
}
