import QixTerminal
import Testing

@testable import QixCommands

/// What examples in the help are read as.
@Suite struct ShellWordsTests {
  @Test(arguments: [
    (#"qix coins show order-981"#, ["coins", "show", "order-981"]),
    (#"printf '1\n' | qix coins import - --keep-going"#, ["coins", "import", "-", "--keep-going"]),
    (#"A='x y' qix vault run -- env"#, ["vault", "run", "--", "env"]),
    (
      #"trf=$(qix coins show order-981 --quiet | head -n 1) && qix coins void "$trf" > answer.json"#,
      ["coins", "void", "trf_01m7w9tzg3f7fs9hn862jj74bb"]
    ),
    (#"qix vault run -- sh -c 'echo "$HOME" $5'"#, ["vault", "run", "--", "sh", "-c", #"echo "$HOME" $5"#]),
  ])
  func theFirstCommandIsFound(line: String, words: [String]) {
    #expect(ShellWords.firstCommand(of: line, named: "qix") == words)
  }

  @Test func whatStandsInASubstitutionIsNoCommandOfTheLine() {
    #expect(ShellWords.firstCommand(of: #"id="$(qix user create --quiet)""#, named: "qix") == nil)
    #expect(ShellWords.firstCommand(of: "id=$(qix user", named: "qix") == nil)
  }
}
