import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Directives

/// `qix directive add|list|show|remove|test`
@Suite struct DirectiveCommandTests {
  /// Runs a command that must do its work, for its JSON.
  static func json(_ home: TestHome, _ words: [String], input: String = "") throws -> JSONValue {
    let outcome = try home.qix(words + ["--json"], input: input)
    try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    return try JSONValue(parsing: outcome.output)
  }

  static func code(_ outcome: TestTerminal.Outcome) -> String? {
    (try? JSONValue(parsing: outcome.errors))?["error"]?["code"]?.string
  }

  /// Adds one that says that there is nothing, which needs no campaign.
  private func add(_ home: TestHome, _ name: String, _ words: String = "") throws {
    let more = words.split(separator: " ").map(String.init)
    _ = try Self.json(home, ["directive", "add", name, "--nothing", "not now"] + more)
  }

  private func holding(_ home: TestHome, _ words: String) throws -> String? {
    try Self.json(home, ["directive", "test"] + words.split(separator: " ").map(String.init))["directive"]?.string
  }

  @Test func theBestOneHoldsAndTheOthersSayWhyNot() throws {
    try TestHome.initialised { home in
      try add(home, "everywhere")
      try add(home, "acme", "--link-prefix qix://acme/")
      try add(home, "summer", "--link qix://acme/summer --until 2027-06-30")
      try add(home, "pros", "--place milan --mode pro")
      try add(home, "nights", "--hours 22:00-06:00 --zone Europe/Rome --priority 5")
      #expect(try holding(home, "") == "everywhere")
      #expect(try holding(home, "--link qix://acme/winter") == "acme")
      #expect(try holding(home, "--link qix://acme/summer") == "summer")
      #expect(try holding(home, "--link qix://acme/summer --at 2027-07-01T12:00:00Z") == "acme")
      #expect(try holding(home, "--place milan --mode pro") == "pros")
      #expect(try holding(home, "--place milan --at 2027-01-15T23:30:00+01:00") == "nights")

      let answer = try Self.json(home, ["directive", "test", "--place", "milan"])
      let codes = (answer["directives"]?.array ?? []).map { ($0["directive"]?.string, $0["code"]?.string) }
      #expect(codes.map(\.0) == ["nights", "summer", "pros", "acme", "everywhere"])
      #expect(codes.map(\.1) == ["hours", "link", "mode", "link", nil])
      let outranked = try Self.json(home, ["directive", "test", "--link", "qix://acme/summer"])
      #expect(outranked["directives"]?.array?.last?["code"] == "outranked")
    }
  }

  /// Conditions are about a user: without one they don't match, and the answer says why.
  @Test func conditionsAskAboutAUser() throws {
    try TestHome.initialised { home in
      for user in ["ada", "ben"] { try home.done("user create --external-id \(user)") }
      try home.done("badge create founder --by-hand")
      try home.done("badge award founder --user ada --reason test")
      try add(home, "founders", "--condition badge:founder")
      #expect(try holding(home, "--user ada") == "founders")
      #expect(try holding(home, "--user ben") == nil)
      let answer = try Self.json(home, ["directive", "test", "--user", "ben"])
      #expect(answer["directives"]?.array?.first?["code"] == "condition")
      #expect(try holding(home, "") == nil)
      #expect(try home.qix("directive test").errors.contains("without --user"))
      #expect(try !home.qix("directive test --user ben").errors.contains("without --user"))
    }
  }

  /// One that names something which does not exist is kept, and warned of.
  @Test func aConditionOfNothingIsWarnedOf() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix(["directive", "add", "a", "--nothing", "x", "--condition", "badge:none"])
      #expect(outcome.exitCode == 0 && outcome.errors.contains("'none'"), "\(outcome.errors)")
      let written = try Self.json(home, ["directive", "show", "a"])["json"]?.string
      #expect(written?.contains(#""conditions":["badge:none"]"#) == true, "\(written ?? "")")
      let bad = try home.qix(["directive", "add", "b", "--nothing", "x", "--condition", "gold"])
      #expect(bad.exitCode == 2 && bad.errors.contains("--condition: 'gold' is not a condition"), "\(bad.errors)")
    }
  }

  @Test func theyAreShownReplacedAndRemoved() throws {
    try TestHome.initialised { home in
      try add(home, "a", "--place milan")
      let again = try home.qix(["directive", "add", "a", "--nothing", "x", "--json"])
      #expect(again.exitCode == 5 && Self.code(again) == "shakes.directive-exists")
      try add(home, "a", "--place rome --replace")
      let shown = try Self.json(home, ["directive", "show", "a"])
      #expect(shown["state"] == "in-force" && shown["rank"] == 1)
      let written = try JSONValue(parsing: try #require(shown["json"]?.string))
      #expect(written["when"]?["place"] == "rome")

      let before = try home.contents()
      _ = try Self.json(home, ["directive", "remove", "a", "--dry-run"])
      #expect(try home.contents() == before)
      _ = try Self.json(home, ["directive", "remove", "a", "--reason", "over"])
      #expect(try home.qix("directive show a").exitCode == 3)
      #expect(try home.qix("directive remove a").exitCode == 3)
      let actions = try home.database.read { connection in
        try connection.rows("SELECT action FROM qix_audit WHERE action LIKE 'shakes.%' ORDER BY entry") { $0.text(0) }
      }
      #expect(actions == ["shakes.directive-add", "shakes.directive-add", "shakes.directive-remove"])
    }
  }

  @Test func aFileIsTakenWholeOrNotAtAll() throws {
    try TestHome.initialised { home in
      func file(_ directives: String) -> String { #"{"schema":"qix.directives/1","directives":[\#(directives)]}"# }
      let good = #"{"name":"a","do":{"nothing":"no"}}"#
      let bad = try home.qix(
        ["directive", "add", "--file", "-", "--json"],
        input: file(good + #",{"name":"b","when":{"mode":"vip","link":""},"do":{}}"#))
      #expect(bad.exitCode == 2 && Self.code(bad) == "shakes.directive-malformed")
      for place in ["directives[1].when.mode", "directives[1].when.link", "directives[1].do"] {
        #expect(bad.errors.contains(place))
      }
      #expect(try home.count("directives_directives") == 0)
      let dry = try home.qix(["directive", "add", "--file", "-", "--dry-run"], input: file(good))
      #expect(dry.exitCode == 0)
      #expect(try home.count("directives_directives") == 0)
      let added = try Self.json(home, ["directive", "add", "--file", "-"], input: file(good))
      #expect(added["added"] == 1)
      let clash = try home.qix(
        ["directive", "add", "--file", "-"], input: file(#"{"name":"new","do":{"nothing":"no"}},"# + good))
      #expect(clash.exitCode == 5)
      #expect(try home.count("directives_directives") == 1)
    }
  }

  static let slips: [([String], Int32)] = [
    (["directive", "add"], 2), (["directive", "add", "a"], 2), (["directive", "add", "A", "--nothing", "x"], 2),
    (["directive", "add", "a", "--file", "x"], 2), (["directive", "add", "--file", "/nowhere/x.json"], 3),
    (["directive", "add", "--file", "-", "--campaign", "c"], 2),
    (["directive", "add", "a", "--nothing", "x", "--hours", "18:00"], 2),
    (["directive", "add", "a", "--nothing", "x", "--hours", "18:00-20:00"], 2),
    (["directive", "add", "a", "--nothing", "x", "--days", "sat"], 2),
    (["directive", "add", "a", "--nothing", "x", "--campaign", "c"], 2),
    (["directive", "add", "a", "--campaign", "c", "--hint", "h"], 2), (["directive", "show", "a"], 3),
    (["directive", "remove", "agency/a"], 3), (["directive", "test", "--user", "nobody"], 3),
    (["directive", "list", "--source", "nowhere"], 3), (["directive", "fetch", "nowhere"], 3),
  ]

  @Test(arguments: slips)
  func badInputIsRefusedInWords(_ words: [String], _ exitCode: Int32) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix(words + ["--json"])
      #expect(outcome.exitCode == exitCode, "\(words): \(outcome.errors)")
      #expect(try home.count("directives_directives") == 0)
    }
  }

  @Test func aSlipInANameIsWarnedOf() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("directive add a --type nosuchtype")
      #expect(outcome.exitCode == 0 && outcome.errors.contains("nosuchtype"))
      let listed = try Self.json(home, ["directive", "list"])
      #expect(listed["directives"]?.array?.first?["state"] == "no-type")
      #expect(try holding(home, "") == nil)
    }
  }
}
