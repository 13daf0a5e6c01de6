import CampaignsContract
import CoinsContract
import IdentityContract
import QixCalendar
import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Campaigns

/// What a campaign is, whether it was read from a file, from options or from the database.
@Suite struct RoundTripTests {
  @Test func aFileSaysEverythingOfACampaign() throws {
    let seed = Seed(for: "aFileSaysEverythingOfACampaign")
    var generator = SeededGenerator(seed)
    for _ in 0..<400 {
      let campaign = try Self.random(&generator)
      for value in [try CampaignWriter.file(campaign), CampaignWriter(zone: nil).value(campaign)] {
        let text = value.text(.pretty)
        var reader = CampaignReader()
        let draft = reader.read(try JSONValue(parsing: text))
        try #require(reader.faults.all.isEmpty, "\(seed): \(reader.faults.all) in \(text)")
        #expect(draft.campaign(campaign.id, campaign.state) == campaign, "\(seed): \(text)")
      }
    }
  }

  @Test func theDatabaseKeepsIt() throws {
    let seed = Seed(for: "theDatabaseKeepsIt")
    var generator = SeededGenerator(seed)
    try Stage.with { stage in
      for _ in 0..<40 {
        let campaign = try Self.random(&generator)
        let found = try stage.home.unchecked.write(Change("test"), isDryRun: true) { connection, _ in
          try CampaignStore(connection).insert(campaign, at: Stage.now)
          return [
            try CampaignStore(connection).find("\(campaign.id)"), try CampaignStore(connection).find(campaign.name),
          ]
        }
        #expect(found == [campaign, campaign], "\(seed)")
      }
    }
  }

  /// `show --file` prints what `create --file` takes, and that makes the same campaign.
  @Test func whatIsShownAsAFileMakesTheSame() throws {
    try Stage.with { stage in
      try stage.done("segment create loyal")
      try stage.done(["campaign", "create", "--file", "-"], input: Stage.description.text())
      let file = try stage.done("campaign show spring --file -").output
      try stage.done(["campaign", "create", "summer", "--file", "-"], input: file)
      let copy = try stage.done("campaign show summer --file -").output
      #expect(copy == file.replacing("\"spring\"", with: "\"summer\""))
      #expect(try JSONValue(parsing: file)["end"] == "2027-03-31")
    }
  }

  @Test func optionsSayTheSameAsAFile() throws {
    try Stage.with { stage in
      try stage.done("segment create loyal")
      try stage.done(["campaign", "create", "--file", "-"], input: Stage.description.text())
      let words = [
        "campaign", "create", "options", "--brand", "Alba", "--title", "Spring is here", "--start", "2027-03-01",
        "--end",
        "2027-03-31", "--time-zone", "Europe/Rome", "--shake", "bell,fussy", "--set", "bell.tone=low", "--set",
        "fussy.schedule=here", "--minimum-mode", "signed", "--segment", "loyal", "--condition",
        "segment:loyal", "--multiplier", "tier", "--cap-attempts-per-user", "20",
        "--cap-attempts-per-user-and-day", "2", "--cap-wins-per-user", "5", "--cap-coins-per-user", "5000",
        "--cap-coins-per-day", "9000", "--cap-wins", "700", "--cooldown", "PT30S", "--per-minute", "6",
        "--users-per-device", "3", "--award", "weighted:0x90,10x9,1000x1", "--expires", "P12M", "--draw-window", "P1D",
        "--priority", "3",
      ]
      try stage.done(words)
      let (file, options) = (try stage.campaign("spring"), try stage.campaign("options"))
      var same = options
      // Notes are for the file's readers; options have none.
      same.types[0].settings["note"] = "the big one"
      let (left, right) = (try CampaignWriter.file(same), try CampaignWriter.file(file))
      #expect(left.setting(["name"], to: "spring") == right)
    }
  }

  /// Settings by options are what the type takes: numbers, lists, texts that look like numbers.
  @Test func settingsByOptionsHaveTheirKinds() throws {
    try Stage.with { stage in
      try stage.done([
        "campaign", "create", "spring", "--brand", "A", "--title", "T", "--start", "2027-01-01", "--end", "2027-01-02",
        "--time-zone", "UTC", "--award", "fixed:1", "--shake", "bell", "--set", "bell.times=3", "--set",
        "bell.words=12",
        "--set", "bell.names=[\"Ada\"]", "--set", "bell.pause=PT5S",
      ])
      let settings = try #require(try stage.campaign().types.first?.settings)
      #expect(
        JSONValue.object(settings) == ["times": 3, "words": "12", "names": ["Ada"], "pause": "PT5S"])
      let outcome = try stage.home.qix("campaign rules spring --set bell.times=often --json")
      #expect(outcome.exitCode == 2 && outcome.errors.contains("--set bell.times"))
      #expect(try stage.home.qix("campaign rules spring --set bell=3").exitCode == 2)
    }
  }

  @Test(
    arguments: [
      ("fixed:10", ["fixed": 10]), ("per-unit:2", ["per-unit": ["coins": 2]]),
      ("per-unit:2:20", ["per-unit": ["coins": 2, "most": 20]]),
      ("jackpot:1:2:3:4", ["jackpot": ["start": 1, "step": 2, "most": 3, "odds": 4]]),
      (
        "table:score:0=0,80=10,else=1",
        ["table": ["fact": "score", "rows": [["from": 0, "coins": 0], ["from": 80, "coins": 10]], "otherwise": 1]]
      ),
      ("table:answer:yes=5", ["table": ["fact": "answer", "rows": [["value": "yes", "coins": 5]]]]),
      ("{\"fixed\": 3}", ["fixed": 3]),
      // What is none of them stays a text, and is refused as one; what is no number, in its place.
      ("fixed:ten", ["fixed": "ten"]), ("fixed:+1", ["fixed": "+1"]), ("fixed", "fixed"),
      ("weighted:1,2", "weighted:1,2"),
      (
        "weighted:5-7x19,badge:a-bx1",
        [
          "weighted": [
            ["coins": 5, "weight": 19], ["coins": 6, "weight": 19], ["coins": 7, "weight": 19],
            ["gift": "badge:a-b", "weight": 1],
          ]
        ]
      ),
      // The other way round, without an end, and more numbers than an award has prizes.
      ("weighted:7-5x1", ["weighted": [["coins": "7-5", "weight": 1]]]),
      ("weighted:5-x1", ["weighted": [["coins": "5-", "weight": 1]]]),
      ("weighted:1-2000x1", ["weighted": [["coins": "1-2000", "weight": 1]]]),
      ("weighted:+5-20x1", ["weighted": [["coins": "+5-20", "weight": 1]]]),
      ("weighted:-5x1", ["weighted": [["coins": -5, "weight": 1]]]),
      ("jackpot:1:2:3", "jackpot:1:2:3"), ("lottery:1", "lottery:1"), ("{", "{"),
    ] as [(String, JSONValue)])
  func awardsAreWrittenShort(_ text: String, _ value: JSONValue) { #expect(AwardText.json(text) == value) }

  /// A short text makes no list that fills the memory.
  @Test func rangesNeverMakeMorePrizesThanAnAwardHas() throws {
    let award = AwardText.json("weighted:" + Array(repeating: "1-1000x1", count: 50).joined(separator: ","))
    let prizes = try #require(award["weighted"]?.array)
    #expect(prizes.count == 1_000 + 49)
    #expect(prizes.last == ["coins": "1-1000", "weight": 1])
  }

  @Test func faultsOfOptionsNameTheOptions() throws {
    try Stage.with { stage in
      let outcome = try stage.home.qix(
        "campaign create spring --brand A --start 2027-01-03 --end 2027-01-01 --time-zone UTC --shake bal "
          + "--cap-wins none --cap-coins-per-user few --cooldown soon --award lottery:1 --segment nobody --set bell.tone=x "
          + "--condition tier:nobody --multiplier teir"
      )
      #expect(outcome.exitCode == 2)
      for option in [
        "--title", "--end", "--shake bal", "--cap-coins-per-user", "--cooldown", "--award", "--segment",
        "--set bell.tone", "--condition", "--multiplier",
      ] {
        #expect(outcome.errors.contains("\n  \(option): "), "\(option): \(outcome.errors)")
      }
      #expect(!outcome.errors.contains("--cap-wins:"))
    }
  }
}

extension RoundTripTests {
  private static let zones = [
    "UTC", "Europe/Rome", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu", "Africa/Casablanca",
  ]

  private static func any<Element>(_ choices: [Element], _ generator: inout SeededGenerator) -> Element {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  /// Any campaign that has no faults by itself.
  static func random(_ generator: inout SeededGenerator) throws -> Campaign {
    func count(_ generator: inout SeededGenerator) -> Int64? {
      Bool.random(using: &generator) ? Int64.random(in: 1...1_000_000, using: &generator) : nil
    }
    func text(_ generator: inout SeededGenerator) -> String {
      String(
        (1...Int.random(in: 1...30, using: &generator)).map { _ in any(Array("aZ9 è\"\\/~中🙂-"), &generator) })
    }
    let award = award(&generator)
    let zone = try TimeZone(identifier: any(zones, &generator))
    // Whole days, hours that clocks show twice or never, any microsecond.
    let unit: Int64 = any([86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1], &generator)
    let day = Int64.random(in: 20_000...30_000, using: &generator)
    let start = zone.start(of: CalendarDate(daysSinceEpoch: day)).advanced(
      byMicroseconds: Int64.random(in: 0...30, using: &generator) * unit)
    let end = start.advanced(byMicroseconds: Int64.random(in: 1...400, using: &generator) * unit)
    var caps = Campaign.Caps()
    for cap in Campaign.Cap.allCases { caps[cap] = count(&generator) }
    if let all = caps.attemptsPerUser, let day = caps.attemptsPerUserAndDay {
      caps.attemptsPerUserAndDay = min(all, day)
    }
    let expiries: [Expiry?] = [
      nil, .after(Period(months: 12)), .after(Period(months: 1, days: 3, microseconds: 5_000_000)),
      .at(end.advanced(byMicroseconds: Int64.random(in: 1...400, using: &generator) * unit)),
    ]
    var types: [Campaign.ShakeUse] = []
    for type in ["tv", "read", "video"] where Bool.random(using: &generator) {
      var settings = JSONObject()
      settings["text"] = .string(text(&generator))
      settings["list"] = [1, 2.5, true, nil, ["a": "b"]]
      types.append(Campaign.ShakeUse(type: type, settings: settings))
    }
    let texts = InLanguages(
      Language.allCases.shuffled(using: &generator).prefix(Int.random(in: 0...5, using: &generator)).map {
        (language: $0, value: Words(title: "T" + text(&generator) + ".", text: nil))
      })
    let conditions = ["tier:gold", "segment:a", "badge:\(text(&generator))"]
    return Campaign(
      id: CampaignID(high: generator.next(), low: generator.next()),
      name: "c\(Int64.random(in: 0...1_000_000_000, using: &generator))-_", brand: "B" + text(&generator) + ".",
      title: text(&generator), texts: texts,
      picture: any([nil, "picture:mug", "https://a.example/a.jpg"], &generator), state: .draft, start: start, end: end,
      timeZone: zone.identifier,
      types: types,
      audience: Campaign.Audience(
        minimumMode: any(Mode.allCases, &generator),
        segment: Bool.random(using: &generator) ? "loyal" : nil,
        conditions: Array(conditions.prefix(Int.random(in: 0...3, using: &generator)))),
      caps: caps,
      pace: Campaign.Pace(
        cooldown: Int64.random(in: 0...100_000, using: &generator) * 1_000_000, perMinute: count(&generator),
        usersPerDevice: count(&generator)), award: award, expires: any(expiries, &generator),
      drawWindow: award.bound != nil && Bool.random(using: &generator) ? Period(days: 7) : nil,
      priority: Int64.random(in: -9...9, using: &generator),
      multiplier: Bool.random(using: &generator) ? "tier" : nil)
  }

  private static func award(_ generator: inout SeededGenerator) -> Award {
    func coins(_ generator: inout SeededGenerator) -> Int64 { Int64.random(in: 1...1_000, using: &generator) }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return .fixed(coins(&generator))
    case 1: return .perUnit(coins: coins(&generator), most: Bool.random(using: &generator) ? 5_000 : nil)
    case 2:
      return .weighted((0...3).map { _ in Award.Prize(coins: coins(&generator), weight: UInt64(coins(&generator))) })
    case 3:
      return .jackpot(Award.Jackpot(start: coins(&generator), step: coins(&generator), most: 2_000, odds: 77))
    case 4:
      let rows = (1...4).map { Award.Row.from(Double($0) * 2.5, coins: coins(&generator)) }
      return .table(Award.Table(fact: "score", rows: rows, otherwise: coins(&generator) - 1))
    default:
      let rows = ["yes", "no ", "\"?\""].map { Award.Row.value($0, coins: coins(&generator)) }
      return .table(Award.Table(fact: "answer", rows: rows))
    }
  }
}
