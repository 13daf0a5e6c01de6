import QixFormats
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Rewards

/// What a reward cost, costs and will cost.
@Suite struct PriceTests {
  @Test func pricesAndOffersComeAndGoByThemselves() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create coffee --brand Alba --title Coffee --delivery goods --time-zone Europe/Rome")
      #expect(try stage.json("reward price coffee")["price"]?.isNull == true)
      try stage.refused("reward price coffee --percent-off 20 --until 2027-02-01", 6, "rewards.no-price")
      try stage.done("reward price coffee 120")
      try stage.done("reward price coffee 150 --from 2027-03-01")
      try stage.done("reward price coffee --percent-off 20 --from 2027-02-20 --until 2027-03-10")
      try stage.done("reward price coffee 90 --from 2027-02-25T18:00 --until 2027-02-25T20:00")
      try expectGolden(try stage.done("reward price coffee"), "prices.txt")
      let moments = [
        ("2027-01-20T00:00:00Z", 120), ("2027-02-20T00:00:00Z", 96), ("2027-02-25T17:00:00Z", 90),
        ("2027-02-25T19:00:00Z", 96), ("2027-02-28T22:59:59Z", 96), ("2027-02-28T23:00:00Z", 120),
        ("2027-03-10T22:59:59Z", 120), ("2027-03-10T23:00:00Z", 150), ("2030-01-01T00:00:00Z", 150),
      ]
      let id = try stage.reward("coffee").id
      for (moment, coins) in moments {
        let time = try #require(Timestamp(moment))
        #expect(
          try stage.home.database.read { try RewardStore($0).price(of: id, at: time) } == Int64(coins), "\(moment)")
      }
      #expect(try stage.home.database.read { try RewardStore($0).price(of: id, at: Timestamp(microseconds: 0)) } == nil)
      // The price of now is no change.
      let before = try stage.home.count("rewards_prices")
      try stage.done("reward price coffee 120")
      #expect(try stage.home.count("rewards_prices") == before)
    }
  }

  @Test func aScriptThatRunsAgainWritesNothingTwice() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create mug --brand Alba --title Mug --delivery goods --price 100")
      func entries() throws -> Int64 { try stage.home.count("rewards_prices") }
      for line in [
        "reward price mug 150 --from 2027-03-01", "reward price mug 80 --until 2027-06-01",
        "reward price mug --percent-off 10 --from 2027-03-01 --until 2027-04-01",
      ] {
        try stage.done(line)
        let before = try entries()
        stage.home.clock.advance(byMicroseconds: 1_000_000)
        try stage.done(line)
        #expect(try entries() == before, "\(line)")
      }
      // Another price took its place meanwhile, so that it is something to write down.
      try stage.done("reward price mug 140 --from 2027-03-01")
      let before = try entries()
      try stage.done("reward price mug 150 --from 2027-03-01")
      #expect(try entries() == before + 1)
    }
  }

  @Test func whatLiesAheadCanBeTakenBack() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create coffee --brand Alba --title Coffee --delivery goods --price 100")
      try stage.done("reward price coffee 200 --from 2027-02-01")
      try stage.done("reward price coffee --percent-off 50 --until 2027-03-01")
      try stage.refused("reward price coffee --withdraw 1", 5, "rewards.price-in-force")
      try stage.refused("reward price coffee --withdraw 9", 3, "rewards.price-not-found")
      try stage.done("reward price coffee --withdraw 2")
      try stage.refused("reward price coffee --withdraw 2", 5, "rewards.price-in-force")
      stage.home.clock.advance(byMicroseconds: 20 * Timestamp.day)
      #expect(try stage.json("reward price coffee")["price"]?.integer == 50)
      // An offer ends at once; what it was before stays so.
      try stage.done("reward price coffee --withdraw 3")
      #expect(try stage.json("reward price coffee")["price"]?.integer == 100)
      let history = try stage.home.database.read {
        try RewardStore($0).prices(of: try RewardStore($0).require("coffee").id)
      }
      #expect(history.coins(at: CatalogueStage.now) == 50)
    }
  }

  /// Scripts and people say how long, not until when.
  @Test func aLengthOfTimeIsCountedFromNow() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create coffee --brand Alba --title Coffee --delivery goods --price 100")
      try stage.done("reward price coffee 90 --from tomorrow --until P7D")
      let history = try stage.home.database.read {
        try RewardStore($0).prices(of: try RewardStore($0).require("coffee").id)
      }
      let offer = try #require(history.prices.last)
      // Now is 2027-01-15T08:00:00Z.
      #expect(offer.from == Timestamp("2027-01-16T00:00:00Z") && offer.until == Timestamp("2027-01-22T08:00:00Z"))
    }
  }

  /// A day of an offer holds to its end by the clock of the reward, and that is the installation's where nobody chose.
  @Test func daysAreOfTheInstallationsZone() throws {
    try CatalogueStage.with { stage in
      func end(_ name: String, _ words: String) throws -> Timestamp? {
        try stage.done("reward price \(name) --percent-off 10 --until \(words)")
        return try stage.home.database.read {
          try RewardStore($0).prices(of: try RewardStore($0).require(name).id).prices.last?.until
        }
      }
      try stage.done("reward create early --brand Alba --title Early --delivery goods --price 100")
      try stage.done("setting set upkeep.time-zone Europe/Rome")
      try stage.done("reward create late --brand Alba --title Late --delivery goods --price 100")
      try stage.done(
        "reward create far --brand Alba --title Far --delivery goods --price 100 --time-zone America/New_York")
      for name in ["early", "late"] {
        #expect(try end(name, "tomorrow") == Timestamp("2027-01-16T23:00:00Z"), "\(name)")
        #expect(try end(name, "2027-01-20 --zone UTC") == Timestamp("2027-01-21T00:00:00Z"), "\(name)")
      }
      #expect(try end("far", "tomorrow") == Timestamp("2027-01-17T05:00:00Z"))
      // The period of a reward takes the same words.
      try stage.done("reward create soon --brand Alba --title Soon --delivery goods --start tomorrow --end 7d")
      let soon = try stage.reward("soon")
      #expect(soon.start == Timestamp("2027-01-15T23:00:00Z") && soon.end == Timestamp("2027-01-22T08:00:00Z"))
      #expect(soon.timeZone == "Europe/Rome")
    }
  }

  @Test func nothingReachesIntoThePast() throws {
    try CatalogueStage.with { stage in
      try stage.done("reward create coffee --brand Alba --title Coffee --delivery goods --price 100")
      try stage.refused("reward price coffee 90 --from 2027-01-01", 2, "rewards.price-in-past")
      try stage.refused("reward price coffee 90 --until 2027-01-14", 2, "rewards.empty-offer")
      try stage.refused("reward price coffee 90 --from 2027-02-02 --until 2027-02-01", 2, "rewards.empty-offer")
      try stage.refused("reward price coffee 100 --until 2027-02-01", 6, "rewards.no-offer")
      try stage.refused("reward price coffee 90 --from someday", 2, "usage")
      for line in [
        "0", "-5", "1.5", "9223372036854775808", "90 --percent-off 5 --until 2027-02-01", "--percent-off 5",
        "--percent-off 100 --until 2027-02-01", "--from 2027-02-01", "--withdraw 1 --until 2027-02-01",
      ] {
        try stage.refused("reward price coffee \(line)", 2, "usage")
      }
      // The schema says it too.
      let id = try stage.reward("coffee").id
      for sql in [
        "UPDATE rewards_prices SET coins = 1",
        "INSERT INTO rewards_prices VALUES (9, ?1, 5, NULL, 1, NULL, 6)",
        "INSERT INTO rewards_withdrawn_prices VALUES (1, 1900000000000000)",
      ] {
        #expect(throws: StorageError.self) {
          try stage.home.database.write(Change("test")) { connection, _ in
            if sql.contains("?1") { try connection.run(sql, .id(id)) } else { try connection.run(sql) }
          }
        }
      }
    }
  }

  /// Against a model that knows nothing of indices and orders: a table of each moment's price, filled in as prices come.
  @Test func thePriceOfEachMomentIsWhatTheModelSays() throws {
    let seed = Seed(for: "thePriceOfEachMomentIsWhatTheModelSays")
    var generator = SeededGenerator(seed)
    try CatalogueStage.with { stage in
      for round in 0..<12 {
        try stage.done("reward create r\(round) --brand A --title B --delivery goods")
        let id = try stage.reward("r\(round)").id
        var model = PriceModel()
        for hour in 0..<24 {
          let now = PriceModel.time(hour)
          try stage.home.database.write(Change("test")) { connection, _ in
            let store = RewardStore(connection)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
              try Self.act(&model, store, id, hour, now, &generator)
            }
          }
          try stage.home.database.read { connection in
            let store = RewardStore(connection)
            let history = try store.prices(of: id)
            for other in 0..<PriceModel.hours {
              let (time, expected) = (PriceModel.time(other), model.coins(other))
              #expect(history.coins(at: time) == expected, "\(seed): round \(round), at \(hour), for \(other)")
              #expect(
                try store.price(of: id, at: time) == expected, "\(seed): round \(round), at \(hour), for \(other)")
            }
            // Changes that are announced are changes.
            var last = history.coins(at: now)
            for change in history.changes(after: now) {
              #expect(change.coins != last && history.coins(at: change.at) == change.coins, "\(seed)")
              last = change.coins
            }
          }
        }
      }
    }
  }

  private static func act(
    _ model: inout PriceModel, _ store: RewardStore, _ id: RewardID, _ hour: Int, _ now: Timestamp,
    _ generator: inout SeededGenerator
  ) throws {
    let from = hour + Int.random(in: 0...6, using: &generator)
    let until = from + Int.random(in: 1...9, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let coins = Int64.random(in: 1...300, using: &generator)
      try store.add(.coins(coins), to: id, from: PriceModel.time(from), at: now)
      model.prices.append(.init(from: from, coins: coins))
    case 1:
      let percent = Int64.random(in: 1...99, using: &generator)
      try store.add(
        .percentOff(percent), to: id, from: PriceModel.time(from), until: PriceModel.time(until), at: now)
      model.offers.append(.init(from: from, until: until, percent: percent, coins: nil))
    case 2:
      let coins = Int64.random(in: 1...200, using: &generator)
      try store.add(.coins(coins), to: id, from: PriceModel.time(from), until: PriceModel.time(until), at: now)
      model.offers.append(.init(from: from, until: until, percent: nil, coins: coins))
    default:
      let open = try store.prices(of: id).prices.filter { $0.withdrawn == nil && now < $0.until ?? $0.from }
      guard let price = open.randomElement(using: &generator) else { return }
      try store.withdraw(price, at: now)
      model.withdraw(price, at: hour)
    }
  }
}

/// Prices of some hours, as one would keep them on paper.
struct PriceModel {
  struct Regular {
    let from: Int
    let coins: Int64
    var isWithdrawn = false
  }

  struct Offer {
    let from: Int
    var until: Int
    let percent: Int64?
    let coins: Int64?
  }

  static let hours = 48
  var prices: [Regular] = []
  var offers: [Offer] = []

  static func time(_ hour: Int) -> Timestamp {
    CatalogueStage.now.advanced(byMicroseconds: Int64(hour) * 3_600_000_000)
  }

  mutating func withdraw(_ price: Price, at hour: Int) {
    func isOf(_ from: Int) -> Bool { Self.time(from) == price.from }
    if price.until == nil {
      guard case .coins(let coins) = price.terms,
        let index = prices.firstIndex(where: { isOf($0.from) && $0.coins == coins && !$0.isWithdrawn })
      else { return }
      prices[index].isWithdrawn = true
    } else {
      let index = offers.firstIndex { offer in
        let terms: Price.Terms = offer.percent.map(Price.Terms.percentOff) ?? .coins(offer.coins ?? 0)
        return isOf(offer.from) && Self.time(offer.until) == price.until && terms == price.terms
      }
      if let index { offers[index].until = hour }
    }
  }

  func coins(_ hour: Int) -> Int64? {
    var regular: Int64?
    // Hour by hour, the last that was said of one wins.
    for step in 0...hour {
      for price in prices where price.from == step && !price.isWithdrawn { regular = price.coins }
    }
    guard let regular else { return nil }
    let running = offers.filter { $0.from <= hour && hour < $0.until }
    let offered = running.map { offer in
      offer.coins ?? Int64((Double(regular) * Double(100 - (offer.percent ?? 0)) / 100 - 1e-9).rounded(.up))
    }
    return min(regular, offered.min() ?? regular)
  }
}
