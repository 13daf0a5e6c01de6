import CampaignsContract
import CoinsContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import Shakes

@Suite struct ReplayTests {
  @Test func theSameKeyGivesTheFirstAnswerForEver() throws {
    try Fair.with { fair in
      try fair.open(award: .fixed(10), caps: Campaign.Caps(attemptsPerUser: 2))
      let ada = try fair.user("ada")
      let won = try fair.shake(ada, with: ["code": "a", "units": 2], key: "k-1")
      let refused = try fair.shake(ada, with: ["code": "wrong"], key: "k-2")
      fair.campaigns.change("summer") { $0.state = .ended }
      let before = try fair.home.contents()
      // The order of the evidence's members is no other body.
      let again = try fair.shake(ada, with: ["units": 2, "code": "a"], key: "k-1")
      #expect(again.isReplay && again.outcome == won.outcome && again.shake == won.shake)
      let refusedAgain = try fair.shake(ada, with: ["code": "wrong"], key: "k-2")
      #expect(refusedAgain.isReplay && refusedAgain.outcome == refused.outcome)
      for other in [
        { try fair.shake(ada, with: ["code": "b"], key: "k-1") },
        { try fair.shake(ada, in: nil, with: ["code": "a"], key: "k-1") },
        { try fair.shake(fair.user("ada"), with: ["code": "a", "units": 2], key: "k-2") },
      ] {
        #expect(throws: ShakesError.self) { try other() }
      }
      #expect(try fair.home.contents() == before)
      try fair.verify()
    }
  }

  @Test func keysThatCantBeUsed() throws {
    try Fair.with { fair in
      try fair.open()
      let ada = try fair.user("ada")
      for key in ["", String(repeating: "k", count: 201), "tab\tkey"] {
        #expect(throws: ShakesError.malformedKey) { try fair.shake(ada, key: key) }
      }
    }
  }

  @Test func aDryRunChangesNothing() throws {
    try Fair.with { fair in
      try fair.open()
      let ada = try fair.user("ada")
      let before = try fair.home.contents()
      #expect(try fair.shake(ada, key: "k", isDryRun: true).outcome.won == 10)
      #expect(try fair.home.contents() == before)
      #expect(try !fair.shake(ada, key: "k").isReplay)
    }
  }

  @Test func oneKeyFiftyTimesAtOnceIsOneShake() throws {
    try Fair.with { fair in
      try fair.open()
      let ada = try fair.user("ada")
      let answers = try inParallel(50) { index in
        // Half of them over connections of their own, as other processes have.
        if index % 2 == 0 { return try fair.shake(ada, key: "same") }
        var context = fair.context
        context.database = fair.home.database
        var tools = try PipelineTools(context, campaigns: fair.campaigns)
        tools.types = ["code": CodeShake.self]
        return try ShakeService(tools).run(
          ShakeRequest(user: ada, type: "code", campaign: "summer", key: "same"), reason: nil, isDryRun: false)
      }
      #expect(answers.count { !$0.isReplay } == 1)
      #expect(Set(answers.map(\.shake)).count == 1)
      #expect(try fair.coins(ada) == 10)
      try fair.verify()
    }
  }
}
