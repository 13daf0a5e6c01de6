import CoinsContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// What nobody confirmed in time: coins and piece are free when the moment comes, everywhere that they are shown.
@Suite struct DueRedemptionTests {
  private static let read = [
    "wallet show ada", "reward list --for ada", "reward list", "reward show mug", "reward stock mug", "reward report",
    "reward simulate mug --price 60", "redemption list", "coins report",
  ]

  /// Ada has reserved the last mug for all her coins, and a week has passed.
  private func withForgottenParcel(_ body: (Market, RedemptionID) throws -> Void) throws {
    try Market.with { market in
      try market.user("ada", coins: 100)
      try market.reward("mug", stock: 1)
      let id = try market.redeem("mug", by: "ada").redemption.id
      #expect(try market.coins("ada") == Balance(posted: 100, held: 100, available: 0))
      market.advance(days: 7)
      try body(market, id)
    }
  }

  /// From noon to noon, over a night of 23 hours.
  @Test func aWeekIsOneOfTheInstallationsClock() throws {
    try Market.with { market in
      try market.home.done("setting set upkeep.time-zone Europe/Rome")
      market.home.clock.set(try #require(Timestamp("2027-03-27T11:00:00Z")))
      try market.user("ada", coins: 100)
      try market.reward("mug", stock: 1)
      let redemption = try market.redeem("mug", by: "ada").redemption
      #expect(redemption.heldUntil == Timestamp("2027-04-03T10:00:00Z"))
      try market.verify()
    }
  }

  private func page(_ line: String, _ market: Market) throws -> JSONValue {
    try JSONValue(parsing: try market.home.done("\(line) --json"))
  }

  @Test func coinsAndPieceAreFreeAtOnce() throws {
    try withForgottenParcel { market, id in
      #expect(try page("wallet show ada", market)["available"]?.integer == 100)
      #expect(try page("reward list --for ada", market)["rewards"]?.array?.first?["can_redeem"] == .bool(true))
      #expect(try page("reward list", market)["rewards"]?.array?.first?["left"]?.integer == 1)
      #expect(try page("reward report", market)["outstanding"]?.integer == 100)
      #expect(try market.shelf("mug") == Balance(posted: 1, held: 0, available: 1))
      #expect(try market.faults() == [])
      // And so they are: the same mug again, for the same coins.
      #expect(try market.redeem("mug", by: "ada").redemption.id != id)
      try market.verify()
    }
  }

  @Test func bookingChangesNothingThatIsSeen() throws {
    try withForgottenParcel { market, id in
      func pages() throws -> [String] { try Self.read.map { try market.home.done("\($0) --json") } }
      func ends() throws -> [String?] {
        let story = try page("redemption show \(id)", market)
        #expect(story["state"]?.string == "timed-out")
        return story["transfers"]?.array?.map { $0["end"]?.string } ?? []
      }
      let before = try pages()
      #expect(try ends() == ["time-out", "time-out"])
      try market.home.done("coins expire")
      for (line, (was, now)) in zip(Self.read, zip(before, try pages())) { #expect(was == now, "qix \(line)") }
      #expect(try ends() == ["time-out", "time-out"])
      try market.verify()
    }
  }

  /// What somebody takes off the shelf, or finds there, is judged by what is free.
  @Test func aPieceThatCameBackCanBeTakenOffTheShelf() throws {
    try withForgottenParcel { market, _ in
      try market.home.done("reward stock mug --remove 1 --reason broken")
      #expect(try market.shelf("mug") == Balance(posted: 0, held: 0, available: 0))
      try market.verify()
    }
  }

  /// A clock that went back shows it as held again until it is booked; the check goes by the later moment, and still
  /// finds nothing wrong.
  @Test func aClockThatWentBackMakesNoFault() throws {
    try withForgottenParcel { market, _ in
      try market.home.done("user create --external-id later")
      market.advance(days: -3)
      #expect(try market.home.qix("db check").exitCode == 0)
    }
  }
}
