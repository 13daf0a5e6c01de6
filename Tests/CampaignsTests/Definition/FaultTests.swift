import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Campaigns

/// What can be wrong with a campaign's description, each fault once; and all of them at once.
@Suite struct FaultTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let path: [String]
    let value: JSONValue?
    let pointers: [String]

    init(_ path: String, _ value: JSONValue?, _ pointers: String...) {
      self.path = path.split(separator: "/").map(String.init)
      self.value = value
      self.pointers = pointers.isEmpty ? ["/" + path] : pointers
    }

    var testDescription: String { "\(path.joined(separator: "/")) = \(value?.text() ?? "nothing")" }
  }

  private static let award: [Case] = [
    Case("award", nil), Case("award", 10), Case("award", [:]), Case("award", ["fixed": 1, "per-unit": ["coins": 2]]),
    Case("award", ["fixed": 0], "/award/fixed"), Case("award", ["fixd": 3], "/award/fixd", "/award"),
    Case("award/weighted", []), Case("award/weighted/0/weight", 0), Case("award/weighted/1/coins", -1),
    Case("award/weighted/1/coin", 1), Case("award/weighted/2/coins", 9_001), Case("award/weighted/2", 7),
    Case("award/weighted/0/weight", 9_223_372_036_854_775_800, "/award/weighted/1/weight"),
    Case("award/weighted", [["coins": 0, "weight": 1]]),
    Case("award", ["jackpot": ["start": 10, "step": 1, "most": 5_001, "odds": 9]], "/award/jackpot/most"),
    Case("award", ["jackpot": ["start": 10, "step": -1, "most": 50, "odds": 9]], "/award/jackpot/step"),
    Case("award", ["jackpot": ["start": 10, "step": 1, "most": 5, "odds": 9]], "/award/jackpot/most"),
    Case(
      "award", ["jackpot": [:]], "/award/jackpot/start", "/award/jackpot/step", "/award/jackpot/most",
      "/award/jackpot/odds"),
  ]

  /// Awards without lots; the window of draws, which they don't need, is taken out.
  private static let plain: [Case] = [
    Case("award", ["fixed": 5_001], "/award/fixed"), Case("award", ["per-unit": [:]], "/award/per-unit/coins"),
    Case("award", ["per-unit": ["coins": 5, "most": 4]], "/award/per-unit/most"),
    Case("award", ["per-unit": ["coins": 5, "most": 6_000]], "/award/per-unit/most"),
    Case("award", ["per-unit": ["coins": 6_000]], "/award/per-unit/coins"),
    Case("award", ["table": ["rows": [["from": 1, "coins": 2]]]], "/award/table/fact"),
    Case("award", ["table": ["fact": "score", "rows": []]], "/award/table/rows"),
    Case("award", ["table": ["fact": "score", "rows": [["from": 1, "coins": 0]]]], "/award/table/rows"),
    Case("award", rows(["from": 0, "below": 6, "coins": 1], ["from": 5, "coins": 2]), "/award/table/rows/0/below"),
    Case("award", rows(["from": 0, "below": 4, "coins": 1], ["from": 5, "coins": 2]), "/award/table/rows/0/below"),
    Case("award", rows(["from": 0, "below": 0, "coins": 1]), "/award/table/rows/0/below"),
    Case("award", rows(["from": 5, "coins": 1], ["from": 5, "coins": 2]), "/award/table/rows/1/from"),
    Case("award", rows(["from": 5, "coins": 1], ["from": 1, "coins": 2]), "/award/table/rows/1/from"),
    Case("award", rows(["value": "a", "coins": 1], ["value": "a", "coins": 2]), "/award/table/rows/1/value"),
    Case("award", rows(["value": "a", "coins": 1], ["from": 3, "coins": 2]), "/award/table/rows/1"),
    Case("award", rows(["value": "a", "below": 1, "coins": 1]), "/award/table/rows/0/below"),
    Case("award", rows(["coins": 1]), "/award/table/rows/0"),
    Case("award", rows(["value": "a", "from": 1, "coins": 1]), "/award/table/rows/0"),
    Case("award", rows(["value": "a"], ["value": "b", "coins": 2]), "/award/table/rows/0/coins"),
    Case("award", rows(["from": "x", "coins": 2]), "/award/table/rows/0/from"),
    Case("award", rows(["from": 1, "coins": 5_001]), "/award/table/rows/0/coins"),
  ]

  private static func rows(_ rows: JSONValue...) -> JSONValue { ["table": ["fact": "score", "rows": .array(rows)]] }

  private static let other: [Case] = [
    Case("name", nil), Case("name", "Spring"), Case("name", 7), Case("name", "cmp_1"), Case("name", ""),
    Case("name", .string(String(repeating: "a", count: 56))), Case("brand", nil), Case("brand", "A\u{7}lba"),
    Case("title", nil), Case("title", []), Case("titel", "Spring"), Case("picture", 7),
    Case("picture", "picture:"), Case("picture", "picture:A"), Case("picture", "/v1/pictures/a"),
    Case("picture", "http://a.example/x"), Case("picture", "javascript:alert(1)"),
    Case("picture", "https://a.example/\"x"), Case("start", nil), Case("start", "2027-02-30"),
    Case("end", "soon"), Case("end", "2027-02-28"), Case("time-zone", nil), Case("time-zone", "Europe/Roma"),
    Case("time-zone", "../../etc/passwd"), Case("shakes", ["bell"]), Case("shakes/bel", [:]),
    Case("shakes/bell", "low"), Case("shakes/bell/tone", "loud"), Case("shakes/bell/tne", "low"),
    Case("shakes/bell/times", 10), Case("shakes/fussy/schedule", nil),
    Case("shakes/fussy/schedule", "gone", "/shakes/fussy"),
    Case("audience", "all"), Case("audience/minimum-mode", "gold"), Case("audience/segment", "loyl"),
    Case("audience/segmen", "loyal"), Case("audience/conditions", "segment:loyal"),
    Case("audience/conditions", [7], "/audience/conditions/0"),
    Case("audience/conditions", ["loyal"], "/audience/conditions/0"),
    Case("audience/conditions", ["segment:loyal", "segment:loyl"], "/audience/conditions/1"),
    Case("audience/conditions", ["colour:red", "tier:gold"], "/audience/conditions/0", "/audience/conditions/1"),
    Case("audience/conditions", ["segment:loyal", "segment:loyal"], "/audience/conditions/1"),
    Case("audience/conditions", .array((0..<21).map { .string("segment:\($0)") })),
    Case("multiplier", "teir"), Case("multiplier", 7), Case("multiplier", ""), Case("caps", 3),
    Case("caps/wins", 0), Case("caps/wins", 1.5), Case("caps/win", 1),
    Case("caps/attempts-per-user-and-day", 21), Case("caps/coins-per-user", 999, "/award/weighted/2/coins"),
    Case("caps/coins-per-day", 999, "/award/weighted/2/coins"), Case("pace/cooldown", "30 s"),
    Case("pace/cooldown", "P1M"), Case("pace/per-minute", "6"), Case("pace/users-per-device", -1),
    Case("pace/speed", 1), Case("expires", "2027-03-31"), Case("expires", "P12"), Case("expires", "later"),
    Case("expires", "P9999W"), Case("draw-window", "1 day"), Case("draw-window", 1), Case("priority", 1_000_001),
    Case("award", ["fixed": 10], "/draw-window"),
  ]

  @Test(arguments: award + other) func isNamedAlone(_ fault: Case) throws {
    try Stage.with { stage in
      let value = Stage.description.setting(fault.path, to: fault.value)
      let found = try stage.faults(of: value)
      #expect(found == fault.pointers)
    }
  }

  @Test(arguments: plain) func isNamedAloneWhereNothingIsDrawn(_ fault: Case) throws {
    try Stage.with { stage in
      let value = Stage.description.setting(["draw-window"], to: nil).setting(fault.path, to: fault.value)
      let found = try stage.faults(of: value)
      #expect(found == fault.pointers)
    }
  }

  /// Who sends a description decides how many faults it has, and each is looked for in it.
  @Test func aFloodOfFaultsIsCutOff() {
    var object = JSONObject()
    for number in 0..<1_000 { object["key-\(number)"] = 1 }
    var reader = CampaignReader()
    _ = reader.read(.object(object))
    #expect(reader.faults.all.count == Faults.most)
    #expect(
      CampaignError.faulty(reader.faults, in: .campaignOptions).description.contains("\(Faults.most) reasons or more"))
  }

  @Test func aDescriptionWithoutFaultsHasNone() throws {
    try Stage.with { stage in
      let found = try stage.faults(of: Stage.description)
      #expect(found.isEmpty)
    }
  }

  @Test(arguments: [.null, [], 7, "spring"] as [JSONValue]) func whatIsNoObjectIsNoCampaign(_ value: JSONValue) throws {
    try Stage.with { stage in
      let found = try stage.faults(of: value)
      #expect(found == [""])
    }
  }

  private static let twenty = """
    {
      "name": "Spring",
      "brnd": "Alba",
      "title": 7,
      "start": "2027-02-30",
      "end": "31 March",
      "time-zone": "Europe/Roma",
      "shakes": {
        "bell": {"tone": "loud", "times": 10},
        "ball": {}
      },
      "audience": {"minimum-mode": "gold", "segment": "loyal"},
      "caps": {
        "wins": 0, "wns": 4,
        "coins-per-user": "many"
      },
      "pace": {"cooldown": "P1M", "per-minute": 0},
      "award": {"weighted": [
        {"coins": -1, "weight": 1},
        {"coins": 5}
      ]},
      "expires": "later",
      "priority": 1.5
    }
    """

  /// The line of each fault, by its pointer.
  private static let lines: [String: Int] = [
    "/name": 2, "/brnd": 3, "/brand": 1, "/title": 4, "/start": 5, "/end": 6, "/time-zone": 7, "/shakes/bell/tone": 9,
    "/shakes/bell/times": 9, "/shakes/ball": 10, "/audience/minimum-mode": 12, "/audience/segment": 12,
    "/caps/wins": 14,
    "/caps/wns": 14, "/caps/coins-per-user": 15, "/pace/cooldown": 17, "/pace/per-minute": 17,
    "/award/weighted/0/coins": 19, "/award/weighted/1/weight": 20, "/expires": 22, "/priority": 23,
  ]

  /// A file with some twenty faults names all of them, each with its line, and nothing is made.
  @Test func allAreNamedAtOnce() throws {
    try Stage.with { stage in
      let before = try stage.home.contents()
      let outcome = try stage.home.qix(["campaign", "create", "--file", "-"], input: Self.twenty)
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
      for (pointer, line) in Self.lines {
        #expect(outcome.errors.contains("\n  line \(line), \(pointer): "), "\(pointer): \(outcome.errors)")
      }
      #expect(outcome.errors.split(separator: "\n").count { $0.hasPrefix("  line ") } == Self.lines.count)
      #expect(try stage.home.contents() == before)
      try expectGolden(outcome.errors, "twenty-faults.txt", file: "\(Self.folder)/x")
    }
  }

  private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()

  @Test func whatWasMeantIsAskedFor() throws {
    try Stage.with { stage in
      let outcome = try stage.home.qix(["campaign", "create", "--file", "-"], input: Self.twenty)
      for word in ["brand", "wins", "bell"] { #expect(outcome.errors.contains("did you mean '\(word)'?")) }
    }
  }

  @Test func noJSONIsRefusedWithItsPlace() throws {
    try Stage.with { stage in
      let outcome = try stage.home.qix(["campaign", "create", "--file", "-"], input: "{\n  \"name\": }")
      #expect(outcome.exitCode == 2 && outcome.errors.contains("line 2, column 11"))
    }
  }

  @Test func aTakenNameIsAConflict() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.refused(
        "campaign create spring --brand A --title T --start 2027-01-01 --end 2027-01-02 --time-zone UTC --award fixed:1",
        5,
        "campaigns.name-taken")
      // With another fault besides it is the description that is at fault.
      try stage.refused(
        "campaign create spring --brand A --title T --start 2027-01-01 --time-zone UTC --award fixed:1", 2,
        "campaigns.faulty")
    }
  }

  @Test func aBudgetThatIsThereBelongsToNoCampaign() throws {
    try Stage.with { stage in
      try stage.done("budget create campaign-autumn")
      try stage.refused(
        "campaign create autumn --brand A --title T --start 2027-01-01 --end 2027-01-02 --time-zone UTC --award fixed:1",
        5, "campaigns.budget-exists")
    }
  }
}
