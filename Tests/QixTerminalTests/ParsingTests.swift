import QixKernel
import QixTerminal
import Testing

@Suite struct ParsingTests {
  private static let user = OldOption("user", short: "u", .text, "A user")
  private static let count = OldOption("count", short: "c", .integer(in: 1...9), "A count", default: "3")
  private static let tag = OldRepeatedOption("tag", .text, "A tag")
  private static let loud = OldFlag("loud", short: "l", "Loudly")
  private static let force = OldFlag("force", short: "f", "By force")
  private static let file = OldPositional("file", .text, "A file", isRequired: false)
  private static let rest = OldRepeatedPositional("rest", .text, "More")
  private static let declaration = Declaration(
    "x", "Try", roles: .everyone, parameters: [user, count, tag, loud, force, file, rest], examples: [])

  private func parse(_ words: [String]) throws -> Arguments { try Arguments(words, for: Self.declaration) }

  /// What was parsed, in one line: user, count, tags, flags, file, rest.
  private func summary(_ words: [String]) throws -> String {
    let values = try parse(words)
    let flags = (values[Self.loud] ? "l" : "") + (values[Self.force] ? "f" : "")
    return [
      values[Self.user] ?? "-", "\(values[Self.count] ?? 0)", values[Self.tag].joined(separator: ","), flags,
      values[Self.file] ?? "none", values[Self.rest].joined(separator: ","),
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
    let error = #expect(throws: UsageError.self) { try parse(words) }
    #expect(error?.description == sentence)
  }

  @Test func whatIsRequiredIsNamed() {
    let error = #expect(throws: UsageError.self) { try Arguments([], for: Issue.declaration) }
    #expect(error?.description == "missing --to USER and --amount COINS")
    let positional = #expect(throws: UsageError.self) { try Arguments([], for: Show.declaration) }
    #expect(positional?.description == "missing USER")
    let surplus = #expect(throws: UsageError.self) { try Arguments(["a", "b"], for: Show.declaration) }
    #expect(surplus?.description == "'show' takes nothing more behind USER")
  }

  /// It may be a secret or personal.
  @Test func whatIsTooMuchIsNotRepeated() {
    let secret = SecretInput("pin", "the pin")
    let take = Declaration(
      "take", "Take a pin.", roles: .everyone, parameters: [OldPositional("user", .text, "who")] + secret.parameters,
      examples: [Example("qix take ada", "asks")])
    let error = #expect(throws: UsageError.self) { try Arguments(["ada", "hunter2"], for: take) }
    #expect(error?.description.contains("hunter2") == false && error?.hint?.contains("hunter2") == false)
    #expect(error?.hint?.contains("--pin-file FILE") == true && error?.hint?.contains("--pin-fd N") == true)
  }

  @Test func requireNamesWhatOneFormOfACommandNeeds() throws {
    let error = #expect(throws: UsageError.self) { try parse([]).require(Self.user) }
    #expect(error?.description == "missing --user TEXT")
    #expect(try parse(["--user=x"]).require(Self.user) == "x")
  }

  @Test func changesTakeTheStandardParameters() throws {
    let arguments = try Arguments(["f", "--dry-run", "--reason", "why"], for: Import.declaration)
    #expect(arguments.isDryRun && arguments.reason == "why")
    #expect(throws: UsageError.self) { try Arguments(["a", "--dry-run"], for: Show.declaration) }
  }
}
