import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Tiers

@Suite struct TierCommandTests {
  @Test func tiersAreListedFromTheLowest() throws {
    try Rows.with { rows in
      #expect(try rows.done("tier list --quiet") == "silver\ngold\nplatinum\n")
      try rows.done("tier set silver --from 6000 --multiplier 1.5 --benefits Free_parcels")
      #expect(try rows.done("tier list --quiet") == "gold\nsilver\nplatinum\n")
      try rows.done("tier remove gold --confirm gold")
      #expect(try rows.done("tier list --quiet") == "silver\nplatinum\n")
    }
  }

  @Test func mistakesAreRefused() throws {
    try Rows.with { rows in
      try rows.fails("tier create gold --from 7", "tiers.exists", exit: 5)
      try rows.fails("tier create Gold --from 7", "tiers.name-malformed", exit: 2)
      try rows.fails("tier create ruby --from 5000", "tiers.threshold-taken", exit: 5)
      try rows.fails("tier create ruby --from 6000", "tiers.multiplier-falls", exit: 2)
      try rows.fails("tier create ruby --from 6000 --multiplier 0.5", "tiers.multiplier-malformed", exit: 2)
      try rows.fails("tier set goldd --from 1", "tiers.not-found", exit: 3)
      try rows.fails("tier set gold", "tiers.nothing-to-set", exit: 2)
      try rows.fails("tier set silver --multiplier 1.6", "tiers.multiplier-falls", exit: 2)
      try rows.fails("tier of nobody", "identity.user-not-found", exit: 3)
      #expect(try rows.home.qix("tier create ruby").exitCode == 2)
      #expect(try rows.home.qix("setting set tiers.period fortnight").exitCode == 2)
      #expect(try rows.done("tier list --quiet") == "silver\ngold\nplatinum\n")
    }
  }

  @Test func aPictureIsOneOfTheBrandsOrElsewhere() throws {
    try Rows.with { rows in
      for text in ["picture:", "picture:No", "/v1/pictures/a", "javascript:alert(1)", "http://a.example/x", "mug"] {
        let refused = try rows.home.qix(["tier", "set", "gold", "--picture", text])
        #expect(refused.exitCode == 2 && refused.errors.contains("--picture"), "\(text): \(refused.errors)")
      }
      for line in ["tier set gold", "tier create ruby --from 30000 --multiplier 2"] {
        try rows.fails("\(line) --picture picture:gone", "pictures.none-to-show", exit: 2)
      }
      let address = "https://a.example/a.jpg"
      try rows.done("tier set gold --picture \(address)")
      try rows.done("coins issue --to mia --amount 5000")
      func pictures() throws -> [JSONValue?] {
        let list = try JSONValue(parsing: try rows.done("tier list --json"))
        return try [rows.page()["picture"]] + (list["tiers"]?.array ?? []).map { $0["picture"] }
      }
      #expect(try pictures() == [.string(address), .null, .string(address), .null])
      // It stays with what else is changed.
      try rows.done("tier set gold --title Gold")
      #expect(try pictures().first == .string(address))
      try rows.done("tier set gold --picture none")
      #expect(try pictures().allSatisfy { $0 == .null })
    }
  }

  @Test func aDryRunChangesNothing() throws {
    try Rows.with { rows in
      let before = try rows.home.contents()
      try rows.done("tier create ruby --from 6000 --multiplier 1.75 --dry-run")
      try rows.done("tier set gold --from 4000 --dry-run")
      try rows.done("tier remove gold --dry-run")
      #expect(try rows.home.contents() == before)
    }
  }

  @Test func campaignsAndRewardsCanAskForATier() throws {
    try Rows.with { rows in
      try rows.done("coins issue --to mia --amount 5000")
      let context = try rows.context()
      let hundredths = try context.database.read { connection in
        let user = try #require(try context.service(Users.directory).find("mia", in: connection))
        let conditions = UserConditions(context.registry)
        let now = rows.home.clock.now()
        func code(_ text: String) throws -> String? {
          try conditions.unmet(of: [text], by: user, at: now, in: connection, context: context)?.code
        }
        #expect(try code("tier:silver") == nil && code("tier:gold") == nil)
        #expect(try code("tier:platinum") == "tiers.too-low")
        #expect(try code("tier:bronze") == "tiers.removed")
        #expect(try code("colour:red") == "identity.condition-unknown")
        #expect(try conditions.problem(with: "tier:gold", in: connection, context: context) == nil)
        for wrong in ["tier:gol", "tier:", "tier", "colour:red", ":gold"] {
          #expect(try conditions.problem(with: wrong, in: connection, context: context) != nil, "\(wrong)")
        }
        return try TiersModule.hundredths(for: user, at: now, in: connection, context: context)
      }
      #expect(hundredths == 150)
    }
  }

  /// A campaign pays by tier where it says so, or where all do; a tier that no campaign pays by is pointed out.
  @Test func aSettingLetsTiersReachEveryCampaign() throws {
    try Rows.with { rows in
      func doctor() throws -> String { try rows.home.qix("doctor --tsv").output }
      let warning = "running campaigns pays by tier"
      #expect(try !doctor().contains(warning))
      try rows.done(
        "tv schedule add --channel Uno --programme Show --start 2027-05-10T00:00 --length 2d --zone UTC")
      try rows.done(
        "campaign create evening --brand Alba --title Evening --start 2027-05-10 --end 2027-06-09 --time-zone UTC "
          + "--shake tv --set tv.channels=[\"Uno\"] --award fixed:10")
      try rows.done("campaign fund evening --amount 1000")
      try rows.done("campaign start evening")
      func wins(_ user: String) throws -> JSONValue {
        if user != "mia" { try rows.done("user create --external-id \(user)") }
        try rows.done("coins issue --to \(user) --amount 5000")
        return try JSONValue(parsing: rows.done("shake send --user \(user) --type tv --campaign evening --json"))
      }
      #expect(try wins("mia")["coins"] == 10)
      #expect(try doctor().contains(warning))
      try rows.done("setting set tiers.everywhere yes")
      let multiplied = try wins("bo")
      #expect(multiplied["coins"] == 15)
      let explained = try rows.done("shake explain \(multiplied["shake"]?.string ?? "")")
      #expect(explained.contains("times 1.5 by tier"), "\(explained)")
      #expect(try !doctor().contains(warning))
      let shown = try rows.home.qix("campaign show evening")
      #expect(shown.errors.contains("every campaign are multiplied by tier"), "\(shown)")
      try rows.done("setting set tiers.everywhere no")
      #expect(try wins("cy")["coins"] == 10)
      try rows.done("campaign rules evening --multiplier tier")
      #expect(try wins("dora")["coins"] == 15 && !doctor().contains(warning))
    }
  }
}
