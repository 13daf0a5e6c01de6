import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// What can be wrong with a reward's description, each fault once; and all of them at once.
@Suite struct RewardFaultTests {
  private static let cases: [(key: String, value: JSONValue)] = [
    ("name", nil), ("name", "Mug"), ("name", "rwd_1"), ("name", "-a"),
    ("name", .string(String(repeating: "a", count: 56))),
    ("name", 7), ("brand", nil), ("brand", "  "), ("brand", "two\nlines"), ("title", ""), ("title", nil),
    ("text", .string(String(repeating: "a", count: 10_001))), ("text", "\u{1B}[2J"),
    ("picture", "http://example.com/a"),
    ("picture", "https://"), ("picture", "https://ada:secret@example.com/a"), ("picture", "https://example.com/a b"),
    ("picture", "javascript:alert(1)"), ("price", 0), ("price", -1), ("price", "12"), ("price", 1.5),
    ("price", .integer(Price.most + 1)), ("delivery", nil), ("delivery", "post"), ("delivery", "voucher"),
    ("delivery", "voucher:"), ("delivery", "voucher:Not A Name"), ("delivery", "goods:x"), ("delivery", "donation: "),
    ("delivery", "raffle"), ("delivery", "raffle:a:0"), ("delivery", "raffle:a:+1"), ("delivery", "raffle:a:1:2"),
    ("stock", -1), ("stock", "many"), ("stock", true), ("start", "tomorrow"), ("end", "2027-02-30"),
    ("time-zone", "Europe/Atlantis"), ("minimum-mode", "gold"), ("conditions", "tier:gold"), ("conditions", ["tier"]),
    ("conditions", ["tier:gold", "tier:gold"]), ("conditions", ["a:b,c:d"]), ("limit-per-user", 0),
    ("limit-per-user-and-day", 0), ("limit-total", -3), ("copayment", "1.00"), ("copayment", "0.00 EUR"),
    ("value", "1.999 EUR"), ("cost", "1 EURO"), ("hold-for", "7 days"), ("hold-for", "P2Y"), ("hold-for", "P400D"),
    ("hold-for", "P0D"),
    ("pirce", 3),
  ]

  @Test(arguments: cases.indices) func eachIsFoundInItsPlace(_ index: Int) throws {
    let (key, value) = Self.cases[index]
    var object = try #require(CatalogueStage.least.object)
    object["time-zone"] = "Europe/Rome"
    object[key] = value
    var reader = RewardReader()
    _ = reader.read(.object(object))
    let places = Set(reader.faults.all.map { $0.pointer.steps.first ?? "" })
    #expect(places == [key], "\(key) = \(value): \(reader.faults.all.map(\.problem))")
    // Whatever is wrong, somebody is told how to mend it.
    #expect(reader.faults.all.allSatisfy { !$0.problem.isEmpty && !$0.remedy.isEmpty })
  }

  @Test func rulesThatContradictEachOtherAreFound() throws {
    let cases: [(rules: [String: JSONValue], place: String)] = [
      (["start": "2027-06-02", "end": "2027-06-01", "time-zone": "UTC"], "end"),
      (["start": "2027-06-01"], "time-zone"),
      (["limit-per-user-and-day": 3, "limit-per-user": 2, "time-zone": "UTC"], "limit-per-user-and-day"),
      (["limit-per-user": 3, "limit-total": 2], "limit-per-user"),
      (["limit-per-user-and-day": 3, "limit-total": 2, "time-zone": "UTC"], "limit-per-user-and-day"),
    ]
    for (rules, place) in cases {
      var object = try #require(CatalogueStage.least.object)
      for (key, value) in rules { object[key] = value }
      var reader = RewardReader()
      _ = reader.read(.object(object))
      #expect(reader.faults.all.map { $0.pointer.steps } == [[place]], "\(rules)")
    }
  }

  @Test func aDescriptionWithoutFaultsHasNone() {
    var reader = RewardReader()
    let draft = reader.read(CatalogueStage.least)
    #expect(reader.faults.all.isEmpty)
    #expect(draft.plan == .counted(pieces: nil))
  }

  @Test func aFileWithTwentyFaultsNamesThemAll() throws {
    try CatalogueStage.with { stage in
      let outcome = try stage.home.qix("reward create --file -", input: Self.twenty)
      #expect(outcome.exitCode == 2)
      try expectGolden(outcome.errors, "twenty-faults.txt")
    }
  }

  @Test func optionsAreNamedAsTheyAreGiven() throws {
    try CatalogueStage.with { stage in
      let message = try stage.refused(
        "reward create mug --brand Alba --delivery gods --price 1.000 --hold-for week --conditions 'tier:gold,,x'", 2,
        "rewards.faulty")
      for option in ["--title", "--delivery", "--price", "--hold-for", "--conditions"] {
        #expect(message.contains("\(option): "), "\(message)")
      }
      #expect(message.contains("'goods'"))
      try stage.refused("reward create mug --file - --brand Alba", 2, "usage")
    }
  }

  private static let twenty = """
    {
      "name": "The Mug",
      "brnad": "Alba",
      "title": "",
      "text": 7,
      "picture": "ftp://example.com/mug.jpg",
      "price": "900 coins",
      "delivery": "vouchers:mug",
      "stock": "lots",
      "start": "2027-13-01",
      "end": "never",
      "time-zone": "Mars/Olympus",
      "minimum-mode": "expert",
      "conditions": ["gold", "tier:gold", "tier:gold"],
      "limit-per-user": 3,
      "limit-per-user-and-day": 4,
      "limit-total": 2,
      "copayment": "1,00 EUR",
      "value": "12 euro",
      "cost": "0 EUR",
      "hold-for": "a fortnight"
    }
    """
}
