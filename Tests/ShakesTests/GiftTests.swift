import CampaignsContract
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import Shakes

/// Prizes that aren't coins, where the pipeline's memory of the ledger is at stake.
@Suite struct GiftTests {
  private static let award = Award.weighted([
    Award.Prize(coins: 5, weight: 1), Award.Prize(Award.Gift("badge:founder", most: 1), weight: 1),
  ])

  /// What a step reserves stays reserved, although its lot wins a gift.
  @Test func aReservationStaysWhereTheLotWinsAGift() throws {
    try Fair.with { fair in
      try fair.home.done("badge create founder --title Founder --by-hand")
      try fair.open(types: [.use("steps"), .use("code")], award: Self.award)
      let (ada, ben) = (try fair.user("ada"), try fair.user("ben"))
      for user in [ada, ben] {
        fair.draws.prepare(1)
        #expect(try fair.shake(user, "steps").outcome.step == "again")
      }
      #expect(try fair.left() == 990)
      try fair.verify()
      fair.draws.prepare(1, 1)
      let won = try fair.shake(ada, "steps", with: ["end": "good"]).gift
      #expect(won == WonGift("badge:founder", title: "Founder", given: nil))
      fair.draws.prepare(1, 1)
      #expect(try fair.shake(ben, "steps", with: ["end": "good"]).outcome.refusal == "shakes.gift-spent")
      fair.draws.prepare(0, 0)
      #expect(try fair.shake(ben).outcome.won == 5)
      #expect(try fair.left() == 995)
      try fair.verify()
    }
  }

  /// Shakes of one transaction: what was posted before one that is refused stays.
  @Test func aRefusedGiftTakesNothingBackOfOthers() throws {
    try Fair.with { fair in
      try fair.home.done("badge create founder --title Founder --by-hand")
      try fair.open(award: Self.award)
      let users = try (0..<4).map { try fair.user("u\($0)") }
      fair.draws.prepare(0, 0, 1, 1, 1, 1, 0, 0)
      let answers = fair.service.submit(
        users.map { ShakeRequest(user: $0, type: "code", campaign: "summer") })
      let outcomes = try answers.map { try $0.get().outcome }
      #expect(outcomes[0].won == 5 && outcomes[1].name == "won" && outcomes[3].won == 5, "\(outcomes)")
      #expect(outcomes[2].refusal == "shakes.gift-spent", "\(outcomes)")
      #expect(try fair.left() == 990)
      try fair.verify()
    }
  }
}
