import CoinsContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Groups are posted whole or not at all.
@Suite struct LinkedTests {
  @Test func aGroupIsMarkedByItsFirstTransfer() throws {
    try Till.with { till in
      try till.post(.issue(1, to: .user(1)))
      try till.postLinked([.issue(5, to: .user(1)), .redeem(3, from: .user(1))])
      try till.postLinked([.issue(1, to: .user(1))])
      #expect(
        try till.rows("SELECT linked FROM coins_transfers ORDER BY transfer", columns: 1) == ["NULL", "2", "2", "NULL"])
      try till.verify()
    }
  }

  /// A group that has opened a wallet, drawn and emptied lots, captured a hold and timed one out, and then fails.
  private func failing(_ hold: TransferID) -> [CoinsContract.Operation] {
    [
      .transfer(15, from: .user(1), to: .user(9)), .capture(hold, amount: 2), .hold(5, from: .user(9), to: .user(8)),
      .issue(6, from: .budget("spring"), to: .user(7)), .redeem(1_000, from: .user(1)),
    ]
  }

  private func prepare(_ till: Till) throws -> TransferID {
    try till.openBudget("spring")
    try till.post(.fund(10, to: .budget("spring")))
    for days in [1, 2, 3] as [Int64] { try till.post(.issue(10, to: .user(1), expires: .at(till.days(days)))) }
    let hold = try till.post(.hold(4, from: .user(1))).transfer
    try till.post(.hold(3, from: .user(1), timesOut: .at(till.now.advanced(byMicroseconds: 1))))
    till.home.clock.advance(byMicroseconds: 2)
    return hold
  }

  @Test func aGroupThatFailsLeavesNoTrace() throws {
    try Till.with { till in
      let hold = try prepare(till)
      let before = try till.snapshot()
      let refusal = try till.block { ledger -> CoinsError? in
        do {
          _ = try ledger.applyLinked(failing(hold))
          return nil
        } catch let refusal as CoinsError {
          return refusal
        }
      }
      // 30 less 4 held, less 15 of the group's own, and the 2 that its capture gave back.
      #expect(refusal == .insufficient(account: .user(1), available: 13, wanted: 1_000))
      #expect(try till.snapshot() == before)
      try till.verify()
    }
  }

  @Test func theSameLedgerGoesOn() throws {
    try Till.with { till in
      let hold = try prepare(till)
      try till.block { ledger in
        // Dirty before the group, and touched by it.
        _ = try ledger.apply(.issue(1, to: .user(1)))
        #expect(throws: CoinsError.self) { try ledger.applyLinked(failing(hold)) }
        _ = try ledger.apply(.issue(2, to: .user(9)))
        _ = try ledger.apply(.capture(hold))
      }
      try till.post(.issue(3, to: .user(8)))
      try till.verify()
      #expect(try till.balance(.user(9)) == Balance(posted: 2, held: 0, available: 2))
      #expect(try till.balance(.user(8)) == Balance(posted: 3, held: 0, available: 3))
      #expect(try till.balance(.user(7)) == Balance(posted: 0, held: 0, available: 0))
      #expect(try till.balance(.user(1)).posted == 27)
      #expect(try till.balance(.budget("spring")) == Balance(posted: 10, held: 0, available: 10))
      #expect(
        try till.kinds() == [.fund, .issue, .issue, .issue, .hold, .hold, .issue, .issue, .capture, .issue])
    }
  }

  @Test func theSameGroupGoesThroughOnceThereIsEnough() throws {
    try Till.with { till in
      let hold = try prepare(till)
      #expect(throws: CoinsError.self) { try till.postLinked(failing(hold)) }
      try till.post(.issue(1_000, to: .user(1)))
      let outcomes = try till.postLinked(failing(hold))
      #expect(outcomes.map(\.kind) == [.transfer, .capture, .hold, .issue, .redeem])
      #expect(try till.balance(.user(9)) == Balance(posted: 15, held: 5, available: 10))
      try till.verify()
    }
  }

  @Test func aGroupSentAgainGivesItsFirstResults() throws {
    try Till.with { till in
      var operations: [CoinsContract.Operation] = [.issue(5, to: .user(1)), .redeem(5, from: .user(1))]
      for index in operations.indices { operations[index].key = "k\(index)" }
      let first = try till.postLinked(operations)
      let before = try till.snapshot()
      let again = try till.postLinked(operations)
      #expect(again.map(\.transfer) == first.map(\.transfer))
      #expect(again.map(\.isReplay) == [true, true])
      #expect(try till.snapshot() == before)
    }
  }
}
