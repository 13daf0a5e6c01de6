import CoinsContract
import QixFormats
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Referrals

@Suite struct PayingTests {
  /// What campaigns and programmes pay without a word of an expiry, `coins.expires` says.
  @Test func whatIsPaidLastsAsLongAsTheSettingSays() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.home.done("setting set coins.expires P30D")
      try friends.bring("ben")
      try friends.shake("ben")
      #expect(try friends.pay() == 1)
      let days = try friends.home.unchecked.read {
        try $0.rows("SELECT (expires_at - at) / 86400000000 FROM coins_transfers WHERE kind = 1") { $0.integer(0) }
      }
      #expect(days == [30, 30])
    }
  }

  @Test func bothSidesArePaidOnceAfterProofAndWait() throws {
    try Friends.with { friends in
      try friends.bring("ben")
      #expect(try friends.state(of: "ben") == "claimed")
      #expect(try friends.pay() == 0)
      try friends.shake("ben")
      #expect(try friends.state(of: "ben") == "proved")
      #expect(try friends.pay() == 0)
      friends.wait(hours: 24)
      let before = try friends.home.contents()
      try friends.home.done("referral pay --dry-run")
      #expect(try friends.home.contents() == before)
      #expect(try friends.pay() == 1)
      #expect(try friends.pay() == 0)
      #expect(try friends.coins("mia") == 100 && friends.coins("ben") == 51)
      #expect(try friends.state(of: "ben") == "paid")
      try friends.home.done("coins verify")
    }
  }

  @Test func aProofThatComesTooLateIsWorthNothing() throws {
    try Friends.with("--referrer 100 --shakes 2 --within P2D --wait P0D") { friends in
      try friends.bring("ben")
      try friends.shake("ben")
      friends.wait(hours: 48)
      try friends.shake("ben")
      #expect(try friends.state(of: "ben") == "claimed")
      #expect(try friends.pay() == 0)
      #expect(try friends.state(of: "ben") == "refused referrals.lapsed")
      #expect(try friends.coins("mia") == 0)
    }
  }

  @Test func theWaitIsCountedByTheInstallationsClock() throws {
    try Friends.with("--referrer 100 --wait P1M") { friends in
      try friends.home.done("setting set upkeep.time-zone Asia/Kolkata")
      // 31 May there.
      friends.home.clock.set(try #require(Timestamp("2027-05-30T20:00:00Z")))
      try friends.bring("ben")
      try friends.shake("ben")
      friends.home.clock.set(try #require(Timestamp("2027-06-29T19:59:59Z")))
      #expect(try friends.pay() == 0)
      friends.wait(hours: 1)
      #expect(try friends.pay() == 1)
    }
  }

  @Test func aRepeatedShakeProvesOnce() throws {
    try Friends.with("--referrer 100 --shakes 2 --wait P0D") { friends in
      try friends.bring("ben")
      try friends.shake("ben", key: "k")
      try friends.shake("ben", key: "k")
      #expect(try friends.pay() == 0)
      try friends.shake("ben", key: "l")
      #expect(try friends.pay() == 1)
    }
  }

  @Test func shakesOfOtherCampaignsProveNothing() throws {
    try Friends.with("--referrer 100 --campaign claps --type tv --wait P0D") { friends in
      try friends.bring("ben")
      try friends.shake("ben")
      #expect(try friends.state(of: "ben") == "claimed")
    }
  }

  @Test func capsHoldWhenItIsPaid() throws {
    try Friends.with("--referrer 100 --per-referrer 2 --total 3 --wait P0D") { friends in
      friends.wait(hours: 1)
      try friends.home.done("user create --external-id zoe")
      friends.wait(hours: 1)
      for user in ["a", "b", "c"] { try friends.bring(user) }
      for user in ["d", "e"] { try friends.bring(user, by: "zoe") }
      for user in ["a", "b", "c", "d", "e"] {
        try friends.shake(user)
        friends.wait(hours: 1)
      }
      #expect(try friends.pay() == 3)
      #expect(try friends.coins("mia") == 200 && friends.coins("zoe") == 100)
      #expect(try friends.state(of: "c") == "refused referrals.referrer-limit")
      #expect(try friends.state(of: "e") == "refused referrals.limit")
      try friends.home.done("user create --external-id f")
      try friends.fails("referral claim f --code \(try friends.code())", "referrals.referrer-limit", exit: 6)
    }
  }

  @Test func aSpentBudgetMakesTheRestWait() throws {
    try Friends.with("--referrer 100 --referee 50 --wait P0D", funds: 299) { friends in
      for user in ["a", "b"] {
        try friends.bring(user)
        try friends.shake(user)
      }
      #expect(try friends.pay(exit: 6) == 1)
      #expect(try friends.coins("mia") == 100 && friends.coins("a") + friends.coins("b") == 52)
      try friends.home.done("budget fund referral-friends --amount 1")
      #expect(try friends.pay() == 1)
      #expect(try friends.coins("mia") == 200)
      try friends.home.done("coins verify")
    }
  }

  @Test func theModeIsAskedForWhenItIsPaid() throws {
    try Friends.with("--referrer 100 --minimum-mode signed --wait P0D") { friends in
      try friends.bring("ben")
      try friends.shake("ben")
      #expect(try friends.pay() == 0)
      #expect(try friends.state(of: "ben") == "refused referrals.mode-too-low")
    }
  }

  @Test func whoMayNotActIsNotPaid() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.bring("ben")
      try friends.shake("ben")
      try friends.home.done("user suspend mia --reason trick")
      #expect(try friends.pay() == 0)
      #expect(try friends.state(of: "ben") == "refused referrals.inactive")
    }
  }

  @Test func whatIsSpentOfATrickIsOwed() throws {
    try Friends.with("--referrer 100 --referee 50 --wait P0D") { friends in
      for user in ["a", "b", "c"] { try friends.bring(user) }
      for user in ["a", "b"] { try friends.shake(user) }
      try friends.pay()
      try friends.home.done("referral revoke a --reason trick")
      #expect(try friends.coins("mia") == 100 && friends.coins("a") == 1)
      try friends.fails("referral revoke a", "referrals.not-paid", exit: 5)
      try friends.home.done("coins redeem --from b --amount 40")
      // One coin is left of a shake, and pays too: 50 less 11 are owed.
      let revoked = try friends.home.done("referral revoke b --reason trick --json")
      #expect(revoked.contains("\"owed\": 39"), "\(revoked)")
      #expect(try friends.coins("mia") == 0 && friends.coins("b") == 0)
      try friends.home.done("coins issue --to b --amount 40")
      #expect(try friends.coins("b") == 1)
      // One that isn't paid yet is stopped.
      try friends.home.done("referral revoke c --reason trick")
      try friends.shake("c")
      #expect(try friends.pay() == 0)
      #expect(try friends.state(of: "c") == "revoked")
      try friends.home.done("coins verify")
    }
  }

  /// Both sides go back, and it counts no more: that is what revoking does, and a reversal of one of them doesn't,
  /// whatever is spent of it.
  @Test func whatAReferralPaidIsTakenBackByRevokingIt() throws {
    try Friends.with("--referrer 100 --referee 50 --wait P0D") { friends in
      for user in ["a", "b"] {
        try friends.bring(user)
        try friends.shake(user)
      }
      try friends.pay()
      func transfer(_ user: String, _ side: String) throws -> String {
        let id = try friends.home.done("user show \(user) --quiet").filter { $0 != "\n" }
        let found = try friends.home.database.read { connection in
          try connection.first("SELECT id FROM coins_transfers WHERE key = ?1", .text("referral:friends:\(id):\(side)"))
          {
            "\(try $0.identifier(0, TransferTag.self))"
          }
        }
        return try #require(found)
      }
      for side in ["referrer", "referee"] {
        let before = try friends.home.contents()
        try friends.fails("coins reverse \(try transfer("a", side)) --reason trick", "coins.transfer-owned", exit: 5)
        #expect(try friends.home.contents() == before)
      }
      try friends.home.done("referral revoke a --programme friends --reason trick")
      #expect(try friends.coins("mia") == 100)
      try friends.home.done("coins redeem --from b --amount 40")
      let referrer = try transfer("b", "referrer")
      try friends.fails("coins reverse \(referrer) --reason trick", "coins.transfer-owned", exit: 5)
      try friends.home.done("referral revoke b --reason trick")
      #expect(try friends.coins("mia") == 0)
      try friends.home.done("coins verify")
    }
  }

  /// Whatever the order of claims, shakes, runs and mistakes: nobody is paid twice, and the budget pays what is written.
  @Test func nobodyIsPaidTwice() throws {
    let seed = Seed(for: "ReferralsTests")
    var random = SeededGenerator(seed)
    try Friends.with("--referrer 7 --referee 3 --wait PT2H --within P1D --newcomer P30D", funds: 100) { friends in
      var users = ["mia"]
      for step in 0..<150 {
        let user = users.randomElement(using: &random) ?? "mia"
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
          users.append("u\(step)")
          try friends.home.done("user create --external-id u\(step)")
        case 1, 2:
          let other = users.randomElement(using: &random) ?? "mia"
          _ = try friends.home.qix("referral claim \(user) --code \(try friends.code(of: other))")
        case 3: try friends.shake(user)
        case 4: _ = try friends.home.qix("referral pay")
        case 5: friends.wait(hours: Int64.random(in: 0...5, using: &random))
        default: _ = try friends.home.qix("referral revoke \(user)")
        }
      }
      let paid = try friends.home.database.read { connection in
        try connection.first(
          "SELECT count(*) FROM referrals_claims WHERE state = 3 OR (state = 5 AND referee_transfer IS NOT NULL)"
        ) { $0.integer(0) }
      }
      let grants = try friends.home.database.read { connection in
        try connection.first("SELECT count(*) FROM coins_transfers WHERE key LIKE 'referral:%:referee'") {
          $0.integer(0)
        }
      }
      #expect(paid == grants, "\(seed)")
      try friends.home.done("coins verify")
    }
  }
}
