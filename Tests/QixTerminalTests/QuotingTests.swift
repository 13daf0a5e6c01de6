import QixKernel
import QixTesting
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Declarations whose texts are hostile to every format they are written into.
@Suite struct QuotingTests {
  private static let awkward = "'; echo pwned; '\u{301} \"$(echo pwned)\" `echo pwned` \\ \\fB .TH [a]:b %s"
  private static let help = Sentence(text: awkward)

  struct Awkward: Command {
    static let declaration = Declaration(
      "awkward", QuotingTests.help, roles: .everyone,
      discussion: ".so /etc/passwd\n'so /etc/passwd\n\n\(QuotingTests.awkward)",
      examples: [Example("qix awkward x", QuotingTests.help)])
    @Option("pick", .choice(["it's", "$HOME", "a b", "\u{301}", "`x`"]), QuotingTests.help) private var pick: String?
    @Positional("which", .choice([QuotingTests.awkward]), QuotingTests.help) private var which: String
    func run(in context: Context) -> Printed { Printed() }
  }

  private let program = Program(name: "qix", version: "1", summary: help, nodes: [.command(Awkward.self)]) { _ in
    Sample.context
  }

  @Test(.needs(.program("bash"))) func bashSourcesAndOffersItVerbatim() throws {
    let script =
      TestTerminal().run(program, ["completions", "bash"]).output + """

        COMP_WORDS=(qix awkward --pick '')
        COMP_CWORD=3
        _qix
        printf '%s\\n' "${COMPREPLY[@]}"
        eval "printf '<%s>\\n' ${COMPREPLY[*]}"
        """
    let result = try Tool("bash")(["--norc", "/dev/stdin"], input: script)
    #expect(result.exitCode == 0 && result.errors == "")
    #expect(result.output.hasSuffix("<it's>\n<$HOME>\n<a b>\n<\u{301}>\n<`x`>\n"), "\(result.output)")
    #expect(!result.output.contains("pwned"))
  }

  @Test(.needs(.program("groff", package: "groff-base"))) func groffPrintsItVerbatim() throws {
    let page = TestTerminal().run(program, ["man", "awkward"]).output
    let result = try groff(page)
    #expect(result.errors == "" && !result.output.contains("root:"))
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("`echo pwned` \\ \\fB .TH [a]:b %s"))
    #expect(words.contains(".so /etc/passwd 'so /etc/passwd"))
  }
}

extension QuotingTests {
  /// Words of a line that can be pasted into a shell.
  @Test(arguments: [
    ("--since", "--since"), ("2027-06-30T12:00:00Z", "2027-06-30T12:00:00Z"), ("last month", "'last month'"),
    ("it's", #"'it'\''s'"#), ("", "''"), ("trf_…7h3k2m", "trf_…7h3k2m"), ("$HOME", "'$HOME'"), ("a`b", "'a`b'"),
  ])
  func wordsAreQuotedWhereTheyNeedIt(_ word: String, _ quoted: String) {
    #expect(ShellTables.word(word) == quoted)
  }
}
