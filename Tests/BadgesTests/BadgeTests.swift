import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Badges

@Suite struct BadgeTests {
  @Test func aStreakLeadsToItsBadge() throws {
    try Yard.with { yard in
      try yard.home.done("badge create trio --days 3")
      try yard.home.done("setting set badges.time-zone Europe/Madrid")
      // The same day in Madrid.
      try yard.set("2027-05-10T22:30:00Z")
      try yard.shake()
      try yard.set("2027-05-11T21:59:00Z")
      try yard.shake()
      #expect(try yard.count("trio") == 1)
      try yard.set("2027-05-11T22:00:00Z")
      try yard.shake()
      #expect(try yard.count("trio") == 2 && !yard.has("trio"))
      try yard.set("2027-05-13T12:00:00Z")
      try yard.shake()
      #expect(try yard.has("trio") && yard.count("trio") == 3)
      // It stays, whatever comes.
      try yard.set("2027-06-01T12:00:00Z")
      try yard.shake()
      #expect(try yard.has("trio") && yard.home.count("badges_progress") == 0)
    }
  }

  @Test func aMissedDayBeginsTheRowAnew() throws {
    try Yard.with { yard in
      try yard.home.done("badge create trio --days 3")
      for day in ["10", "11"] {
        try yard.set("2027-05-\(day)T12:00:00Z")
        try yard.shake()
      }
      try yard.set("2027-05-13T12:00:00Z")
      #expect(try yard.count("trio") == 0)
      try yard.shake()
      #expect(try yard.count("trio") == 1)
    }
  }

  @Test func campaignsAndTypesSayWhatCounts() throws {
    try Yard.with { yard in
      try yard.home.done("badge create two --shakes 2")
      try yard.home.done("badge create nodder --shakes 2 --type nod")
      try yard.home.done("badge create fan --wins 2 --campaign claps")
      try yard.home.done("badge create both --each clap --each nod")
      try yard.shake()
      try yard.shake(yard.nod)
      #expect(try yard.has("two") && yard.has("both") && !yard.has("nodder") && !yard.has("fan"))
      try yard.shake(yard.nod)
      #expect(try yard.has("nodder") && !yard.has("fan"))
      try yard.shake()
      #expect(try yard.has("fan"))
    }
  }

  @Test func aRepeatCountsOnceAndARefusalNot() throws {
    try Yard.with { yard in
      try yard.home.done("badge create two --shakes 2")
      try yard.shake(key: "k1")
      try yard.shake(key: "k1")
      #expect(try yard.count("two") == 1)
      try yard.home.done("campaign pause claps")
      #expect(try yard.clap.shake("mia", [:]).outcome == "refused")
      #expect(try yard.count("two") == 1)
      _ = try yard.nod.shake("mia", [:], isDryRun: true)
      #expect(try yard.count("two") == 1)
    }
  }

  @Test func aPictureIsOneOfTheBrandsOrElsewhere() throws {
    try Yard.with { yard in
      for text in ["picture:", "picture:No", "/v1/pictures/a", "javascript:alert(1)", "http://a.example/x", "mug"] {
        let refused = try yard.home.qix(["badge", "create", "one", "--shakes", "1", "--picture", text])
        #expect(refused.exitCode == 2 && refused.errors.contains("--picture"), "\(text): \(refused.errors)")
      }
      try yard.fails("badge create one --shakes 1 --picture picture:gone", "pictures.none-to-show", exit: 2)
      let address = "https://a.example/a.jpg"
      try yard.home.done("badge create one --shakes 1 --picture \(address)")
      try yard.home.done("badge create two --shakes 2")
      for line in ["badge list", "badge of mia"] {
        let page = try JSONValue(parsing: try yard.home.done("\(line) --json"))
        #expect(page["badges"]?.array?.map { $0["picture"] } == [.string(address), .null], "\(line)")
      }
      #expect(try JSONValue(parsing: yard.home.done("badge show one --json"))["picture"]?.string == address)
    }
  }

  @Test func handsGiveAndTake() throws {
    try Yard.with { yard in
      try yard.home.done("badge create founder --by-hand --title The_founder")
      try yard.shake()
      #expect(try !yard.has("founder"))
      try yard.home.done("badge award founder --user mia --reason day-one")
      let again = try JSONValue(parsing: try yard.home.done("badge award founder --user mia --json"))
      #expect(again["changed"] == false)
      #expect(try yard.has("founder"))
      try yard.home.done("badge revoke founder --user mia")
      #expect(try !yard.has("founder"))
      try yard.fails("badge revoke founder --user mia", "badges.not-held", exit: 3)
      try yard.home.done("badge retire founder")
      try yard.fails("badge award founder --user mia", "badges.retired", exit: 5)
    }
  }

  @Test func mistakesAreRefused() throws {
    try Yard.with { yard in
      try yard.home.done("badge create week --days 7")
      try yard.fails("badge create week --days 8", "badges.exists", exit: 5)
      try yard.fails("badge create Week --days 8", "badges.name-malformed", exit: 2)
      try yard.fails("badge create x", "badges.goal", exit: 2)
      try yard.fails("badge create x --days 8 --wins 2", "badges.goal", exit: 2)
      try yard.fails("badge create x --each clap --each bow", "badges.type-not-found", exit: 3)
      try yard.fails("badge create x --wins 2 --campaign clap", "badges.campaign-not-found", exit: 3)
      try yard.fails("badge show weak", "badges.not-found", exit: 3)
      try yard.fails("badge of nobody", "identity.user-not-found", exit: 3)
      for line in [
        "badge create x --days 1", "badge create x --wins 2 --missed 1", "badge create x --by-hand --type clap",
        "badge create x --each clap --type clap",
      ] { #expect(try yard.home.qix(line).exitCode == 2, "\(line)") }
      #expect(try yard.home.done("badge list --quiet") == "week\n")
    }
  }

  @Test func aDryRunChangesNothing() throws {
    try Yard.with { yard in
      try yard.home.done("badge create week --days 7")
      let before = try yard.home.contents()
      for line in ["create x --days 2", "award week --user mia", "retire week"] {
        try yard.home.done("badge \(line) --dry-run")
      }
      #expect(try yard.home.contents() == before)
    }
  }

  @Test func usersWhoBecomeOneHaveWhatBothHad() throws {
    try Yard.with { yard in
      try yard.home.done("user create --external-id ben")
      for badge in ["two --shakes 2", "five --shakes 5", "both --each clap --each nod"] {
        try yard.home.done("badge create \(badge)")
      }
      try yard.shake()
      try yard.shake()
      try yard.shake(yard.nod, by: "ben")
      #expect(try yard.has("two") && !yard.has("two", "ben"))
      try yard.home.done("user merge mia --into ben --yes")
      #expect(try yard.has("two", "ben") && yard.has("both", "ben") && yard.count("five", "ben") == 3)
      try yard.shake(by: "ben")
      try yard.shake(by: "mia")
      #expect(try yard.has("five", "ben"))
      let exported = try yard.home.done("user export ben --reveal --reason asked")
      #expect(exported.contains("\"five\""))
      let ben = try #require(try JSONValue(parsing: try yard.home.done("badge of ben --json"))["user"]?.string)
      try yard.home.done("user erase ben --confirm \(ben) --reason asked")
      #expect(try yard.home.count("badges_awards") == 0 && yard.home.count("badges_progress") == 0)
    }
  }

  @Test func campaignsAndRewardsCanAskForABadge() throws {
    try Yard.with { yard in
      try yard.home.done("badge create one --shakes 1")
      let condition = try #require(BadgesModule.conditions.first)
      let context = Context.unprepared
      func unmet(_ name: String) throws -> String? {
        try yard.home.database.read { connection in
          let user = try #require(
            try connection.first(
              "SELECT user_id FROM badges_awards UNION ALL SELECT x'00000000000000000000000000000001'"
            ) { try $0.identifier(0, UserTag.self) })
          return try condition.unmet(name, user, yard.home.clock.now(), connection, context)?.code
        }
      }
      #expect(try unmet("one") == "badges.missing" && unmet("two") == "badges.unknown")
      try yard.shake()
      #expect(try unmet("one") == nil)
    }
  }
}
