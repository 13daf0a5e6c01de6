import CoinsContract
import QixKernel
import QixStorage
import QixTesting

@testable import Coins

/// A small ledger in which everything has happened once: 18 transfers in 15 blocks.
///
/// Accounts: 1 issuer, 2 redeemed, 3 expired, 4 budget `summer`, 5 to 7 the users 1 to 3.
enum SampleLedger {
  @discardableResult
  static func fill(_ till: Till) throws -> [TransferID] {
    try till.openBudget("summer")
    try till.post(.fund(1_000, to: .budget("summer")))  // 1
    var welcome = Operation.issue(100, to: .user(1), expires: .at(till.days(30)))
    (welcome.reason, welcome.key, welcome.metadata) = ("welcome", "k1", #"{"store":"x"}"#)
    try till.block { ledger in
      _ = try ledger.apply(welcome)  // 2, lot 1
      _ = try ledger.apply(.issue(50, to: .user(2)))  // 3, lot 2
      _ = try ledger.apply(.issue(40, from: .budget("summer"), to: .user(1), expires: .at(till.days(60))))  // 4, lot 3
    }
    let spent = try till.post(.redeem(30, from: .user(1)))  // 5
    try till.post(.hold(20, from: .user(1), timesOut: .at(till.days(40))))  // 6, stays open
    let held = try till.post(.hold(10, from: .user(2)))  // 7
    try till.post(.capture(held.transfer, amount: 6))  // 8
    try till.postLinked([
      .transfer(15, from: .user(1), to: .user(2)),  // 9, lot 4
      .issue(5, to: .user(3)),  // 10, lot 5
    ])
    try till.post(.reverse(spent.transfer, amount: 10))  // 11
    try till.post(.issue(7, to: .user(3), expires: .at(till.days(1))))  // 12, lot 6
    till.advance(days: 2)
    try till.sweep()  // 13
    let voided = try till.post(.hold(3, from: .user(2)))  // 14
    try till.post(.void(voided.transfer))  // 15
    try till.post(.hold(5, from: .budget("summer"), to: .user(3), timesOut: .at(till.days(1))))  // 16
    till.advance(days: 2)
    try till.sweep()  // 17
    var last = Operation.issue(9, to: .user(2), expires: .after(Period("P1Y") ?? .init(months: 12)))
    last.reason = "the end"
    try till.post(last)  // 18, lot 7
    return try till.database.read { connection in
      try connection.rows("SELECT id FROM coins_transfers ORDER BY transfer") { try $0.identifier(0) }
    }
  }
}

extension Till {
  /// Runs statements as somebody with all rights on the database would: no triggers, no foreign keys, no checks.
  func tamper(_ sql: String) throws {
    let triggers = try database.read { connection in
      try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") { $0.text(0) }
    }
    let drops = triggers.map { "DROP TRIGGER \($0);" }.joined(separator: "\n")
    try home.unchecked.exclusively {
      try $0.execute(
        script: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(drops)\n\(sql)")
    }
  }
}
