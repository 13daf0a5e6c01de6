import CoinsContract
import IdentityContract
import QixCalendar
import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// What a reward is, whether it was read from a file, a table, options or the database.
@Suite struct RewardRoundTripTests {
  @Test func everyFormSaysEverything() throws {
    let seed = Seed(for: "everyFormSaysEverything")
    var generator = SeededGenerator(seed)
    try CatalogueStage.with { stage in
      for _ in 0..<200 {
        let reward = try Self.random(&generator)
        let writer = RewardWriter(zone: try TimeZone(identifier: reward.timeZone))
        let object = writer.object(reward, price: 7)
        var reader = RewardReader()
        let draft = reader.read(try JSONValue(parsing: JSONValue.object(object).text(.pretty)))
        try #require(reader.faults.all.isEmpty, "\(seed): \(reader.faults.all)")
        #expect(draft.reward(reward.id, reward.state, stock: reward.stock) == reward, "\(seed)")
        #expect(draft.price == 7)
        // As texts, as cells and options have them.
        var texts = JSONObject()
        for member in object.members {
          texts[member.key] = RewardText.json(
            CellGuard.unguarded(CellGuard.guarded(RewardText.cell(member.value))), of: member.key)
        }
        reader.faults = Faults()
        #expect(reader.read(.object(texts)) == draft, "\(seed): \(reader.faults.all)")
        let kept = try stage.home.unchecked.write(Change("test"), isDryRun: true) { connection, _ in
          try RewardStore(connection).insert(reward, at: CatalogueStage.now)
          return [try RewardStore(connection).find("\(reward.id)"), try RewardStore(connection).find(reward.name)]
        }
        #expect(kept == [reward, reward], "\(seed)")
      }
    }
  }

  /// An option, a column and a key are one name.
  @Test func optionsAreTheKeys() {
    let options = Set(CreateReward.forms.map(\.name)).subtracting(["file", "dry-run", "reason", "if-not-exists"])
    #expect(options == Set(RewardKeys.all))
    for key in RewardKeys.all {
      let name = RewardOptions.name(of: JSONPointer([key]))
      #expect(name == "--\(key)" || name == "NAME")
    }
  }

  static func random(_ generator: inout SeededGenerator) throws -> Reward {
    func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? {
      Bool.random(using: &generator) ? value() : nil
    }
    func text(_ most: Int) -> String {
      let letters = Array("abc é字=+-@'\",;|\\ #*_`<>%🙂")
      let body = (0..<Int.random(in: 0...most, using: &generator)).compactMap { _ in
        letters.randomElement(using: &generator)
      }
      return "x" + String(body) + "y"
    }
    func money() -> Money? {
      let codes = ["EUR", "JPY", "KWD", "USD"]
      return Currency(codes[Int.random(in: 0..<4, using: &generator)]).map {
        Money(minorUnits: .random(in: 1...1_000_000, using: &generator), currency: $0)
      }
    }
    let zones = ["UTC", "Europe/Rome", "America/New_York", "Asia/Kathmandu"]
    let start = Timestamp(microseconds: .random(in: 1_800_000_000...1_900_000_000, using: &generator) * 1_000_000)
    let deliveries: [Reward.Delivery] = [
      .goods, .voucher(series: "coffee-2"), .donation(to: text(9)), .raffle(name: "river", tickets: 1),
      .raffle(name: "river", tickets: 12),
    ]
    var ids = IdentifierGenerator(random: SeededRandomSource(seed: generator.next()))
    let perUser: Int64? = maybe(.random(in: 2...9, using: &generator))
    let id: RewardID = ids.next(at: start)
    let conditions = [["tier:gold"], ["tier:gold", "badge:reader"], []]
    return Reward(
      id: id, name: "r\(generator.next() % 1_000_000)", brand: text(8), title: text(20),
      text: maybe(text(20) + "\n\n" + text(9)) ?? "",
      texts: InLanguages(
        Language.allCases.shuffled(using: &generator).prefix(Int.random(in: 0...5, using: &generator)).map {
          (language: $0, value: Words(title: text(9), text: maybe(text(20) + "\n" + text(9))))
        }), picture: maybe("https://example.com/a%20b?c=d#e"),
      state: Reward.State.allCases[Int.random(in: 0..<3, using: &generator)], start: maybe(start),
      end: maybe(start.advanced(byMicroseconds: Timestamp.day)),
      timeZone: zones[Int.random(in: 0..<4, using: &generator)],
      minimumMode: Mode.allCases[Int.random(in: 0..<3, using: &generator)],
      conditions: conditions[Int.random(in: 0..<3, using: &generator)],
      limits: Reward.Limits(perUser: perUser, perUserAndDay: maybe(2), total: maybe(1_000)),
      delivery: deliveries[Int.random(in: 0..<5, using: &generator)], copayment: maybe(money()) ?? nil,
      value: maybe(money()) ?? nil, cost: maybe(money()) ?? nil,
      hold: [Period(days: 7), Period(months: 1), Period(microseconds: 3_600_000_000)][
        Int.random(in: 0..<3, using: &generator)],
      stock: maybe(Asset(number: .random(in: 2...1_000_000_000, using: &generator))))
  }
}
