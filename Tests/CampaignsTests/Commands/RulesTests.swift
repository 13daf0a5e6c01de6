import CampaignsContract
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Campaigns

@Suite struct RulesTests {
  /// What a campaign that has begun may still become: from these rules, by these options.
  private static let rules = """
    --cap-attempts-per-user 5 --cap-coins-per-user 500 --cooldown PT30S --per-minute 3 --users-per-device 2 \
    --minimum-mode signed --segment loyal --expires P6M --condition segment:others --multiplier tier
    """

  @Test(arguments: [
    ("--title Summer", true), ("--brand Beta", true),
    ("--picture https://a.example/a.jpg", true), ("--priority 4", true), ("--cap-attempts-per-user 6", true),
    ("--cap-attempts-per-user none", true), ("--cap-attempts-per-user 4", false), ("--cap-wins 1000000", false),
    ("--cap-coins-per-user 501", true), ("--cap-coins-per-user 499", false), ("--cooldown PT29S", true),
    ("--cooldown none", true), ("--cooldown PT31S", false), ("--per-minute none", true), ("--per-minute 2", false),
    ("--users-per-device 3", true), ("--users-per-device 1", false), ("--minimum-mode trial", true),
    ("--minimum-mode pro", false), ("--segment none", true), ("--segment others", false), ("--condition none", true),
    ("--condition segment:others", true), ("--condition segment:others --condition segment:loyal", false),
    ("--multiplier none", false), ("--expires none", true),
    ("--expires P7M", true), ("--expires P5M", false), ("--expires P200D", false), ("--award fixed:11", false),
    ("--time-zone UTC", false), ("--shake bell,fussy --set fussy.schedule=here", true),
    ("--shake fussy --set fussy.schedule=x", false),
    ("--set bell.tone=low", false), ("--shake none", false),
  ]) func onceBegunNobodyIsHurt(_ options: String, _ isAllowed: Bool) throws {
    try Stage.with { stage in
      try stage.home.makeVault()
      try stage.done("segment create loyal")
      try stage.done("segment create others")
      try stage.make("spring", Self.rules)
      try stage.make("draft", Self.rules)
      try stage.done("campaign start spring")
      try stage.done("campaign rules draft \(options)")
      if isAllowed {
        try stage.done("campaign rules spring \(options)")
        let (one, other) = (try stage.campaign("spring"), try stage.campaign("draft"))
        #expect(one.caps == other.caps && one.pace == other.pace && one.audience == other.audience)
        #expect(
          one.types == other.types && one.title == other.title && one.picture == other.picture
            && one.expires == other.expires)
      } else {
        try stage.refused("campaign rules spring \(options)", 6, "campaigns.fixed-while-running")
      }
    }
  }

  @Test func aMultiplierCanComeLater() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.done("campaign start spring")
      try stage.done("campaign rules spring --multiplier tier")
      #expect(try stage.campaign().multiplier == "tier")
      try stage.refused("campaign rules spring --multiplier none", 6, "campaigns.fixed-while-running")
      // What it costs more isn't foretold, so it is said.
      let simulated = try stage.done("campaign simulate spring --users 10 --json")
      #expect(simulated.errors.contains("tier"))
      #expect(try JSONValue(parsing: simulated.output)["not_simulated"] == ["multiplier"])
    }
  }

  /// What a condition names may be gone by the time the campaign starts.
  @Test func conditionsAreCheckedOnceMoreAtTheStart() throws {
    try Stage.with { stage in
      try stage.done("tier create gold --from 100")
      try stage.make("spring", "--condition tier:gold")
      try stage.done("tier remove gold --confirm gold")
      try stage.refused("campaign start spring", 2, "campaigns.faulty")
      try stage.done("campaign rules spring --condition none")
      #expect(try stage.campaign().audience.conditions == [])
      try stage.done("campaign start spring")
    }
  }

  @Test func aSegmentThatAConditionAsksForStays() throws {
    try Stage.with { stage in
      try stage.done("segment create loyal")
      try stage.make("spring", "--condition segment:loyal")
      try stage.refused("segment remove loyal --confirm loyal", 5, "campaigns.segment-in-use")
      try stage.done("campaign rules spring --condition none")
      try stage.done("segment remove loyal --confirm loyal")
    }
  }

  @Test func changesAreShownAndWrittenDown() throws {
    try Stage.with { stage in
      try stage.make("spring", "--cap-wins 5")
      let outcome = try stage.done([
        "campaign", "rules", "spring", "--cap-wins", "7", "--title", "Late spring", "--reason", "more stock", "--json",
      ])
      let changes = try #require(try JSONValue(parsing: outcome.output)["changes"]?.array)
      #expect(
        changes == [
          ["rule": "title", "before": "Spring", "now": "Late spring"],
          ["rule": "caps/wins", "before": "5", "now": "7"],
        ])
      let entry = try #require(try stage.lastEntry())
      #expect(entry.action == "campaigns.rules" && entry.reason == "more stock")
      #expect(entry.subject == "spring: title Spring to Late spring; caps/wins 5 to 7")
    }
  }

  @Test func whatIsSoAlreadyChangesNothing() throws {
    try Stage.with { stage in
      try stage.make("spring", "--cap-wins 5")
      let before = try stage.home.contents()
      #expect(try stage.done("campaign rules spring --cap-wins 5").errors.contains("already"))
      try stage.done("campaign rules spring")
      #expect(try stage.home.contents() == before)
    }
  }

  @Test func everyFaultOfAChangeIsNamed() throws {
    try Stage.with { stage in
      try stage.make()
      let outcome = try stage.home.qix("campaign rules spring --cap-wins 0 --cooldown x --title none --segment nobody")
      #expect(outcome.exitCode == 2)
      for option in ["--cap-wins", "--cooldown", "--title", "--segment"] {
        #expect(outcome.errors.contains("\(option): "))
      }
      try stage.refused("campaign schedule spring --end 2027-01-01", 2, "campaigns.faulty")
      try stage.refused("campaign schedule spring", 2, "campaigns.nothing-to-change")
    }
  }

  @Test func aPeriodThatHasBegunIsHistory() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.done("campaign start spring")
      try stage.refused("campaign schedule spring --end 2027-01-14", 6, "campaigns.period-fixed")
      try stage.refused("campaign schedule spring --start 2027-01-09", 6, "campaigns.period-fixed")
      try stage.done("campaign schedule spring --end 2027-01-15T12:00")
      #expect(try stage.campaign().end == Timestamp("2027-01-15T11:00:00Z"))
      // One that waits for its start can still move it, to what is to come.
      try stage.make("later", "--award fixed:1")
      try stage.done("campaign schedule later --start 2027-01-20")
      try stage.done("campaign start later")
      try stage.refused("campaign schedule later --start 2027-01-14", 6, "campaigns.period-fixed")
      try stage.done("campaign schedule later --start 2027-01-18")
      // What is over stays over.
      stage.home.clock.advance(byMicroseconds: 90 * Timestamp.day)
      try stage.refused("campaign schedule later --end 2027-06-01", 6, "campaigns.period-fixed")
    }
  }

  /// Whoever remembers campaigns hears of each change.
  @Test func everyChangeTurnsTheVersion() throws {
    try Stage.with { stage in
      func version() throws -> Int64 { try stage.home.unchecked.read { try Directory().version(in: $0) } }
      try stage.done("user create --external-id ada")
      var last = try version()
      for line in [
        "campaign create c --brand A --title T --start 2027-01-01 --end 2027-02-01 --time-zone UTC --award fixed:1 --shake bell",
        "campaign rules c --title U", "campaign schedule c --end 2027-02-02", "campaign start c", "campaign pause c",
        "segment create s", "segment import s --file -", "campaign end c --yes", "segment remove s --yes",
      ] {
        try stage.done(line.split(separator: " ").map(String.init), input: "user\nada\n")
        #expect(try version() > last, "\(line)")
        last = try version()
      }
    }
  }
}
