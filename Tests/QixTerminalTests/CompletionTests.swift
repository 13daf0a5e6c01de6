import QixTerminal
import QixTesting
import Testing

@testable import QixCommands

@Suite struct CompletionTests {
  private func script(_ shell: String) -> String {
    TestTerminal().run(Sample.program(), ["completions", shell]).output
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func looksAsRecorded(_ shell: String) throws {
    try expectGolden(script(shell), "completion.\(shell)")
  }

  @Test(
    .needs(.program("bash")), .needs(.program("zsh")), .needs(.program("fish")), arguments: ["bash", "zsh", "fish"])
  func theShellAcceptsIt(_ shell: String) throws {
    let result = try Tool(shell)(["-n", "/dev/stdin"], input: script(shell))
    #expect(result.exitCode == 0 && result.errors == "", "\(result.errors)")
  }

  /// Words as bash would hand them over, and what it should offer.
  @Test(
    .needs(.program("bash")),
    arguments: [
      (["qix", ""], "coins wallet fail help completions man version"),
      (["qix", "co"], "coins completions"),
      (["qix", "--json", "co"], "coins completions"),
      (["qix", "--home", "x", "coins", ""], "issue import"),
      (["qix", "--home", "=", "coins", "wallet", ""], "show list rows"),
      (["qix", "coins", "issue", "--am"], "--amount"),
      (["qix", "coins", "issue", "--channel", ""], "app web partner"),
      (["qix", "coins", "issue", "--channel", "=", "p"], "partner"),
      (["qix", "coins", "issue", "--channel", "="], "app web partner"),
      (["qix", "coins", "issue", "--channel=p"], "--channel=partner"),
      (["qix", "coins", "issue", "--color", "a"], "auto always"),
      (["qix", "coins", "issue", "--dry"], "--dry-run"),
      (["qix", "coins", "issue", "--amount", "coins", ""], ""),
      (["qix", "wallet", "list", "--order", "age"], "age:\\ old\\ \\$HOME"),
      (["qix", "completions", ""], "bash zsh fish"),
      (["qix", "completions", "bash", ""], ""),
      (["qix", "help", "coins", "i"], "issue import"),
      (["qix", "man", "w"], "wallet"),
      (["qix", "coins", "import", "--", "--k"], ""),
      (["qix", "coins", "import", "/etc/host"], "/etc/host"),
      (["qix", "--home", "/us"], "/usr"),
    ])
  func bashOffers(_ words: [String], _ expected: String) throws {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let test =
      script("bash") + """

        COMP_WORDS=(\(quoted))
        COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
        _qix
        echo "${COMPREPLY[*]}"
        """
    let result = try Tool("bash")(["--norc", "--noprofile", "/dev/stdin"], input: test)
    if expected == "/etc/host" {
      let offered = result.output.split(whereSeparator: \.isWhitespace)
      #expect(offered.contains("/etc/hosts") && offered.allSatisfy { $0.hasPrefix("/etc/host") })
    } else {
      #expect(result.output == expected + "\n" && result.errors == "", "\(result.errors)")
    }
  }
}
