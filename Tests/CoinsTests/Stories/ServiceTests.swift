import CoinsContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// The ledger as other modules use it, inside a transaction of theirs.
@Suite struct ServiceTests {
  private func service(_ till: Till) throws -> any CoinLedger {
    var context = Context.unprepared
    context.clock = till.home.clock
    context.random = till.home.random
    context.services = Services(try Registry([UserStandIn.self, CoinsModule.self]))
    return try context.service(Coins.ledger)
  }

  /// Coins needs the module that knows the users; nothing of it is asked here.
  private enum UserStandIn: Module {
    static let id = "identity"
    static let summary = ""
  }

  @Test func postsInTheCallersTransaction() throws {
    try Till.with { till in
      let ledger = try service(till)
      let outcomes = try till.database.write(Change("test.reward")) { connection, _ in
        try ledger.post([.issue(10, to: .user(1)), .redeem(4, from: .user(1))], in: connection)
          + ledger.post([.issue(1, to: .user(2))], in: connection)
      }
      #expect(outcomes.map(\.kind) == [.issue, .redeem, .issue])
      let balances = try till.database.read { connection in
        try [.user(1), .user(2), .user(3), .redeemed].map { try ledger.balance(of: $0, in: connection) }
      }
      #expect(balances.map(\.posted) == [6, 1, 0, 4])
      #expect(balances[2] == Balance(posted: 0, held: 0, available: 0))
      #expect(try till.count("coins_blocks") == 2)
      try till.verify()
    }
  }

  @Test func whatCannotBePostedTakesTheCallersChangesWithIt() throws {
    try Till.with { till in
      let ledger = try service(till)
      let before = try till.snapshot()
      #expect(throws: CoinsError.insufficient(account: .user(1), available: 10, wanted: 11)) {
        try till.database.write(Change("test.reward")) { connection, _ in
          try ledger.post([.issue(10, to: .user(1)), .redeem(11, from: .user(1))], in: connection)
        }
      }
      #expect(try till.snapshot() == before)
      try till.post(.issue(5, to: .user(1)))
      try till.verify()
    }
  }

  @Test func aRepeatGivesTheFirstResult() throws {
    try Till.with { till in
      let ledger = try service(till)
      var reward = CoinsContract.Operation.issue(10, to: .user(1))
      reward.key = "reward-1"
      let outcomes = try (0..<2).map { _ in
        try till.database.write(Change("test.reward")) { connection, _ in try ledger.post([reward], in: connection) }
      }.flatMap { $0 }
      #expect(outcomes.map(\.isReplay) == [false, true])
      #expect(Set(outcomes.map(\.transfer)).count == 1)
      try till.verify()
    }
  }

  /// A ledger that lives on and the service, both on one connection, one transaction after the other.
  @Test func aLedgerThatLivesOnSeesWhatTheServiceHasPosted() throws {
    try Till.with { till in
      let ledger = try service(till)
      try till.post(.issue(10, to: .user(1)))
      _ = try till.database.write(Change("test.reward")) { connection, _ in
        try ledger.post([.redeem(4, from: .user(1))], in: connection)
      }
      try till.post(.issue(1, to: .user(1)))
      #expect(try till.balance(.user(1)).posted == 7)
      try till.verify()
    }
  }
}
