import Foundation
import QixCatalog
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// The first and the last day that there is, the greatest number, the longest text, and what lies behind them, in every
/// option of every command: refused in words, or kept so that all others read it.
@Suite struct ExtremeTests {
  private static let edges = [
    "WHEN": [
      "0001-01-01", "9999-12-31", "9999-12", "9999-12-31T23:59:59Z", "9999-12-31T23:59", "9999-12-31T23:59:59-12:00",
      "10000-01-01", "P9999Y", "9999999d",
    ],
    "COINS": numbers, "COUNT": numbers, "N": numbers, "PIECES": numbers, "DAYS": numbers,
    "DURATION": ["1s", "9999d", "106751991d", "PT999999999H"], "PERIOD": ["P9999Y", "P9999M", "P9999D", "PT1S"],
    "TEXT": [String(repeating: "\u{1F600}", count: 3_000), "\u{202E}x", "\u{200B}"],
  ]
  private static let numbers = ["0", "1", "9223372036854775807", "9223372036854775808", "-1"]

  /// Campaigns and rewards from the first day to the last, in zones on both sides of UTC: what 0.6.0 took for damage.
  @Test(arguments: ["UTC", "America/New_York", "Pacific/Kiritimati"])
  func whatEndsOnTheLastDayIsReadByAll(_ zone: String) throws {
    try SampleHome.with { sample in
      let home = sample.home
      try home.done(
        "campaign create ever --brand Alba --title Ever --start 0001-01-01 --end 9999-12-31 --time-zone \(zone)"
          + " --shake nod --award fixed:1 --expires P1M")
      try home.done("campaign fund ever --amount 10")
      try home.done("campaign start ever")
      try home.done(
        "reward create ever --brand Alba --title Ever --price 5 --delivery goods --stock 5 --start 0001-01-01"
          + " --end 9999-12-31 --time-zone \(zone)")
      try home.done("reward publish ever")
      try home.done("coins issue --to ben --amount 50 --expires 9999-12-31")
      for kind in ["campaign", "reward"] {
        #expect(try home.done("\(kind) list --tsv").contains("ever"))
        // What is shown can be given again.
        let text = try home.done("\(kind) show ever --file -")
        #expect(text.contains("9999-12-31"), "\(text)")
      }
      try home.done("reward redeem ever --user ben --idempotency-key r")
      try home.done("db check")
      try TestHome.with { other in
        try FileManager.default.createDirectory(atPath: "\(other.path)/b", withIntermediateDirectories: true)
        try home.done("db backup \(other.path)/b/copy")
        try home.done("db restore \(other.path)/b/copy --yes")
      }
      #expect(try home.done("campaign list --tsv").contains("ever"))
    }
  }

  @Test func everyOptionOfEveryCommandIsRefusedOrRead() throws {
    var (taken, refused) = (0, 0)
    try SampleHome.with { sample in
      let places = Dictionary(
        try Commands.places().map { ($0.path.dropFirst().joined(separator: " "), $0) }, uniquingKeysWith: { $1 })
      for (command, lines) in TellingTests.questions.sorted(by: { $0.key < $1.key }) {
        guard let place = places[command], let line = lines.first else { continue }
        // What fails as it is says nothing, such as that no sender is set up.
        guard try sample.home.qix(command.split(separator: " ").map(String.init) + sample.filled(line)).exitCode != 1
        else { continue }
        for form in place.forms where form.label.hasPrefix("--") {
          guard let edges = Self.edges[form.placeholder] else { continue }
          for edge in edges {
            var words = command.split(separator: " ").map(String.init) + sample.filled(line)
            words.removeAll { $0 == form.label }
            words += [form.label, edge]
            let outcome = try sample.home.qix(words)
            #expect(
              [0, 2, 3, 4, 5, 6].contains(outcome.exitCode), "\(words): \(outcome.exitCode) \(outcome.errors)")
            if outcome.exitCode == 0 { taken += 1 } else { refused += 1 }
          }
        }
      }
      #expect(taken > 50 && refused > 50, "\(taken) \(refused)")
      #expect(try sample.home.qix("db check").exitCode == 0)
      for (command, lines) in TellingTests.questions.sorted(by: { $0.key < $1.key }) {
        for line in lines {
          let words = command.split(separator: " ").map(String.init) + sample.filled(line)
          #expect(try sample.home.qix(words).exitCode != 7, "\(words)")
        }
      }
    }
  }
}
