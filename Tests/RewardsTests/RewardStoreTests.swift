import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

@Suite struct RewardStoreTests {
  @Test func aRewardIsReadAsItWasKept() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("reward list").exitCode == 0)
      let now = home.clock.now()
      var reader = RewardReader()
      let draft = reader.read(
        [
          "name": "coffee", "brand": "Alba", "title": "A coffee", "text": "**Hot**\nand good", "delivery": "goods",
          "start": "2027-06-01", "end": "2027-06-30", "time-zone": "Europe/Rome", "conditions": ["tier:gold"],
          "limit-per-user": 3, "copayment": "1 EUR", "hold-for": "PT1H", "minimum-mode": "signed",
        ])
      #expect(reader.faults.all == [])
      let written = try #require(draft.reward(RewardID(high: 0, low: 1), .draft, stock: nil))
      #expect(RewardWriter(zone: nil).object(written, price: nil)["hold-for"]?.string == "PT1H", "as people write it")
      var generator = IdentifierGenerator(random: home.random)
      let reward = try #require(draft.reward(generator.next(at: now), .draft, stock: nil))
      try home.database.write(Change("rewards.create")) { connection, _ in
        try RewardStore(connection).insert(reward, at: now)
      }
      #expect(try home.database.read { try RewardStore($0).require("coffee") } == reward)
      #expect(try home.database.read { try RewardStore($0).require("\(reward.id)") } == reward)
    }
  }
}
