import IdentityContract
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
}
