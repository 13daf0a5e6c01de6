import QixFormats
import QixKernel
import QixLibraries
import QixTerminal
import QixTesting
import Testing

/// Rewards, cards, campaigns, badges and tiers with pictures of the brand's own.
@Suite(.needs(.library(.picture, packages: "libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev")))
struct ShownPictureTests {
  private func with(_ body: (TestHome, _ address: String) throws -> Void) throws {
    try TestHome.initialised { home in
      let path = try Samples.write(Samples.file("quarters.png"), to: "picture", in: home)
      let added = try JSONValue(parsing: home.done("picture add mug \(path) --json"))
      try body(home, try #require(added["address"]?.string))
    }
  }

  private func shown(_ home: TestHome) throws -> JSONValue? {
    let here = try JSONValue(parsing: home.done("card here --json"))
    return here["pages"]?.array?.first?["cards"]?.array?.first?["picture"]
  }

  @Test func aCardShowsIt() throws {
    try with { home, address in
      for text in ["picture:none", "picture:", "picture:No", "/v1/pictures/mug"] {
        let refused = try home.qix(["card", "create", "a", "--title", "A", "--picture", text])
        #expect(refused.exitCode == 2 && refused.errors.contains("--picture: "), "\(text): \(refused.errors)")
      }
      let missing = try home.qix("card create a --title A --picture picture:none")
      #expect(missing.errors.contains("there is no picture 'none'"), "\(missing.errors)")
      try home.done("card create a --title A --picture picture:mug")
      try home.done("card publish a")
      #expect(try shown(home)?.string == address)
      // The file keeps the name.
      #expect(try home.done("card show a --file -").contains("picture:mug"))
      try home.done("picture remove mug")
      #expect(try shown(home)?.isNull ?? true)
      // Another part can still be changed.
      try home.done("card set a --title B")
      #expect(try home.qix("card set a --picture picture:other").exitCode == 2)
    }
  }

  @Test func aRewardShowsIt() throws {
    try with { home, address in
      let words = "reward create mug --brand Alba --title Mug --delivery goods --price 5 --stock 3 --picture"
      let missing = try home.qix("\(words) picture:none")
      #expect(missing.exitCode == 2 && missing.errors.contains("there is no picture 'none'"), "\(missing.errors)")
      try home.done("\(words) picture:mug")
      func picture() throws -> JSONValue? { try JSONValue(parsing: home.done("reward show mug --json"))["picture"] }
      #expect(try picture()?.string == address)
      #expect(try home.done("reward show mug --file -").contains("picture:mug"))
      let table = "name,brand,title,delivery,price,picture\ncup,Alba,Cup,goods,5,picture:none\n"
      let line = try home.qix("reward import - --format csv", input: table)
      #expect(line.exitCode == 2 && line.errors.contains("there is no picture 'none'"), "\(line.errors)")
      try home.done("picture remove mug")
      #expect(try picture()?.isNull ?? true)
      let publish = try home.qix("reward publish mug")
      #expect(publish.exitCode == 6 && publish.errors.contains("there is no picture 'mug'"), "\(publish.errors)")
    }
  }

  @Test func aCampaignShowsIt() throws {
    try with { home, address in
      let today = home.clock.now()
      func day(_ days: Int64) -> String { "\(today.advanced(byMicroseconds: days * Timestamp.day).date)" }
      try home.done("user create --external-id mia")
      try home.done("tv schedule add --channel Uno --programme Live --start \(day(0))T00:00 --length 2d --zone UTC")
      let words =
        "campaign create summer --brand Acme --title Summer --start \(day(-1)) --end \(day(30)) --time-zone UTC "
        + "--shake tv --set tv.channels=[\"Uno\"] --award fixed:20 --picture"
      let missing = try home.qix("\(words) picture:none")
      #expect(
        missing.exitCode == 2 && missing.errors.contains("--picture: there is no picture 'none'"), "\(missing.errors)")
      try home.done("\(words) picture:mug")
      try home.done("campaign start summer")
      #expect(try home.done("campaign show summer --file -").contains("\"picture\": \"picture:mug\""))
      func shown(_ line: String, _ list: String? = nil) throws -> String? {
        let page = try JSONValue(parsing: home.done("\(line) --json"))
        return (list.map { page[$0]?.array?.first } ?? page)?["picture"]?.string
      }
      #expect(try shown("campaign show summer") == address && shown("shake here --user mia") == address)
      #expect(try shown("campaign list", "campaigns") == address)
      try home.done("campaign copy summer autumn")
      try home.done("campaign start autumn")
      try home.done("campaign copy summer winter")
      #expect(try shown("shake here --user mia", "choices") == address)
      try home.done("picture remove mug")
      #expect(try shown("campaign show summer") == nil && shown("shake here --user mia", "choices") == nil)
      #expect(try Self.lacking(home) == ["campaign autumn", "campaign summer"])
      // Another part can still be changed, and a pause ends; a draft's start asks for what is there.
      try home.done("campaign rules summer --title Sun")
      try home.done("campaign schedule summer --end \(day(40))")
      #expect(try home.qix("campaign rules summer --picture picture:other").exitCode == 2)
      try home.done("campaign pause summer")
      try home.done("campaign start summer")
      #expect(try home.qix("campaign start winter").errors.contains("there is no picture 'mug'"))
      try home.done("campaign rules winter --picture none")
      try home.done("campaign start winter")
      try home.done("campaign rules summer --picture none")
      #expect(try Self.lacking(home) == ["campaign autumn"])
    }
  }

  @Test func aBadgeAndATierShowIt() throws {
    try with { home, address in
      try home.done("user create --external-id mia")
      try home.done("badge create one --shakes 1 --picture picture:mug")
      try home.done("tier create gold --from 5 --picture picture:mug")
      try home.done("coins issue --to mia --amount 5")
      func shown(_ line: String, _ list: String? = nil) throws -> String? {
        let page = try JSONValue(parsing: home.done("\(line) --json"))
        return (list.map { page[$0]?.array?.first } ?? page)?["picture"]?.string
      }
      func all() throws -> [String?] {
        try [
          shown("badge list", "badges"), shown("badge of mia", "badges"), shown("badge show one"),
          shown("tier list", "tiers"), shown("tier of mia"),
        ]
      }
      #expect(try all().allSatisfy { $0 == address })
      #expect(try Self.lacking(home) == [])
      try home.done("card create a --title A --picture picture:mug")
      try home.done("card publish a")
      try home.done("picture remove mug")
      #expect(try all().allSatisfy { $0 == nil })
      #expect(try Self.lacking(home) == ["badge one", "card a", "tier gold"])
      try home.done("tier set gold --picture none")
      #expect(try Self.lacking(home) == ["badge one", "card a"])
    }
  }

  /// Things whose picture `qix doctor` doesn't find.
  private static func lacking(_ home: TestHome) throws -> [String] {
    let page = try JSONValue(parsing: home.qix("doctor --json").output)
    let findings = page["findings"]?.array ?? []
    return findings.filter { $0.text().contains("there is no picture 'mug'") }
      .compactMap { $0["check"]?.string }.sorted()
  }
}
