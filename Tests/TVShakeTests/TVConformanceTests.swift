import QixShake
import QixTesting
import Testing

@testable import TVShake

/// What holds for every type of shake holds for this one.
@Suite struct TVConformanceTests {
  private static let conformance = ShakeConformance(
    TVShakeType.self, settings: ["channels": ["Uno", "Due"]], counts: .onceForUser,
    // The broadcast alone counts: a code that nobody asked for is not looked at.
    garbageMayCount: true,
    prepare: { home in
      // One broadcast around the clock's eight o'clock, and a channel on which nothing is on.
      for (channel, start) in [("Uno", "2027-01-15T07:00"), ("Due", "2027-03-01T07:00")] {
        try home.done(
          "tv schedule add --channel \(channel) --programme Quiz --start \(start) --length 3h --zone UTC")
      }
    },
    good: { _, _, _ in ["channel": "Uno"] },
    bad: [["channel": "Due"], ["channel": "Tre"]])

  @Test(arguments: ShakeConformance.Rule.allCases)
  func itKeepsTheRules(_ rule: ShakeConformance.Rule) throws { try Self.conformance.check(rule) }
}
