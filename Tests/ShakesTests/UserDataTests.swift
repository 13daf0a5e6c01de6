import CampaignsContract
import CoinsContract
import IdentityContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import Shakes

@Suite struct UserDataTests {
  private func merge(_ user: UserID, into survivor: UserID, at fair: Fair) throws {
    var context = fair.context
    context.services = Services()
    try fair.write { connection in
      _ = try ShakesModule.merge(user, into: survivor, in: connection, context: fair.context)
    }
  }

  @Test func capsHoldForThePersonThatTwoUsersAre() throws {
    try Fair.with { fair in
      try fair.open(types: [.use("code", ["once": "user"])], caps: Campaign.Caps(attemptsPerUser: 4))
      let (ada, bob) = (try fair.user("ada"), try fair.user("bob"))
      for code in ["1", "2"] { #expect(try fair.shake(ada, with: ["code": .string(code)]).outcome.won == 10) }
      #expect(try fair.shake(bob, with: ["code": "2"]).outcome.won == 10)
      #expect(try fair.home.qix("user merge ada --into bob --yes --reason test").exitCode == 0)
      #expect(try fair.shake(ada, with: ["code": "1"]).outcome.refusal == "shakes.had-already")
      #expect(try fair.shake(ada, with: ["code": "3"]).outcome.won == 10, "the old id leads to the survivor")
      #expect(try fair.shake(bob, with: ["code": "4"]).outcome.refusal == "campaigns.attempts-per-user")
      let listed = try fair.database.read {
        try ShakeList.page(ShakeList.Filter(user: bob), limit: 100, in: $0)
      }
      #expect(listed.map(\.number) == [6, 5, 4, 3, 2, 1].map(Int64.init).filter { listed.map(\.number).contains($0) })
      #expect(listed.count == 6)
      try fair.verify()
      let before = try fair.home.contents()
      try merge(ada, into: bob, at: fair)
      #expect(try fair.home.contents().filter { $0.hasPrefix("shakes_") } == before.filter { $0.hasPrefix("shakes_") })
    }
  }

  /// A program that repeats a request after a merge names the user as before.
  @Test func aKeyKeepsItsAnswerWhenItsUserIsMerged() throws {
    try Fair.with { fair in
      try fair.open()
      let (ada, bob, cleo) = (try fair.user("ada"), try fair.user("bob"), try fair.user("cleo"))
      let won = try fair.shake(ada, with: ["code": "1"], key: "k")
      #expect(try fair.home.qix("user merge ada --into bob --yes --reason test").exitCode == 0)
      #expect(try fair.user("ada") == bob)
      for user in [ada, bob] {
        let again = try fair.shake(user, with: ["code": "1"], key: "k")
        #expect(again.isReplay && again.shake == won.shake && again.outcome == won.outcome)
        #expect(throws: ShakesError.keyConflict("k")) { try fair.shake(user, with: ["code": "2"], key: "k") }
      }
      #expect(throws: ShakesError.keyConflict("k")) { try fair.shake(cleo, with: ["code": "1"], key: "k") }
      #expect(try fair.coins(bob) == 10)
    }
  }

  @Test func exportTellsEverythingAndErasureLeavesWhatCounts() throws {
    try Fair.with { fair in
      try fair.open()
      let ada = try fair.user("ada")
      let answer = try fair.shake(ada, with: ["score": 7], key: "k", context: ShakeContext(place: "stand-by-me"))
      var writer = JSONWriter()
      try fair.database.read { try ShakesModule.writeExport(of: ada, to: &writer, in: $0, context: fair.context) }
      let export = try JSONValue(parsing: writer.bytes)
      #expect(export["shakes"]?.array?.first?["shake"]?.string == "\(answer.shake)")
      #expect(writer.text.contains("stand-by-me"))
      try fair.write { try ShakesModule.erase(ada, in: $0, context: fair.context) }
      #expect(try !fair.home.contents().contains { $0.contains("stand-by-me") })
      #expect(try fair.record(answer)?.outcome == .won)
      // The first answer stays what it was.
      #expect(try fair.shake(ada, with: ["score": 7], key: "k", context: ShakeContext(place: "stand-by-me")).isReplay)
      try fair.verify()
    }
  }
}
