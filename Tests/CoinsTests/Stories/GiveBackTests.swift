import CoinsContract
import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Coins that come back when their time is up already.
@Suite struct GiveBackTests {
  private func giveBack(
    _ operations: [CoinsContract.Operation], grace: Int64? = 30, by actor: String = "local:ada", at till: Till
  ) throws -> Admitted<GivenBack> {
    try till.block { ledger in
      let gate = ApprovalGate(
        actor: actor, now: till.now, random: till.home.random, isDryRun: false, connection: ledger.connection)
      return try ledger.giveBack(
        operations, grace.map { GraceForExpired(Period(days: $0), key: "anew-1") }, by: gate)
    }
  }

  private func anew(_ returned: Admitted<GivenBack>) -> NewLife? {
    guard case .done(let given) = returned else { return nil }
    return given.anew
  }

  @Test func whatHasExpiredIsBookedAsThatAndComesAnew() throws {
    try Till.with { till in
      try till.post(.issue(30, to: .user(1), expires: .at(till.days(5))))
      try till.post(.issue(30, to: .user(1), expires: .at(till.days(50))))
      let spent = try till.post(.redeem(40, from: .user(1))).transfer
      till.advance(days: 10)
      let new = try #require(anew(try giveBack([.reverse(spent)], at: till)))
      #expect(new.amount == 30 && new.expires == till.days(30))
      #expect(try till.lots(.user(1)) == [Remainder(30, till.days(30)), Remainder(30, till.days(40))])
      #expect(try till.kinds(from: 4) == [.reverse, .expire, .import])
      #expect(
        try till.rows("SELECT count(DISTINCT linked) FROM coins_transfers WHERE linked IS NOT NULL", columns: 1) == [
          "1"
        ])
      #expect(try till.balance(.expired).posted == 30)
      try till.verify()
    }
  }

  @Test func withoutGraceItExpires() throws {
    try Till.with { till in
      try till.post(.issue(30, to: .user(1), expires: .at(till.days(5))))
      let spent = try till.post(.redeem(30, from: .user(1))).transfer
      till.advance(days: 10)
      #expect(anew(try giveBack([.reverse(spent)], grace: nil, at: till)) == nil)
      #expect(try till.balance(.user(1)) == Balance(posted: 30, held: 0, available: 0))
      try till.sweep()
      #expect(try till.balance(.user(1)).posted == 0)
      try till.verify()
    }
  }

  @Test func aPartBringsBackWhatLivesLongestAndRenewsWhatDoesNot() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(5))))
      try till.post(.issue(10, to: .user(1)))
      let spent = try till.post(.redeem(20, from: .user(1))).transfer
      till.advance(days: 10)
      #expect(anew(try giveBack([.reverse(spent, amount: 10)], at: till)) == nil)
      #expect(anew(try giveBack([.reverse(spent)], at: till))?.amount == 10)
      #expect(try till.balance(.user(1)).available == 20)
      try till.verify()
    }
  }

  @Test func aHoldThatIsGivenBackIsTreatedAlike() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(5))))
      let hold = try till.post(.hold(8, from: .user(1))).transfer
      till.advance(days: 6)
      #expect(anew(try giveBack([.void(hold)], at: till))?.amount == 8)
      #expect(try till.balance(.user(1)) == Balance(posted: 10, held: 0, available: 8))
      try till.verify()
    }
  }

  @Test func coinsThatComeToASurvivorComeAnewThere() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1), expires: .at(till.days(5))))
      let spent = try till.post(.redeem(10, from: .user(1))).transfer
      _ = try till.block {
        try $0.merge(UserID(high: 0x7000, low: 1), into: UserID(high: 0x7000, low: 2))
      }
      till.advance(days: 6)
      #expect(anew(try giveBack([.reverse(spent)], at: till))?.amount == 10)
      #expect(try till.lots(.user(2)) == [Remainder(10, till.days(30))])
      try till.verify()
    }
  }

  /// Whoever may not bring coins into being alone can't do it by redeeming, waiting and refunding.
  @Test func whatComesAnewNeedsTheApprovalThatNewCoinsNeed() throws {
    try Till.with { till in
      try till.home.done("setting set coins.approval-above 25")
      try till.post(.issue(40, to: .user(1), expires: .at(till.days(5))))
      let spent = try till.post(.redeem(40, from: .user(1))).transfer
      till.advance(days: 10)
      let before = try till.snapshot()
      guard case .waits(let request) = try giveBack([.reverse(spent)], at: till) else {
        Issue.record("it did not wait")
        return
      }
      #expect(try till.snapshot() == before)
      var second = till.home
      second.actor = "local:bob"
      try second.done("coins approve \(request.approval.id)")
      #expect(anew(try giveBack([.reverse(spent)], at: till))?.amount == 40)
      // What is below the limit counts to the day's sum.
      try till.post(.issue(20, to: .user(2), expires: .at(till.days(1))))
      let more = try till.post(.redeem(20, from: .user(2))).transfer
      till.advance(days: 2)
      guard
        case .done = try till.block({ ledger in
          try ledger.giveBack(
            [.reverse(more)], GraceForExpired(Period(days: 1), key: "anew-2"),
            by: ApprovalGate(
              actor: "local:ada", now: till.now, random: till.home.random, isDryRun: false,
              connection: ledger.connection))
        })
      else {
        Issue.record("it waited")
        return
      }
      #expect(try till.rows("SELECT sum(coins) FROM coins_unapproved", columns: 1) == ["20"])
      try till.verify()
    }
  }

  @Test func standingsTellWhatBecameOfATransfer() throws {
    try Till.with { till in
      try till.post(.issue(30, to: .user(1), expires: .at(till.days(5))))
      let hold = try till.post(.hold(20, from: .user(1), timesOut: .at(till.days(1)))).transfer
      func standing(_ id: TransferID) throws -> TransferStanding {
        try #require(try till.database.read { try Standings.standing(of: id, in: $0) })
      }
      #expect(try standing(hold).end == nil && standing(hold).timesOut == till.days(1))
      let capture = try till.post(.capture(hold)).transfer
      try till.post(.reverse(capture, amount: 5))
      let after = try standing(hold)
      #expect(after.end?.transfer == capture && after.end?.kind == .capture && after.reversed == 5)
      #expect(after.from == .user(1) && after.to == .redeemed && after.asset == .coins)
      let lots = try till.database.read { try Standings.lots(spentBy: hold, in: $0) }
      #expect(lots.map(\.amount) == [20] && lots.first?.expires == till.days(5))
      #expect(try till.database.read { try Standings.standing(of: TransferID(high: 1, low: 1), in: $0) } == nil)
    }
  }
}
