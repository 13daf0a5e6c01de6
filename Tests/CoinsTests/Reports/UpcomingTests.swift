import CoinsContract
import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What `qix wallet show` says of what will become of a wallet by itself.
@Suite struct UpcomingTests {
  private struct View: Decodable {
    struct Expiry: Decodable, Equatable {
      let expires: String?
      let coins: Int64
    }
    struct Hold: Decodable {
      let hold: String
      let coins: Int64
      let until: String?
      let reason: String?
      let key: String?
    }
    let available: Int64
    let held: Int64
    let more: Bool
    let expiries: [Expiry]
    let holds: [Hold]
  }

  private func view(_ home: TestHome, _ words: String) throws -> View {
    try JSONDecoder().decode(View.self, from: Data(home.done("wallet show \(words) --json").utf8))
  }

  private func withWallets(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised { home in
      for line in [
        "user create --external-id ada", "user create --external-id bo",
        "coins issue --to ada --amount 30 --expires 2028-03-01", "coins issue --to ada --amount 5",
        "coins issue --to ada --amount 20 --expires 2028-02-01",
        "coins issue --to ada --amount 12 --expires 2028-03-01",
        "coins issue --to bo --amount 8 --expires 2028-02-15",
      ] {
        try home.done(line)
      }
      try body(home)
    }
  }

  @Test func coinsAreTakenTogetherByTheMomentAtWhichTheyExpire() throws {
    try withWallets { home in
      let all = try view(home, "ada")
      #expect(
        all.expiries == [
          View.Expiry(expires: "2028-02-02T00:00:00Z", coins: 20),
          View.Expiry(expires: "2028-03-02T00:00:00Z", coins: 42), View.Expiry(expires: nil, coins: 5),
        ])
      #expect(all.expiries.reduce(0) { $0 + $1.coins } == all.available && !all.more && all.holds.isEmpty)
      let first = try view(home, "ada --limit 1")
      #expect(first.expiries.map(\.coins) == [20] && first.more)
      // What comes from another wallet keeps its end, and stands in between.
      try home.done("user merge bo --into ada --reason same")
      #expect(try view(home, "ada").expiries.map(\.coins) == [20, 8, 42, 5])
      // What is over is none, booked or not.
      home.clock.set(try #require(Timestamp("2028-02-20T00:00:00Z")))
      let later = try view(home, "ada")
      #expect(later.expiries.map(\.coins) == [42, 5] && later.available == 47)
    }
  }

  @Test func whatIsHeldIsNamedWithWhatItIsFor() throws {
    try withWallets { home in
      try home.done("coins hold --from ada --amount 25 --times-out 2h --idempotency-key order-1 --reason coat")
      try home.done("coins hold --from ada --amount 10 --idempotency-key order-2")
      try home.done("coins hold --from bo --amount 3 --idempotency-key order-3")
      let both = try view(home, "ada")
      #expect(both.holds.map(\.coins) == [25, 10] && both.holds.map(\.key) == ["order-1", "order-2"])
      #expect(both.holds[0].reason == "coat" && both.holds[0].until != nil && both.holds[1].until == nil)
      #expect(both.expiries.reduce(0) { $0 + $1.coins } == both.available)
      #expect(try view(home, "ada --limit 1").holds.count == 1)
      // Of a wallet that was merged into it, too.
      try home.done("user merge bo --into ada --reason same")
      #expect(try view(home, "ada").holds.map(\.coins) == [25, 10, 3])
      // Whose time is up holds nothing any more.
      home.clock.advance(byMicroseconds: 3 * 3_600_000_000)
      #expect(try view(home, "ada").holds.map(\.coins) == [10, 3])
      try home.done("coins void \(both.holds[1].hold)")
      #expect(try view(home, "ada").holds.map(\.coins) == [3])
    }
  }

  /// Of several tables one is printed for awk: scripts have read the movements there from the first version on.
  @Test func forAwkThereAreTheMovements() throws {
    try withWallets { home in
      let lines = try home.done("wallet show ada --tsv").split(separator: "\n")
      #expect(lines.count == 1 + 4 && lines[0].hasPrefix("transfer\tat\tkind\tamount"))
    }
  }

  /// Whoever asks why coins can't be spent gets that said where the coins are.
  @Test func whoMayNotActIsToldSoBesideTheCoins() throws {
    try withWallets { home in
      #expect(try home.done("wallet show ada --json").contains("\"standing\": \"active\""))
      #expect(try !home.done("wallet show ada").contains("standing"))
      try home.done("user suspend ada --reason farm")
      let outcome = try home.qix("wallet show ada")
      #expect(outcome.output.contains("suspended") && outcome.errors.contains("suspended"))
    }
  }

  @Test func whoHasNothingToExpireIsShownNoTableOfIt() throws {
    try withWallets { home in
      try home.done("user create --external-id cy")
      try home.done("coins issue --to cy --amount 7")
      let text = try home.done("wallet show cy")
      #expect(!text.contains("expires when") && !text.contains("Held"))
      #expect(try view(home, "cy").expiries == [View.Expiry(expires: nil, coins: 7)])
      #expect(try home.done("wallet show ada").contains("expires when"))
    }
  }
}
