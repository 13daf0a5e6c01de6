import CampaignsContract
import CoinsContract
import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Campaigns

/// What people and programs see.
@Suite struct PageTests {
  private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()

  private func golden(_ text: String, _ name: String) throws {
    try expectGolden(text, name, file: "\(Self.folder)/x")
  }

  @Test func pagesAreAsRecorded() throws {
    try Stage.with([ActivityModule.self]) { stage in
      try stage.done("segment create loyal")
      try stage.done(["campaign", "create", "--file", "-"], input: Stage.description.text())
      try stage.make("winter", "--cap-wins 10 --award jackpot:100:1:5000:400")
      try stage.done("campaign fund spring --amount 5000")
      for (line, name) in [
        ("campaign show spring", "show.txt"), ("campaign show spring --json", "show.json"),
        ("campaign show spring --file -", "spring.json"), ("campaign list", "list.txt"),
        ("campaign list --json", "list.json"),
        ("campaign rules winter --cap-wins 12 --dry-run", "rules.txt"), ("campaign report spring", "report.txt"),
        ("campaign report spring --json", "report.json"), ("campaign report spring --tsv", "report.tsv"),
        ("campaign report spring --svg -", "report.svg"),
        ("campaign simulate spring --users 200 --seed 7 --days 20", "simulate.txt"),
        ("campaign simulate spring --users 200 --seed 7 --days 20 --json", "simulate.json"),
        ("segment list", "segments.txt"), ("segment show loyal --json", "segment.json"),
      ] { try golden(try stage.done(line).output, name) }
    }
  }

  @Test func listsAreFiltered() throws {
    try Stage.with { stage in
      for name in ["a", "b", "c", "d"] {
        try stage.make(name)
        stage.home.clock.advance(byMicroseconds: 1_000)
      }
      try stage.done("campaign start b")
      try stage.done("campaign rules c --brand Beta --shake bell,fussy --set fussy.schedule=here")
      try stage.done("campaign schedule d --start 2027-03-01 --end 2027-04-01")
      func names(_ filter: String) throws -> [String] {
        try stage.done("campaign list --quiet \(filter)").output.split(separator: "\n").map(String.init)
      }
      #expect(try names("") == ["d", "c", "b", "a"])
      #expect(try names("--state running") == ["b"])
      #expect(try names("--brand Beta") == ["c"])
      #expect(try names("--type fussy") == ["c"])
      try stage.refused("campaign list --type tv", 3, "campaigns.type-not-found")
      #expect(try names("--at 2027-03-15") == ["d"])
      let first = try stage.done("campaign list --limit 3 --json")
      let page = try JSONValue(parsing: first.output)
      #expect(page["more"] == true && page["campaigns"]?.array?.count == 3)
      #expect(try names("--limit 3 --after \(try #require(page["next"]?.string))") == ["a"])
      #expect(try names("--limit 1 --type bell --brand Beta") == ["c"])
    }
  }

  @Test func aFileIsWritten() throws {
    try Stage.with { stage in
      try stage.make()
      let path = "\(stage.home.path)/spring.json"
      try stage.done("campaign show spring --file \(path)")
      try stage.done("campaign create again --file \(path)")
      // What was changed by hand since is not lost.
      try stage.refused("campaign show spring --file \(path)", 5, "storage.file-exists")
      try stage.done("campaign show spring --file \(path) --force")
      try stage.done("campaign simulate spring --svg \(path)")
      let missing = try stage.home.qix("campaign show spring --file \(stage.home.path)/no/folder.json --json")
      #expect(missing.exitCode == 1 && missing.errors.contains("storage.file"))
    }
  }

  /// A copy has the rules, not the budget and not what was won; options take the place of what they say.
  @Test func aCampaignIsCopied() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.done("campaign fund spring --amount 50")
      let path = "\(stage.home.path)/spring.json"
      try stage.done("campaign show spring --file \(path)")
      try stage.done("campaign copy spring summer --dry-run")
      try stage.refused("campaign show summer", 3, "campaigns.not-found")
      try stage.done("campaign copy spring summer")
      let copy = try stage.done("campaign show summer --file -").output
      let original = try String(contentsOfFile: path, encoding: .utf8)
      #expect(copy == original.replacingOccurrences(of: "\"spring\"", with: "\"summer\""))
      let shown = try JSONValue(parsing: try stage.done("campaign show summer --json").output)
      #expect(shown["state"] == "draft" && shown["budget"]?["balance"] == 0)
      try stage.done("campaign copy spring autumn --start 2027-09-01 --end 2027-09-30 --brand Other --cap-wins 7")
      let other = try JSONValue(parsing: try stage.done("campaign show autumn --json").output)
      #expect(other["brand"] == "Other" && other["caps"]?["wins"] == 7)
      #expect(other["start"]?.string?.hasPrefix("2027-0") == true && other["start"] != shown["start"])
      try stage.refused("campaign copy spring summer", 5, "campaigns.name-taken")
      try stage.refused("campaign copy nowhere summer2", 3, "campaigns.not-found")
    }
  }

  /// A period is given in the words that any option of a time takes, by the days of the campaign's own zone.
  @Test func aPeriodIsGivenInWords() throws {
    try Stage.with { stage in
      stage.home.clock.set(Stage.now)
      try stage.make()
      try stage.done(["campaign", "copy", "spring", "words", "--start", "tomorrow", "--end", "next month"])
      let words = try stage.campaign("words")
      #expect(words.start == Timestamp("2027-01-15T23:00:00Z") && words.end == Timestamp("2027-02-28T23:00:00Z"))
      try stage.done(["campaign", "schedule", "words", "--start", "24h", "--end", "P10D"])
      let lengths = try stage.campaign("words")
      #expect(lengths.start == Timestamp("2027-01-16T08:00:00Z") && lengths.end == Timestamp("2027-01-25T08:00:00Z"))
      // A description is read again years later, so it knows none of them.
      try stage.refused("campaign schedule words --end someday", 2, "campaigns.faulty")
    }
  }

  /// Options that name no zone mean the days of the line's, or of the installation.
  @Test func daysOfOptionsAreOfTheInstallationsZone() throws {
    try Stage.with { stage in
      stage.home.clock.set(Stage.now)
      let options = "--brand A --title T --award fixed:1 --start today"
      try stage.refused("campaign create spring \(options) --end tomorrow", 2, "campaigns.faulty")
      try stage.done("setting set upkeep.time-zone Europe/Rome")
      try stage.done("campaign create spring \(options) --expires tomorrow --end today")
      let spring = try stage.campaign()
      #expect(spring.timeZone == "Europe/Rome" && spring.start == Timestamp("2027-01-14T23:00:00Z"))
      #expect(spring.end == Timestamp("2027-01-15T23:00:00Z"))
      #expect(spring.expires == .at(try #require(Timestamp("2027-01-16T23:00:00Z"))))
      try stage.done("campaign create summer \(options) --end tomorrow --expires P12M --zone America/New_York")
      let summer = try stage.campaign("summer")
      #expect(summer.timeZone == "America/New_York" && summer.end == Timestamp("2027-01-17T05:00:00Z"))
      #expect(summer.expires == .after(Period(months: 12)))
      try stage.done("campaign create autumn \(options) --end tomorrow --time-zone UTC")
      #expect(try stage.campaign("autumn").end == Timestamp("2027-01-17T00:00:00Z"))
    }
  }

  /// Files as they come from Windows, and the mistakes with them.
  @Test func aFileIsNamedByItsFault() throws {
    try Stage.with { stage in
      try stage.done("segment create loyal")
      let marked = "\u{FEFF}" + Stage.description.text()
      try stage.done(["campaign", "create", "--file", "-"], input: marked)
      for text in ["", " \n", "{\"name\":"] {
        let outcome = try stage.home.qix(["campaign", "create", "--file", "-", "--json"], input: text)
        #expect(outcome.exitCode == 2 && outcome.errors.contains("json.malformed"))
        #expect(outcome.errors.contains("standard input"), "\(outcome.errors)")
      }
      let long = try stage.home.qix(
        ["campaign", "create", "--file", "-", "--json"], input: String(repeating: " ", count: 1 << 21))
      #expect(long.exitCode == 2 && long.errors.contains("standard input is longer than 1 MiB"))
    }
  }

  /// Nobody is sent to start what can't be started.
  @Test func aDraftWhosePeriodIsOverIsToldOf() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.done("campaign schedule spring --start 2026-01-01 --end 2026-02-01")
      let funded = try stage.done("campaign fund spring --amount 5")
      #expect(funded.errors.contains("campaign schedule spring") && !funded.errors.contains("campaign start"))
    }
  }

  @Test func aReportNeedsWhoeverRunsShakes() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.refused("campaign report spring", 1, "campaigns.no-activity")
    }
  }

  @Test func wrongUseIsToldInWords() throws {
    try Stage.with { stage in
      try stage.refused("campaign create", 2, "usage")
      try stage.refused("campaign create spring --file x.json --brand A", 2, "usage")
      try stage.refused("campaign create --file /nowhere/x.json", 3, "input.missing")
      try stage.refused("campaign simulate", 2, "usage")
      try stage.refused("campaign simulate spring --users 5000000 --shakes-per-user 1000", 2, "usage")
      try stage.refused("campaign simulate spring --values 9-1", 2, "usage")
      try stage.refused("campaign simulate spring --shakes-per-user 0", 2, "usage")
    }
  }

  /// The order in which a shake that fits several campaigns finds them.
  @Test func runningOnesComeByPriorityThenEndThenAge() throws {
    try Stage.with { stage in
      try stage.make("long")
      try stage.make("older", "--award fixed:1")
      try stage.make("first", "--priority 5")
      try stage.make("draft", "--priority 9")
      try stage.done("campaign schedule long --end 2027-05-01")
      for name in ["long", "older", "first"] { try stage.done("campaign start \(name)") }
      let names = try stage.home.unchecked.read { try Directory().running(in: $0) }.map(\.name)
      #expect(names == ["first", "older", "long"])
    }
  }
}
