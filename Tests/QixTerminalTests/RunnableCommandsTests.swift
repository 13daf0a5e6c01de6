import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Hints send nobody to commands that they may not run.
@Suite struct RunnableCommandsTests {
  private struct Everybodys: Command {
    static let declaration = Declaration(
      "show", "Shows.", roles: [.operator, .integrator], examples: [Example("qix thing show", "one")])
    func run(in context: Context) -> Printed { Printed() }
  }

  private struct Operators: Command {
    static let declaration = Declaration(
      "list", "Lists.", roles: [.operator], examples: [Example("qix thing list", "all")])
    func run(in context: Context) -> Printed { Printed() }
  }

  private func hint(_ text: Sentence, for role: Role, after failed: [String]? = nil) throws -> String? {
    let tree = try CommandTree(
      program: "qix", version: "0", summary: "Test.",
      nodes: [.group(CommandGroup("thing", "Things.", [.command(Everybodys.self), .command(Operators.self)]))])
    let line = failed.map { words in RunnableCommands.Line(path: ["qix"] + words.prefix(2)) { words } }
    let commands = RunnableCommands(tree: tree, principal: Principal(name: "token:t", role: role), failed: line)
    return Teller(PlainPhrasing(), nil, naming: commands).advice(text)
  }

  /// Nobody is sent to what has just failed.
  @Test(
    arguments: [
      ("`qix thing list` shows them.", ["thing", "list"], nil),
      ("`qix thing show NAME` shows one. Fix the name.", ["thing", "show", "x"], "Fix the name."),
      // Another line of the same command is another matter, and so is a second try.
      ("`qix thing list` shows all.", ["thing", "list", "--brand", "x"], "`qix thing list` shows all."),
      ("`qix thing show y` shows that.", ["thing", "show", "x"], "`qix thing show y` shows that."),
      ("`qix thing list --all` shows them.", ["thing", "list"], "`qix thing list --all` shows them."),
      ("Then run \(always: "qix thing list") again.", ["thing", "list"], "Then run `qix thing list` again."),
      ("`qix thing show x` shows it.", ["thing", "list"], "`qix thing show x` shows it."),
      // A module that is switched off has no commands.
      ("`qix gone list` shows them.", ["thing", "list"], nil),
      ("Run `qix --help`, or `qix thing`.", ["thing", "list"], "Run `qix --help`, or `qix thing`."),
    ] as [(Sentence, [String], String?)])
  func theLineThatFailedIsLeftOut(_ text: Sentence, _ failed: [String], _ left: String?) throws {
    #expect(try hint(text, for: .operator, after: failed) == left)
  }

  @Test(
    arguments: [
      ("See which there are with `qix thing list`.", nil),
      (
        "See which there are with `qix thing list`. Look at this one with `qix thing show x`.",
        "Look at this one with `qix thing show x`."
      ),
      ("Add --campaign NAME. `qix thing list` shows which there are.", "Add --campaign NAME."),
      ("Ask an operator to run \(always: "qix thing list").", "Ask an operator to run `qix thing list`."),
      ("`qix thing list` shows it. Run it again; then `qix thing show x`.", "Run it again; then `qix thing show x`."),
      // Only words of ours are looked at: a value names no command.
      ("'\("`qix thing list`. And more")' is not a name.", "'`qix thing list`. And more' is not a name."),
      ("Use another `key; or. none`, and `sqlite3 list`.", "Use another `key; or. none`, and `sqlite3 list`."),
      ("No full stop: `qix thing show`", "No full stop: `qix thing show`"),
    ] as [(Sentence, String?)])
  func sentencesWithOthersCommandsAreLeftOut(_ text: Sentence, _ left: String?) throws {
    #expect(try hint(text, for: .integrator) == left)
    #expect(try hint(text, for: .operator) == text.description)
  }
}
