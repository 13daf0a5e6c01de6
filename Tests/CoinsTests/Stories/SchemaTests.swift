import CoinsContract
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// The schema says the invariants a second time: to somebody with a shell on the database and no program in between,
/// foreign keys switched off as the sqlite3 shell has them.
@Suite struct SchemaTests {
  /// A statement, and a part of what the database says to it.
  struct Attack: Sendable, CustomTestStringConvertible {
    let sql: String
    let answer: String
    var testDescription: String { sql }
    init(_ sql: String, _ answer: String) { (self.sql, self.answer) = (sql, answer) }
  }

  static let attacks = [
    Attack("UPDATE coins_transfers SET amount = 1", "transfers are never updated"),
    Attack("UPDATE coins_transfers SET key = NULL", "transfers are never updated"),
    Attack("DELETE FROM coins_transfers WHERE transfer = 9", "transfers are never deleted"),
    Attack("UPDATE coins_entries SET balance = 1", "entries are never updated"),
    Attack("DELETE FROM coins_entries", "entries are never deleted"),
    Attack("UPDATE coins_blocks SET root = zeroblob(32)", "blocks are never updated"),
    Attack("DELETE FROM coins_blocks WHERE block = (SELECT max(block) FROM coins_blocks)", "blocks are never deleted"),
    Attack("UPDATE coins_draws SET amount = 1", "draws are never updated"),
    Attack("DELETE FROM coins_draws", "draws are never deleted"),
    Attack("DELETE FROM coins_lots", "lots are never deleted"),
    Attack("UPDATE coins_welcomes SET account = 1", "welcomes are never updated"),
    Attack("DELETE FROM coins_welcomes", "welcomes are never deleted"),
    Attack("UPDATE coins_merges SET account = 1", "merges are never updated"),
    Attack("DELETE FROM coins_merges", "merges are never deleted"),
    Attack("UPDATE coins_lots SET account = 1", "only what is left of a lot may change"),
    Attack("UPDATE coins_lots SET transfer = 1", "only what is left of a lot may change"),
    Attack("UPDATE coins_lots SET amount = 1000, remaining = 1000", "only what is left of a lot may change"),
    Attack("UPDATE coins_lots SET expires_at = NULL", "only what is left of a lot may change"),
    Attack("UPDATE coins_lots SET remaining = amount + 1", "CHECK constraint failed: remaining"),
    Attack("UPDATE coins_lots SET remaining = -1", "CHECK constraint failed: remaining"),
    Attack("UPDATE coins_lots SET next = NULL WHERE remaining > 0", "CHECK constraint failed: next"),
    Attack("UPDATE coins_accounts SET posted = -1 WHERE kind = 1", "CHECK constraint failed: posted - held >= floor"),
    Attack("UPDATE coins_accounts SET held = posted + 1 WHERE kind = 1", "CHECK constraint failed: posted - held"),
    Attack("UPDATE coins_accounts SET held = -1", "CHECK constraint failed: held >= 0"),
    Attack("UPDATE coins_accounts SET floor = -100 WHERE kind = 1", "CHECK constraint failed: floor"),
    Attack("UPDATE coins_accounts SET posted = 1.5", "cannot store REAL value in INTEGER column"),
    Attack("UPDATE coins_accounts SET owner = zeroblob(16)", "an account keeps its asset, kind and owner"),
    Attack("UPDATE coins_accounts SET kind = 3", "an account keeps its asset, kind and owner"),
    Attack("UPDATE coins_accounts SET asset = 2", "an account keeps its asset, kind and owner"),
    Attack("DELETE FROM coins_accounts", "accounts are never deleted"),
    Attack("DELETE FROM coins_holds", "holds are never deleted"),
    Attack("UPDATE coins_holds SET resolved_by = NULL", "a hold resolves once"),
    Attack("UPDATE coins_holds SET resolved_by = 1", "a hold resolves once"),
    Attack("UPDATE coins_holds SET amount = 1 WHERE resolved_by IS NULL", "only the end of a hold may change"),
    Attack("UPDATE coins_holds SET debit = 1 WHERE resolved_by IS NULL", "only the end of a hold may change"),
    Attack("UPDATE coins_holds SET times_out_at = NULL WHERE resolved_by IS NULL", "only the end of a hold may change"),
    Attack("UPDATE coins_holds SET payee = 5 WHERE resolved_by IS NULL", "only the end of a hold may change"),
    Attack(transfer(kind: 9, related: 2), "UNIQUE constraint failed: coins_transfers.related"),
    Attack(transfer(kind: 8, related: 2), "UNIQUE constraint failed: coins_transfers.related"),
    Attack(transfer(key: "'k'"), "UNIQUE constraint failed: coins_transfers.key"),
    Attack(transfer(key: "''"), "CHECK constraint failed: length(key)"),
    Attack(transfer(number: 1), "UNIQUE constraint failed: coins_transfers.transfer"),
    Attack(transfer(amount: 0), "CHECK constraint failed: amount > 0"),
    Attack(transfer(amount: -5), "CHECK constraint failed: amount > 0"),
    Attack(transfer(kind: 12), "CHECK constraint failed: kind"),
    Attack(transfer(kind: 8), "CHECK constraint failed: (related IS NOT NULL)"),
    Attack(transfer(kind: 1, related: 1), "CHECK constraint failed: (related IS NOT NULL)"),
    Attack(transfer(credit: 1), "CHECK constraint failed: debit <> credit"),
    Attack("INSERT INTO coins_entries VALUES (1000, 1, 5, 5, NULL)", "CHECK constraint failed: amount <> 0"),
    Attack("INSERT INTO coins_entries VALUES (1001, 1, -5, 5, NULL)", "CHECK constraint failed: amount <> 0"),
    Attack("INSERT INTO coins_entries VALUES (1001, 1, 0, 5, NULL)", "CHECK constraint failed: amount <> 0"),
    Attack("INSERT INTO coins_entries VALUES (1001, 1, 5, 5, 1001)", "CHECK constraint failed: previous < entry"),
    Attack("INSERT INTO coins_blocks VALUES (99, 99, 0, 0, zeroblob(32), zeroblob(32))", "CHECK constraint failed"),
    Attack("INSERT INTO coins_blocks VALUES (99, 99, 1, 0, zeroblob(31), zeroblob(32))", "CHECK constraint failed"),
    Attack(
      "INSERT INTO coins_accounts (asset, kind, owner, floor, posted, held) VALUES (1, 1, x'07', 0, 0, 0)",
      "CHECK constraint failed: length(owner)"),
    Attack(
      "INSERT INTO coins_accounts (asset, kind, owner, floor, posted, held) SELECT 1, 1, owner, 0, 0, 0 "
        + "FROM coins_accounts WHERE kind = 1 LIMIT 1", "UNIQUE constraint failed: coins_accounts.owner"),
  ]

  private static func transfer(
    number: Int = 100, kind: Int = 1, credit: Int = 2, amount: Int = 1, related: Int? = nil, key: String = "NULL"
  ) -> String {
    """
    INSERT INTO coins_transfers (transfer, id, kind, debit, credit, amount, at, related, key, fingerprint) \
    VALUES (\(number), randomblob(16), \(kind), 1, \(credit), \(amount), 0, \
    \(related.map { "\($0)" } ?? "NULL"), \(key), zeroblob(16))
    """
  }

  /// An issue with a key, a hold that was captured, one that is open, a void, lots that are used up in part, and a merge.
  private func fill(_ till: Till) throws {
    var issue = CoinsContract.Operation.issue(50, to: .user(1), expires: .at(till.days(9)))
    issue.key = "k"
    try till.post(issue)
    let captured = try till.post(.hold(5, from: .user(1), to: .user(2)))
    try till.post(.capture(captured.transfer))
    try till.post(.hold(5, from: .user(1), timesOut: .at(till.days(1))))
    let voided = try till.post(.hold(5, from: .user(1)))
    try till.post(.void(voided.transfer))
    try till.post(.redeem(5, from: .user(1)))
    try till.post(.redeem(5, from: .user(2)))
    try till.post(.issue(5, to: .user(2), isWelcome: true))
    try till.post(.issue(5, to: .user(3)))
    _ = try till.block { try $0.merge(AccountReference.user(3).user, into: AccountReference.user(2).user) }
  }

  @Test(arguments: attacks)
  func refuses(_ attack: Attack) throws {
    try Till.with { till in
      try fill(till)
      let before = try till.snapshot()
      let error = #expect(throws: StorageError.self) {
        try till.database.exclusively { try $0.execute(script: "PRAGMA foreign_keys = OFF; \(attack.sql)") }
      }
      guard case .constraint(let message)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(message.contains(attack.answer), "\(message)")
      #expect(try till.another().snapshot() == before)
    }
  }

  @Test(arguments: [
    transfer(credit: 99), transfer(kind: 11, related: 99), "INSERT INTO coins_draws VALUES (1, 99, 1)",
    "INSERT INTO coins_entries VALUES (1001, 99, 5, 5, NULL)", "UPDATE coins_holds SET resolved_by = 99 WHERE hold = 4",
  ])
  func refusesWhatRefersToNothing(_ sql: String) throws {
    try Till.with { till in
      try fill(till)
      #expect(throws: StorageError.constraint("FOREIGN KEY constraint failed")) { try till.write(sql) }
    }
  }
}
