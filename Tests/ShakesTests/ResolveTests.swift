import CampaignsContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import ShakesContract
import Synchronization
import Testing

@testable import Shakes

@Suite struct ResolveTests {
  private static let both: [Campaign.ShakeUse] = [
    .use("code"), .use("steps"),
  ]

  @Test func whatIsLeftOutFollowsFromWhatRuns() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      #expect(throws: ShakesError.nothingRuns) { try fair.shake(ada, nil, in: nil) }
      let summer = try fair.open("summer")
      #expect(try fair.shake(ada, nil, in: nil).campaign == summer.id)
      let winter = try fair.open("winter", priority: 1)
      #expect(try fair.shake(ada, "code", in: nil).campaign == winter.id, "the greater priority takes it")
      #expect(throws: ShakesError.unclear(["code in winter", "code in summer"])) { try fair.shake(ada, nil, in: nil) }
      #expect(try fair.shake(ada, nil, in: "summer").campaign == summer.id)
      let link = ShakeContext(link: "qix://acme/summer?from=poster")
      #expect(try fair.shake(ada, nil, in: nil, context: link).campaign == summer.id)
      fair.pass(seconds: 31 * 86_400)
      #expect(throws: ShakesError.nowhere(type: "code")) { try fair.shake(ada, "code", in: nil) }
    }
  }

  @Test func whatCantBeMeantIsNamed() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      try fair.open("summer", types: Self.both)
      let known = ["broken", "code", "liar", "steps"]
      #expect(throws: ShakesError.noType("dance", known: known)) { try fair.shake(ada, "dance") }
      #expect(throws: ShakesError.noCampaign("spring")) { try fair.shake(ada, in: "spring") }
      #expect(throws: ShakesError.notTaken(type: "liar", campaign: "summer", takes: ["code", "steps"])) {
        try fair.shake(ada, "liar")
      }
      #expect(throws: ShakesError.unclear(["code in summer", "steps in summer"])) { try fair.shake(ada, nil) }
      #expect(throws: ShakesError.malformedLink) {
        try fair.shake(ada, "code", in: nil, context: ShakeContext(link: "qix://acme"))
      }
      #expect(throws: ShakesError.noCampaign("spring")) {
        try fair.shake(ada, "code", in: nil, context: ShakeContext(link: "qix://acme/spring"))
      }
      #expect(throws: ShakesError.malformedContext("place", problem: "it is empty")) {
        try fair.shake(ada, context: ShakeContext(place: ""))
      }
      #expect(try fair.home.count("shakes_shakes") == 0, "what is no attempt leaves no trace")
    }
  }

  private struct AtTheStand: DirectiveResolving {
    func prepare(in connection: Connection) {}

    func choice(
      for context: ShakeContext, user: UserID, type: String?, at: Timestamp, in connection: Connection
    ) -> DirectiveChoice? {
      switch context.place {
      case "stand": DirectiveChoice(campaign: "summer", type: "code", directive: "stand-code")
      case "shut": DirectiveChoice(directive: "night", refusal: Refusal("shakes.directive", "it is night"))
      default: nil
      }
    }

    func refreshIfOld() {}
    func refreshing() -> PeriodicTask { PeriodicTask(every: 1_000_000) { _ in } }
  }

  @Test func directivesSayWhatAShakeIs() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      let summer = try fair.open("summer", types: Self.both)
      try fair.open("winter", types: Self.both, priority: 9)
      fair.tools.withLock { $0.directives = AtTheStand() }
      let answer = try fair.shake(ada, nil, in: nil, context: ShakeContext(place: "stand"))
      #expect(answer.campaign == summer.id && answer.type == "code")
      #expect(try fair.record(answer)?.directive == "stand-code")
      #expect(throws: ShakesError.self) { try fair.shake(ada, nil, in: nil, context: ShakeContext(place: "bar")) }
      let shut = try fair.shake(ada, "code", in: nil, context: ShakeContext(place: "shut"))
      #expect(shut.outcome.refusal == "shakes.directive")
      #expect(try fair.record(shut)?.directive == "night")
      #expect(throws: ShakesError.forbidden(Refusal("shakes.directive", "it is night"))) {
        try fair.shake(ada, nil, in: nil, context: ShakeContext(place: "shut"))
      }
      try fair.verify()
    }
  }
}
