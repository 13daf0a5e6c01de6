import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

@Suite struct ParsingTests {
  private struct Try: Command {
    static let declaration = Declaration("x", "Try", roles: .everyone, examples: [])
    @Option("user", short: "u", .text, "A user") var user: String?
    @Option("count", short: "c", .integer(in: 1...9), "A count", default: "3") var count: Int
    @Option("tag", .text, "A tag") var tags: [String]
    @Flag("loud", short: "l", "Loudly") var isLoud: Bool
    @Flag("force", short: "f", "By force") var isForced: Bool
    @Positional("file", .text, "A file") var file: String?
    @Positional("rest", .text, "More") var rest: [String]
    func run(in context: Context) -> Printed { Printed() }
  }

  private struct Brief: Command {
    static let declaration = Declaration("y", "Try", roles: .everyone, examples: [])
    @Flag("brief", taking: "very", "Briefly") var isBrief: Bool
    var isVeryBrief: Bool { $isBrief.hasWord }
    @Positional("file", .text, "A file") var file: String?
    func run(in context: Context) -> Printed { Printed() }
  }

  @Test(arguments: [
    ([], false, false), (["--brief"], true, false), (["--brief=very"], true, true),
    (["--brief=very", "--brief"], true, true), (["--brief", "very"], true, false),
  ])
  func aFlagMayTakeAWord(_ words: [String], isBrief: Bool, isVeryBrief: Bool) throws {
    let values = try Brief.parsing(words)
    #expect(values.isBrief == isBrief && values.isVeryBrief == isVeryBrief)
    for word in ["", "=", "much"] {
      let error = #expect(throws: UsageError.self) { try Brief.parsing(["--brief=\(word)"]) }
      #expect(error?.description == "--brief takes no value except 'very'")
    }
  }

  /// What was parsed, in one line: user, count, tags, flags, file, rest.
  private func summary(_ words: [String]) throws -> String {
    let values = try Try.parsing(words)
    let flags = (values.isLoud ? "l" : "") + (values.isForced ? "f" : "")
    return [
      values.user ?? "-", "\(values.count)", values.tags.joined(separator: ","), flags, values.file ?? "none",
      values.rest.joined(separator: ","),
    ].joined(separator: "|")
  }

  @Test(arguments: [
    ([], "-|3|||none|"),
    (["--user", "a"], "a|3|||none|"),
    (["--user=a"], "a|3|||none|"),
    (["--user=", "--count=4"], "|4|||none|"),
    (["--user=a=b"], "a=b|3|||none|"),
    (["-ua"], "a|3|||none|"),
    (["-u", "a"], "a|3|||none|"),
    (["-lf"], "-|3||lf|none|"),
    (["-lfua"], "a|3||lf|none|"),
    (["-lu", "a", "b"], "a|3||l|b|"),
    (["--tag", "1", "--tag=2", "--tag", "--tag"], "-|3|1,2,--tag||none|"),
    (["f", "--loud", "g", "-f", "h"], "-|3||lf|f|g,h"),
    (["--", "--loud", "-f"], "-|3|||--loud|-f"),
    (["-", "--loud", "-"], "-|3||l|-|-"),
    (["--user", "--"], "--|3|||none|"),
    (["--user", "--", "--", "--"], "--|3|||--|"),
    (["--loud", "--loud"], "-|3||l|none|"),
    (["--user", "🙂é"], "🙂é|3|||none|"),
    (["--user=\u{301}x"], "\u{301}x|3|||none|"),
  ])
  func reads(_ words: [String], _ expected: String) throws {
    #expect(try summary(words) == expected)
  }

  @Test(arguments: [
    (["--user"], "--user needs a value"),
    (["-u"], "--user needs a value"),
    (["--user", "a", "--user=b"], "--user is given twice"),
    (["-ua", "--user", "a"], "--user is given twice"),
    (["--loud=1"], "--loud takes no value"),
    (["--loud="], "--loud takes no value"),
    (["--lou"], "unknown option '--lou'; did you mean '--loud'?"),
    (["--use", "a"], "unknown option '--use'; did you mean '--user'?"),
    (["--zzzzzz"], "unknown option '--zzzzzz'"),
    (["---user"], "unknown option '---user'; did you mean '--user'?"),
    (["-x"], "unknown option '-x'"),
    (["-lx"], "unknown option '-x'"),
    (["--=a"], "unknown option '--'"),
    (["--count", "10"], "--count: the number must be from 1 to 9"),
    (["--count", "-1"], "--count: the number must be from 1 to 9"),
    (["--count", "+1"], "--count: a whole number in plain digits is needed, such as 42"),
    (["--count="], "--count: the number is empty"),
    (["--count", "99999999999999999999"], "--count: the number must be from 1 to 9"),
  ])
  func refuses(_ words: [String], _ sentence: String) throws {
    let error = #expect(throws: UsageError.self) { try Try.parsing(words) }
    #expect(error?.description == sentence)
  }

  @Test func whatIsRequiredIsNamed() {
    let error = #expect(throws: UsageError.self) { try Issue.parsing([]) }
    #expect(error?.description == "missing --to USER and --amount COINS")
    let positional = #expect(throws: UsageError.self) { try Show.parsing([]) }
    #expect(positional?.description == "missing USER")
    let surplus = #expect(throws: UsageError.self) { try Show.parsing(["a", "b"]) }
    #expect(surplus?.description == "'show' takes nothing more after USER")
  }

  private struct Take: Command {
    static let declaration = Declaration(
      "take", "Take a pin.", roles: .everyone, examples: [Example("qix take ada", "asks")])
    @Positional("user", .text, "who") private var user: String
    private let pin = SecretOption(SecretInput("pin", "the pin"))
    func run(in context: Context) -> Printed { Printed() }
  }

  /// It may be a secret or personal.
  @Test func whatIsTooMuchIsNotRepeated() {
    let error = #expect(throws: UsageError.self) { try Take.parsing(["ada", "hunter2"]) }
    #expect(error?.description.contains("hunter2") == false && error?.hint?.contains("hunter2") == false)
    #expect(error?.hint?.contains("--pin-file FILE") == true && error?.hint?.contains("--pin-fd N") == true)
  }

  /// A parameter says what its value is; where a command line reads it from is the terminal's to say.
  @Test func helpSaysWhereAValueIsReadFrom() {
    let pin = Take.forms.filter { $0.secret != nil }
    #expect(pin.map(\.meaning) == ["The pin", "The pin"])
    #expect(
      pin.map { UsageLine.meaning($0) } == [
        "Read the pin from descriptor N", "Read the pin from a file, or - for standard input",
      ])
    #expect(Import.forms.first.map { UsageLine.meaning($0) } == "A file of lines; - is standard input")
    #expect(UsageLine.meaning(GlobalParameters.tokenFile).hasPrefix("Act with the token in this file ("))
  }

  @Test func requireNamesWhatOneFormOfACommandNeeds() throws {
    let none = try Try.parsing([]), some = try Try.parsing(["--user=x"])
    let error = #expect(throws: UsageError.self) { try none.$user.require(none.user) }
    #expect(error?.description == "missing --user TEXT")
    #expect(try some.$user.require(some.user) == "x")
  }

  @Test func changesTakeTheStandardParameters() throws {
    _ = try Import.parsing(["f", "--dry-run", "--reason", "why"])
    #expect(throws: UsageError.self) { try Show.parsing(["a", "--dry-run"]) }
  }
}
