import CoinsContract
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// Pieces that come and go by hand.
@Suite struct StockStoryTests {
  private static func withMugs(_ body: (CatalogueStage) throws -> Void) throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create mug --brand Alba --title Mug --delivery goods --price 5")
      try body(stage)
      try stage.verify()
    }
  }

  @Test func aDeliveryIsBookedOnce() throws {
    try Self.withMugs { stage in
      let first = try stage.json("reward stock mug --add 200 --idempotency-key delivery-77")
      #expect(first["replayed"]?.bool == false)
      let again = try stage.json("reward stock mug --add 200 --idempotency-key delivery-77")
      #expect(again["replayed"]?.bool == true)
      #expect(again["difference"]?.integer == 200)
      #expect(try stage.standing("mug")?.posted == 200)
      try stage.refused("reward stock mug --add 201 --idempotency-key delivery-77", 5, "rewards.key-conflict")
      try stage.refused(
        "reward stock mug --remove 200 --idempotency-key delivery-77 --reason x", 5, "rewards.key-conflict")
      try stage.refused("reward stock mug --add 1 --idempotency-key ''", 2, "rewards.key-malformed")
    }
  }

  /// No one booking uses up what a shelf can hold: a billion pieces, unless an admin says otherwise, and 10¹² at most.
  @Test func noOneBookingUsesUpTheShelf() throws {
    try Self.withMugs { stage in
      let most = StockPlan.most
      for line in ["--add \(most + 1)", "--add \(Int64.max)", "--count \(most + 1)"] {
        try stage.refused("reward stock mug \(line)", 2, "usage")
      }
      let make = "reward create jug --brand Alba --title Jug --delivery goods --price 5 --stock"
      #expect(try stage.home.qix("\(make) \(Int64.max)").exitCode == 2)
      let refused = try stage.refused("reward stock mug --add 1000000001", 6, "coins.beyond-most")
      #expect(refused.contains("items"), "\(refused)")
      try stage.done("reward stock mug --add 1000000000")
      try stage.done("setting set coins.most-per-operation \(most)")
      for _ in 0..<3 { try stage.done("reward stock mug --add \(most)") }
      #expect(try stage.standing("mug")?.posted == 1_000_000_000 + 3 * most)
    }
  }

  @Test func piecesLeaveByTheWayTheyCame() throws {
    try Self.withMugs { stage in
      for count in [10, 20, 30] { try stage.done("reward stock mug --add \(count)") }
      // More than the last delivery, less than all of them.
      try stage.done("reward stock mug --remove 45 --reason 'broken in transport' --idempotency-key r")
      #expect(try stage.standing("mug")?.posted == 15)
      try stage.done("reward stock mug --remove 45 --reason 'broken in transport' --idempotency-key r")
      #expect(try stage.standing("mug")?.posted == 15)
      try stage.refused("reward stock mug --remove 16 --reason more", 6, "rewards.held-pieces")
      try stage.refused("reward stock mug --remove 1", 2, "rewards.reason-needed")
      try stage.done("reward stock mug --remove 15 --reason 'to charity'")
      try stage.done("reward stock mug --add 3")
      #expect(try stage.standing("mug")?.posted == 3)
    }
  }

  @Test func aStocktakeBooksWhatDiffers() throws {
    try Self.withMugs { stage in
      try stage.done("reward stock mug --add 100")
      #expect(try stage.json("reward stock mug --count 94 --reason 'June' --dry-run")["difference"]?.integer == -6)
      #expect(try stage.standing("mug")?.posted == 100)
      try stage.done("reward stock mug --count 94 --reason June")
      try stage.done("reward stock mug --count 97 --reason 'three were behind the shelf'")
      let same = try stage.json("reward stock mug --count 97 --reason 'once more'")
      #expect(same["difference"]?.integer == 0)
      let changes = try #require(try stage.json("reward stock mug")["changes"]?.array)
      #expect(changes.map { $0["difference"]?.integer } == [0, 3, -6, 100])
      #expect(changes.map { $0["shelf"]?.integer } == [97, 97, 94, 100])
      #expect(changes[1]["reason"]?.string == "three were behind the shelf")
      try stage.done("reward stock mug --count 0 --reason 'all gone'")
      try stage.refused("reward stock mug --count 5", 2, "rewards.reason-needed")
    }
  }

  /// What is held for a user lies there until it is handed over: it is counted, and can't be taken away.
  @Test func whatIsHeldForUsersStays() throws {
    try Self.withMugs { stage in
      try stage.done("reward stock mug --add 10")
      let mug = try stage.reward("mug")
      let asset = try #require(mug.stock)
      let ledger = try stage.context.service(Coins.ledger)
      let hold = try stage.home.database.write(Change("test")) { connection, _ in
        try ledger.post([.hold(4, from: .budget(mug.shelf), asset: asset)], in: connection)[0].transfer
      }
      #expect(try stage.standing("mug") == RewardStock.Standing(posted: 10, held: 4, available: 6, givenOut: 0))
      try stage.refused("reward stock mug --remove 7 --reason x", 6, "rewards.held-pieces")
      try stage.refused("reward stock mug --count 3 --reason x", 6, "rewards.held-pieces")
      try stage.refused("reward stock mug --unlimited", 6, "rewards.still-counted")
      try stage.done("reward stock mug --count 4 --reason 'six are broken'")
      try stage.home.database.write(Change("test")) { connection, _ in
        _ = try ledger.post([.capture(hold)], in: connection)
      }
      #expect(try stage.standing("mug") == RewardStock.Standing(posted: 0, held: 0, available: 0, givenOut: 4))
    }
  }

  @Test func piecesAreCountedOrNot() throws {
    try Self.withMugs { stage in
      try stage.done("reward stock mug --unlimited")
      #expect(try stage.reward("mug").stock == nil)
      try stage.refused("reward stock mug --add 1", 6, "rewards.not-counted")
      // Nothing is lacking any more.
      try stage.done("reward publish mug")
      try stage.done("reward stock mug --counted")
      try stage.done("reward stock mug --counted")
      try stage.done("reward stock mug --add 2")
      #expect(try stage.standing("mug")?.available == 2)
      for line in [
        "--add 1 --remove 1 --reason x", "--add 0", "--remove -1", "--add 1e3", "--counted --idempotency-key k",
      ] {
        try stage.refused("reward stock mug \(line)", 2, "usage")
      }
    }
  }
}
