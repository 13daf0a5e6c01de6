import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Shakes

@Suite struct CommandTests {
  @Test func whatIsNoAttemptIsSaidAndLeavesNoTrace() throws {
    try Fair.with { fair in
      _ = try fair.user("ada")
      let before = try fair.home.contents()
      for (words, code) in [
        ("shake send --user ghost", Int32(3)), ("shake send --user ada --type dance", 3),
        ("shake send --user ada", 3), ("shake send --user ada --campaign none", 3), ("shake send", 2),
        ("shake send --keep-going --user ada", 2), ("shake send --file x --user ada", 2),
        ("shake show shk_01m7w9tzg3f7fs9hn862jj74bb", 3), ("shake explain shk_01m7w9tzg3f7fs9hn862jj74bb", 3),
        ("shake list --campaign none", 3), ("shake list --user ghost", 3),
      ] {
        let outcome = try fair.home.qix(words)
        #expect(outcome.exitCode == code, "\(words): \(outcome.errors)")
        #expect(!outcome.errors.isEmpty)
      }
      #expect(try fair.home.contents() == before)
    }
  }

  @Test func evidenceMustBeAnObjectOfJSON() throws {
    try Fair.with { fair in
      _ = try fair.user("ada")
      for evidence in ["[1]", "{", String(repeating: " ", count: 70_000)] {
        let outcome = try fair.home.qix("shake send --user ada --evidence -", input: evidence)
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
      }
    }
  }

  @Test func aBatchNamesTheLineThatCantBeRead() throws {
    try Fair.with { fair in
      _ = try fair.user("ada")
      let lines = "{\"user\":\"ada\",\"type\":\"dance\"}\n\n{\"user\":\"ghost\"}\n{\"name\":1}\n"
      let stopped = try fair.home.qix("shake send --file - --json", input: lines)
      #expect(stopped.exitCode == 3 && stopped.errors.contains("line 3"))
      let gone = try fair.home.qix("shake send --file - --keep-going --json", input: lines)
      #expect(gone.exitCode == 3 && gone.errors.contains("line 1"))
      let counts = try JSONValue(parsing: gone.output)
      #expect(counts["errors"]?.integer == 3)
      #expect(try fair.home.count("shakes_shakes") == 0)
    }
  }

  @Test func listsAreEmptyWhereNothingIs() throws {
    try Fair.with { fair in
      for words in ["shake list --json", "shake types --json", "shake expire --json", "shake expire --dry-run --json"] {
        let outcome = try fair.home.qix(words)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        _ = try JSONValue(parsing: outcome.output)
      }
    }
  }
}
