import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// A draft goes as if it had never been; what users could have stays on record.
@Suite struct DeleteTests {
  @Test func aDraftGoesWithItsPrices() throws {
    try CatalogueStage.with { stage in
      let make = "reward create mug --brand Alba --title Mug --delivery goods --price 150 --stock 4"
      try stage.done(make)
      try stage.done("reward price mug 200 --from 2027-06-01")
      try stage.done("reward price mug --withdraw 2")
      let stocked = try stage.home.qix("reward delete mug --yes")
      #expect(stocked.exitCode == 6 && stocked.errors.contains("--remove 4"))
      try stage.done("reward stock mug --remove 4 --reason 'never came'")
      let before = try stage.home.contents()
      try stage.done("reward delete mug --yes --dry-run")
      #expect(try stage.home.contents() == before)
      try stage.done("reward delete mug --confirm mug")
      for table in ["rewards", "prices", "withdrawn_prices", "stock_changes"] {
        #expect(try stage.home.count("rewards_\(table)") == 0, "\(table)")
      }
      #expect(try stage.home.done("audit show --json").contains("rewards.delete"))
      // The name again, on the same shelf.
      try stage.done(make)
      #expect(try stage.standing("mug")?.available == 4)
      try stage.done("reward publish mug")
      try stage.verify()
    }
  }

  @Test func whatWasPublishedStays() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create mug --brand Alba --title Mug --delivery goods --price 150 --stock 4")
      try stage.done("reward publish mug")
      #expect(try stage.home.qix("reward delete mug --yes").errors.contains("reward retire mug"))
      try stage.done("reward retire mug --yes")
      try stage.refused("reward delete mug --yes", 5, "rewards.wrong-state")
      #expect(try stage.home.qix("reward delete mug --yes").errors.contains("on record"))
      #expect(throws: (any Error).self) {
        try stage.home.database.write(Change("test.delete")) { connection, _ in
          try connection.run("DELETE FROM rewards_prices")
        }
      }
    }
  }
}
