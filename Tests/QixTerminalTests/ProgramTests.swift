import Foundation
import QixKernel
import QixTerminal
import Testing

@testable import QixCommands

@Suite struct ProgramTests {
  private let terminal = TestTerminal()
  private let issue = ["coins", "issue", "--to", Sample.user, "--amount", "500"]

  @Test(
    arguments: [
      ("failed", 1), ("usage", 2), ("notFound", 3), ("notAllowed", 4), ("conflict", 5), ("refused", 6), ("damaged", 7),
      ("busy", 75), ("interrupted", 130), ("unknown", 1),
    ] as [(String, Int32)])
  func errorsBecomeExitCodes(_ category: String, _ code: Int32) throws {
    let human = terminal.run(Sample.program(), ["fail", category])
    #expect(human.exitCode == code && human.output == "")
    #expect(human.errors.hasPrefix("qix: "))
    #expect(!human.errors.contains("\u{1B}"), "an error must not reach the terminal raw")

    let json = terminal.run(Sample.program(), ["fail", category, "--json"])
    #expect(json.exitCode == code && json.output == "")
    let object = try JSONSerialization.jsonObject(with: Data(json.errors.utf8)) as? [String: [String: Any]]
    let error = try #require(object?["error"])
    #expect(Set(error.keys) == ["code", "message", "hint"])
    #expect(error["code"] as? String == (category == "unknown" ? "failed" : "sample.\(category)"))
    if category == "busy" {
      #expect(human.errors.hasSuffix("\nTry again.\n") && error["hint"] as? String == "Try again.")
    } else {
      #expect(error["hint"] is NSNull)
    }
  }

  @Test(
    arguments: [
      (["bogus"], "qix: 'qix' has no command 'bogus'\nRun `qix --help` to see its commands.\n"),
      (["coin"], "qix: 'qix' has no command 'coin'; did you mean 'coins'?\nRun `qix --help` to see its commands.\n"),
      (
        ["coins", "isue"],
        "qix: 'qix coins' has no command 'isue'; did you mean 'issue'?\n"
          + "It has issue, import; 'qix coins --help' says what they do.\n"
      ),
      (["coins", "iss"], nil),
      // What isn't there has no help.
      (
        ["coin", "--help"],
        "qix: 'qix' has no command 'coin'; did you mean 'coins'?\nRun `qix --help` to see its commands.\n"
      ),
      (["--help", "coins", "isue"], nil), (["bogus", "-h"], nil),
      (
        ["--jsn"],
        "qix: unknown option '--jsn'; did you mean '--json'?\nRun `qix --help` to see its options.\n"
      ),
      (
        ["coins", "issue", "--two", "x"],
        "qix: unknown option '--two'; did you mean '--to'?\nRun `qix coins issue --help` to see its options.\n"
      ),
      (
        ["coins", "issue"],
        "qix: missing --to USER and --amount COINS\nRun `qix coins issue --help` to see what it takes.\n"
      ),
      (
        ["coins", "--color", "alwys"],
        "qix: --color: it must be one of auto, always, never; did you mean 'always'?\n"
      ),
      (["coins", "--json", "--tsv"], nil),
    ] as [([String], String?)])
  func wrongUsageIsExplained(_ words: [String], _ text: String?) {
    let outcome = terminal.run(Sample.program(), words)
    #expect(outcome.exitCode == 2 && outcome.output == "")
    if let text { #expect(outcome.errors == text) }
  }

  /// Who wants no colour, or has none, gets none of an error about the line itself either.
  @Test func errorsOfUsageAreColouredAsAnyOther() {
    func isColoured(_ words: [String], _ environment: [String: String] = [:], isTerminal: Bool = true) -> Bool {
      TestTerminal(isTerminal: isTerminal, environment: environment).run(Sample.program(), words).errors.contains(
        "\u{1B}[")
    }
    for wrong in [
      ["bogus"], ["coins", "issue", "--nope"], ["coins", "--json", "--tsv"], ["coins", "--color", "red"],
    ] {
      let isJSON = wrong.contains("--json")
      #expect(isColoured(wrong) != isJSON, "\(wrong)")
      for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] { #expect(!isColoured(wrong, environment), "\(wrong)") }
      for words in [wrong + ["--color", "never"], ["--color=never"] + wrong, wrong + ["--no-color"]] {
        #expect(!isColoured(words), "\(words)")
      }
      #expect(!isColoured(wrong, isTerminal: false))
      #expect(isColoured(wrong, ["CLICOLOR_FORCE": "1"], isTerminal: false) != isJSON)
    }
    #expect(isColoured(["bogus", "--", "--no-color"]))
  }

  @Test func underJSONEvenABrokenLineAnswersInJSON() {
    let outcome = terminal.run(Sample.program(), ["bogus", "--json"])
    #expect(outcome.errors.hasPrefix(#"{"error":{"code":"usage","message":"'qix' has no command 'bogus'""#))
  }

  @Test func globalsStandAnywhere() {
    let expected = terminal.run(Sample.program(), issue + ["--json", "--quiet"])
    #expect(expected.exitCode == 0 && expected.output.contains("\"amount\": 500"))
    for index in 0...issue.count where index != 3 && index != 5 {
      var words = issue
      words.insert(contentsOf: ["--json", "-q"], at: index)
      #expect(terminal.run(Sample.program(), words) == expected, "\(words)")
    }
  }

  @Test func theContextIsMadeOnlyForACommandThatRuns() {
    struct Made: Error {}
    let program = Sample.program { _ in throw Made() }
    for words in [
      [], ["--help"], ["--version"], ["version"], ["help"], ["coins"], ["man"], ["completions", "bash"],
      ["coins", "issue", "-h"], ["coins", "--version"], ["--version", "--json"],
    ] {
      let outcome = terminal.run(program, words)
      #expect(outcome.exitCode == 0 && outcome.errors == "", "\(words)")
    }
    #expect(terminal.run(program, ["coins", "issue"]).exitCode == 2)
    #expect(terminal.run(program, issue).errors.hasPrefix("qix: Made"))
  }

  @Test func onlyTheParametersOfTheCommandThatRunsAreMade() {
    let program = Program(
      name: "qix", version: "1", summary: "Try",
      nodes: [
        .command(Untouchable.self),
        .group(CommandGroup("wallet", "W", [.command(Untouchable.self), .command(Show.self)])),
      ]
    ) { _ in Sample.context }
    #expect(terminal.run(program, ["wallet", "show", "x"]).output == "x\n")
    #expect(terminal.run(program, ["wallet"]).exitCode == 0)
    #expect(terminal.run(program, ["nonsense"]).exitCode == 2)
  }

  struct Untouchable: Command {
    static let declaration = Declaration("untouchable", "U", roles: .everyone, examples: [])
    init() { preconditionFailure("the parameters were asked for") }
    func run(in context: Context) -> Printed { Printed() }
  }

  @Test func versionInItsForms() {
    #expect(terminal.run(Sample.program(), ["--version"]).output == "qix 1.2.3\n")
    #expect(terminal.run(Sample.program(), ["version"]).output == "qix 1.2.3\n")
    #expect(terminal.run(Sample.program(), ["version", "-q"]).output == "1.2.3\n")
    #expect(terminal.run(Sample.program(), ["version", "--json"]).output.contains("\"version\": \"1.2.3\""))
  }

  @Test func whatWasPrintedStaysWhenTheCommandThrows() {
    let outcome = TestTerminal(input: "12345").run(Sample.program(), ["coins", "import", "-", "--yes"])
    #expect(outcome.output == "5\n" && outcome.exitCode == 6)
    #expect(outcome.errors == "qix: 1 of 2 lines was refused\nMend them and run it again.\n")
  }

  @Test func aTreeWithAMistakeIsFound() {
    func mistake(_ nodes: [CommandNode]) -> String? {
      do throws(CommandTreeError) {
        _ = try CommandTree(program: "qix", version: "1", nodes: nodes)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(mistake(Sample.nodes) == nil)
    #expect(mistake(Sample.nodes + Sample.nodes) == "'qix' has two commands called 'coins'")
    #expect(mistake([.command(Colliding.self)])?.contains("--json") == true)
    #expect(mistake([.group(CommandGroup("Bad name", "x", []))])?.contains("malformed") == true)
    #expect(mistake([.command(Unexampled.self)])?.contains("no example") == true)
    #expect(mistake([.command(Misquoted.self)])?.contains("doesn't parse") == true)
  }

  struct Colliding: Command {
    static let declaration = Declaration(
      "x", "X", roles: .everyone, examples: [Example("qix x", "X")])
    @Flag("json", "J") private var isJSON: Bool
    func run(in context: Context) -> Printed { Printed() }
  }

  struct Unexampled: Command {
    static let declaration = Declaration("x", "X", roles: .everyone, examples: [])
    func run(in context: Context) -> Printed { Printed() }
  }

  struct Misquoted: Command {
    static let declaration = Declaration("x", "X", roles: .everyone, examples: [Example("qix x --nope", "X")])
    func run(in context: Context) -> Printed { Printed() }
  }
}
