import CoinsContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// `coins.expires`: how long coins last of which their grant says nothing.
@Suite struct DefaultExpiryTests {
  private static func set(_ period: String, _ till: Till) throws {
    try till.home.done("setting set coins.expires \(period)")
  }

  @Test func whatIsGrantedWithoutAWordLastsAsLongAsTheSettingSays() throws {
    try Till.with { till in
      try till.openBudget("b")
      try till.post(.fund(100, to: .budget("b")))
      try till.post(.issue(1, to: .user(1)))
      try Self.set("P30D", till)
      try till.post(.issue(2, to: .user(1)))
      try till.post(.issue(3, from: .budget("b"), to: .user(1)))
      let hold = try till.post(.hold(4, from: .budget("b"), to: .user(1)))
      till.advance(days: 1)
      try till.post(.capture(hold.transfer))
      #expect(
        try till.lots(.user(1)) == [
          Remainder(2, till.days(29)), Remainder(3, till.days(29)), Remainder(4, till.days(30)), Remainder(1, nil),
        ])
    }
  }

  /// What says when it ends, was brought over, or was a user's before, keeps what it has.
  @Test func allElseKeepsItsExpiry() throws {
    try Till.with { till in
      try Self.set("P30D", till)
      try till.post(.issue(5, to: .user(1), expires: .at(till.days(9))))
      try till.post(.import(6, to: .user(1)))
      let lots = [Remainder(5, till.days(9)), Remainder(6, nil)]
      #expect(try till.lots(.user(1)) == lots)
      let spent = try till.post(.redeem(11, from: .user(1)))
      try till.post(.reverse(spent.transfer))
      #expect(try till.lots(.user(1)) == lots)
      let hold = try till.post(.hold(11, from: .user(1), to: .user(2)))
      till.advance(days: 1)
      try till.post(.capture(hold.transfer))
      #expect(try till.lots(.user(2)) == [Remainder(5, till.days(8)), Remainder(6, nil)])
      try till.post(.transfer(11, from: .user(2), to: .user(3)))
      #expect(try till.lots(.user(3)) == [Remainder(5, till.days(8)), Remainder(6, nil)])
    }
  }

  /// The setting is no part of what was asked for: a key answers as it did, and the same lines are the same.
  @Test func aRepeatAnswersAsItWas() throws {
    try Shop.with { shop in
      let file = try shop.file("grants.csv", "user,amount,expires\nada,5,\nbo,6,P9D\n")
      let (single, batch) = ("coins issue --to cy --amount 7 --idempotency-key k --json", "coins issue --file \(file)")
      try shop.done("setting set coins.expires P30D")
      let first = try JSONValue(parsing: shop.done(single))
      try shop.done(batch)
      for value in ["P1D", "none"] {
        try shop.done("setting set coins.expires \(value)")
        let again = try JSONValue(parsing: shop.done(single))
        #expect(again["replayed"] == true && again["expires"] == first["expires"])
        try shop.done(batch)
      }
      #expect(first["expires"] == "2027-02-14T08:00:00Z")
      #expect(try shop.home.count("coins_transfers") == 3)
      let lasts = try shop.home.unchecked.read {
        try $0.rows("SELECT (expires_at - at) / 86400000000 FROM coins_transfers ORDER BY transfer") { $0.integer(0) }
      }
      #expect(lasts == [30, 30, 9])
    }
  }

  @Test func aSingleGrantThatEndedBeforeIsRefused() throws {
    try Shop.with { shop in
      try shop.done("setting set coins.expires P9D")
      let outcome = try shop.home.qix("coins issue --to ada --amount 7 --at 2027-01-01 --json")
      #expect(outcome.errors.contains("coins.expired-already"), "\(outcome)")
    }
  }

  @Test(arguments: ["P0D", "P101Y", "P9999Y", "30", "", "PT5M", "2027-06-30"])
  func whatIsNoPeriodIsRefused(_ text: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix(["setting", "set", "coins.expires", text])
      #expect(outcome.exitCode == 2, "\(outcome)")
    }
  }
}
