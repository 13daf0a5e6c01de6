import CoinsContract
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Rewards

/// How many there can be: counted again at each redemption.
@Suite struct LimitTests {
  @Test func aUserHasSoManyAndNoMore() throws {
    try Market.with { market in
      for name in ["ada", "bob"] { try market.user(name, coins: 1_000) }
      try market.reward("mug") { $0.limits.perUser = 3 }
      let first = try market.redeem("mug", by: "ada") { $0.quantity = 2 }.redemption.id
      try market.expectRefused("rewards.limit-per-user") { _ = try market.redeem("mug", by: "ada") { $0.quantity = 2 } }
      let second = try market.redeem("mug", by: "ada").redemption.id
      try market.expectRefused("rewards.limit-per-user") { _ = try market.redeem("mug", by: "ada") }
      _ = try market.redeem("mug", by: "bob") { $0.quantity = 3 }
      // What was cancelled, and what was wholly refunded, is no longer theirs.
      try market.cancel(second)
      _ = try market.redeem("mug", by: "ada")
      _ = try market.confirm(first)
      try market.expectRefused("rewards.limit-per-user") { _ = try market.redeem("mug", by: "ada") }
      try market.refund(first) { $0.coins = 150 }
      try market.expectRefused("rewards.limit-per-user") { _ = try market.redeem("mug", by: "ada") }
      try market.refund(first)
      _ = try market.redeem("mug", by: "ada") { $0.quantity = 2 }
      try market.verify()
    }
  }

  /// Rome's midnight is eleven at night in UTC in January, and ten in summer.
  @Test(arguments: [("2027-01-15T22:30:00Z", 30), ("2027-07-15T21:30:00Z", 30)])
  func aDayIsOneOfTheRewardsZone(_ evening: (at: String, minutes: Int64)) throws {
    try Market.with { market in
      market.home.clock.set(try #require(Timestamp(evening.at)))
      try market.user("ada", coins: 1_000)
      try market.reward("mug") { $0.limits.perUserAndDay = 1 }
      _ = try market.redeem("mug", by: "ada")
      market.home.clock.advance(byMicroseconds: evening.minutes * 60_000_000 - 1)
      try market.expectRefused("rewards.limit-per-day") { _ = try market.redeem("mug", by: "ada") }
      market.home.clock.advance(byMicroseconds: 1)
      _ = try market.redeem("mug", by: "ada")
      try market.expectRefused("rewards.limit-per-day") { _ = try market.redeem("mug", by: "ada") }
      try market.verify()
    }
  }

  @Test func thereAreSoManyInAll() throws {
    try Market.with { market in
      for name in ["ada", "bob"] { try market.user(name, coins: 1_000) }
      try market.reward("trees", .donation(to: "Forest")) { $0.limits.total = 5 }
      try market.reward("mug") { $0.limits.total = 2 }
      _ = try market.redeem("trees", by: "ada") { $0.quantity = 4 }
      try market.expectRefused("rewards.limit-total") { _ = try market.redeem("trees", by: "bob") { $0.quantity = 2 } }
      _ = try market.redeem("trees", by: "bob")
      let held = try market.redeem("mug", by: "ada").redemption.id
      let fulfilled = try market.redeem("mug", by: "bob").redemption.id
      _ = try market.confirm(fulfilled)
      try market.expectRefused("rewards.limit-total") { _ = try market.redeem("mug", by: "ada") }
      try market.cancel(held)
      _ = try market.redeem("mug", by: "ada")
      try market.refund(fulfilled)
      _ = try market.redeem("mug", by: "ada")
      try market.expectRefused("rewards.limit-total") { _ = try market.redeem("mug", by: "ada") }
      try market.verify()
    }
  }
}
