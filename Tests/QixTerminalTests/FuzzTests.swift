import Foundation
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Nothing that anybody types may trap, or end in an exit code that isn't documented.
@Suite struct FuzzTests {
  private static let words = [
    "coins", "wallet", "issue", "import", "show", "list", "fail", "help", "completions", "version", "bash", "man",
    "--json", "--tsv", "-q", "-y", "--home", "--color", "always", "--no-input", "--help", "-h", "--", "-", "", "--to",
    Sample.user, "--amount", "500", "-1", "--amount=", "--tag", "--since", "2027-06-30", "--limit", "-n5", "-kn",
    "--reason", "\u{301}", "--\u{301}", "-\u{301}", "--to=\u{301}", "=", "--=", "🙂", "\u{0}", "\r\n", "--version",
  ]
  private static let documented: Set<Int32> = [0, 1, 2, 3, 4, 5, 6, 7, 75, 130]

  private func seeded() -> SplitMix {
    let seed = ProcessInfo.processInfo.environment["QIX_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    print("QIX_SEED=\(seed)")
    return SplitMix(state: seed)
  }

  /// How often a fuzz loop runs: QIX_FUZZ, or a number that takes about a second.
  private func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["QIX_FUZZ"].flatMap { Int($0) } ?? usual
  }

  @Test func commandLines() {
    var random = seeded()
    let program = Sample.program()
    let terminal = TestTerminal()
    var done = 0
    for _ in 0..<count(5_000) {
      let words = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        Self.words.randomElement(using: &random) ?? ""
      }
      let outcome = terminal.run(program, words)
      #expect(Self.documented.contains(outcome.exitCode), "\(words)")
      #expect((outcome.exitCode == 0) == outcome.errors.isEmpty || words.contains("issue"), "\(words): \(outcome)")
      #expect(!outcome.errors.contains("\u{0}"), "\(words)")
      done += outcome.exitCode == 0 ? 1 : 0
    }
    #expect(done * 20 > count(5_000))
  }

  @Test func configFilesAndShellWords() {
    var random = seeded()
    let pieces = [
      "home", "json", "color", "quiet", "disable", ",", "=", " = ", "true", "false", "/x", "\n", "\r\n", "#", " ", "\t",
      "\u{301}",
      "\\",
      "'", "\"", "|", ">", "qix", "",
    ]
    for _ in 0..<count(20_000) {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      do throws(UsageError) {
        _ = try ConfigFile(text, path: "config")
      } catch {
        #expect(error.description.hasPrefix("config, line "), "\(text.debugDescription)")
      }
      _ = ShellWords.firstCommand(of: text, named: "qix")
    }
  }
}
