import Foundation
import QixTerminal
import QixTesting
import Testing

@testable import QixCommands

@Suite struct HelpTests {
  private func output(_ words: [String], columns: Int = 80) -> String {
    TestTerminal(environment: ["COLUMNS": "\(columns)"]).run(Sample.program(), words).output
  }

  @Test(arguments: [
    ([], "bare"), (["--help"], "program"), (["coins"], "group"), (["coins", "issue", "--help"], "command"),
    (["wallet", "list", "-h"], "list"), (["help", "coins", "import"], "import"), (["help", "--json"], "tree.json"),
  ])
  func looksAsRecorded(_ words: [String], _ name: String) throws {
    try expectGolden(output(words), "help-\(name).txt")
  }

  @Test func wrapsAtTheWidthOfTheTerminal() throws {
    let text = output(["coins", "issue", "--help"], columns: 44)
    try expectGolden(text, "help-narrow.txt")
    for line in text.split(separator: "\n") where !line.contains("$ qix") && !line.hasPrefix("  ") {
      #expect(line.count <= 44, "\(line)")
    }
  }

  @Test func helpWinsOverWhateverElseIsWrong() {
    let help = output(["coins", "issue", "--help"])
    for words in [
      ["coins", "issue", "-h"], ["--help", "coins", "issue"], ["coins", "--help", "issue"],
      ["coins", "issue", "--bogus", "--help"], ["coins", "issue", "--amount", "x", "-h"], ["help", "coins", "issue"],
    ] {
      let outcome = TestTerminal(environment: ["COLUMNS": "80"]).run(Sample.program(), words)
      #expect(outcome.exitCode == 0 && outcome.output == help, "\(words)")
    }
  }

  @Test func helpBehindTheEndOfOptionsIsAWord() {
    let outcome = TestTerminal().run(Sample.program(), ["wallet", "show", "--", "--help"])
    #expect(outcome.output == "--help\n")
  }

  @Test func theTreeIsValidJSON() throws {
    let value = try JSONSerialization.jsonObject(with: Data(output(["help", "--json"]).utf8))
    let root = try #require((value as? [String: Any])?["command"] as? [String: Any])
    let names = (root["commands"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names == ["coins", "wallet", "fail", "help", "completions", "man", "version"])
  }

  @Test func coloursOnlyOnATerminal() {
    #expect(!output(["coins"]).contains("\u{1B}"))
    var terminal = TestTerminal(isTerminal: true)
    #expect(terminal.run(Sample.program(), ["coins"]).output.contains("\u{1B}[1m"))
    #expect(!terminal.run(Sample.program(), ["coins", "--color", "never"]).output.contains("\u{1B}"))
    terminal.environment = ["NO_COLOR": "1"]
    #expect(!terminal.run(Sample.program(), ["coins"]).output.contains("\u{1B}"))
    #expect(terminal.run(Sample.program(), ["coins", "--color=always"]).output.contains("\u{1B}"))
    let forced = TestTerminal(environment: ["CLICOLOR_FORCE": "1"])
    #expect(forced.run(Sample.program(), ["coins"]).output.contains("\u{1B}"))
  }
}
