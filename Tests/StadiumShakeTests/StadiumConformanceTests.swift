import QixFormats
import QixShake
import QixTesting
import Testing

@testable import StadiumShake

/// What holds for every type of shake holds for this one.
@Suite struct StadiumConformanceTests {
  /// What the lens would have seen in a recording; another number is another recording.
  private static func sight(heardAt: Int64, slot: Int64?, number: Int) -> JSONValue {
    var reading: JSONObject = [
      "milliseconds": .integer(10_000 + Int64(number)), "rate": 48_000, "channels": 1, "format": "ogg",
      "found": .null, "heard-at": .integer(heardAt),
    ]
    if let slot {
      reading["found"] = [
        "event": 1, "slot": .integer(slot), "last": .integer(slot), "score": 12.5, "threshold": 7.5, "clock": 3.5,
        "confirmed": 5,
      ]
    }
    return ["audio": .object(reading)]
  }

  private static let conformance = ShakeConformance(
    StadiumShake.self, settings: ["within": 1_000], counts: .onceForUser, needsVault: true,
    prepare: { home in
      let start = home.clock.now().advanced(byMicroseconds: -3 * 86_400_000_000)
      try home.done("stadium event add derby --start \(start) --length 7d --position 41.38,2.12")
    },
    good: { stage, user, number in
      // Everybody makes recordings of their own.
      let number = number + 100 * user.utf8.reduce(0) { ($0 * 31 + Int($1)) % 997 }
      let now = stage.home.clock.now().microseconds
      // The event began three days before the home's own beginning.
      let slot = (now - (1_800_000_000_000_000 - 3 * 86_400_000_000)) / 10_000_000
      return ["latitude": 41.381, "longitude": 2.121, "sights": sight(heardAt: now, slot: slot, number: number)]
    },
    bad: [
      ["latitude": 41.381, "longitude": 2.121, "sights": sight(heardAt: 1_800_000_000_000_000, slot: nil, number: 0)],
      ["latitude": 41.381, "longitude": 2.121, "sights": sight(heardAt: 1_800_000_000_000_000, slot: 7, number: 0)],
      ["latitude": 41.381, "longitude": 2.121], [:],
    ])

  @Test(arguments: ShakeConformance.Rule.allCases)
  func itKeepsTheRules(_ rule: ShakeConformance.Rule) throws { try Self.conformance.check(rule) }
}
