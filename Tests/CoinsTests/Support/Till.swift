import CoinsContract
import IdentityContract
import QixKernel
import QixStorage
import QixTesting

@testable import Coins

/// A connection of its own to a home's database, with one ledger that lives on from block to block, as a batch has it.
final class Till {
  let home: TestHome
  let database: Database
  private var ledger: Ledger?
  var listLimits = ListLimits()

  init(_ home: TestHome) {
    self.home = home
    database = home.database
  }

  /// Lends a till on a fresh home.
  static func with(_ body: (Till) throws -> Void) throws {
    try TestHome.initialised { try body(Till($0)) }
  }

  var now: Timestamp { home.clock.now() }

  /// Another connection to the same data.
  func another() -> Till { Till(home) }

  /// Throws the ledger away: the next block reads everything anew.
  func reopen() { ledger = nil }

  /// Runs one block; when `body` throws nothing of it stays.
  func block<Result: Sendable>(isDryRun: Bool = false, _ body: (Ledger) throws -> Result) throws -> Result {
    do {
      let result = try database.write(Change("coins.test"), isDryRun: isDryRun) { connection, _ in
        let ledger = try self.ledger ?? Ledger(connection, random: home.random)
        ledger.listLimits = listLimits
        self.ledger = ledger
        try ledger.begin(at: home.clock.now())
        let result = try body(ledger)
        try ledger.seal()
        return result
      }
      if isDryRun { ledger?.forget() }
      return result
    } catch {
      ledger?.forget()
      throw error
    }
  }

  /// One operation in a block of its own.
  @discardableResult
  func post(_ operation: Operation) throws -> Outcome { try block { try $0.apply(operation) } }

  /// Several operations, all or nothing, in a block of their own.
  @discardableResult
  func postLinked(_ operations: [Operation]) throws -> [Outcome] { try block { try $0.applyLinked(operations) } }

  /// One operation that must be refused, inside a block that is committed.
  /// - Returns: why; nil when it was not refused.
  func refusal(of operation: Operation) throws -> CoinsError? {
    try block { ledger in
      do {
        _ = try ledger.apply(operation)
        return nil
      } catch let refusal as CoinsError {
        return refusal
      }
    }
  }

  /// Makes an empty budget.
  /// - Returns: false when there is one of that name.
  @discardableResult
  func openBudget(_ name: String) throws -> Bool {
    try database.write(Change("coins.test")) { connection, _ in
      try Budgets.create(name, at: now, random: home.random, in: connection)
    }
  }

  func balance(_ account: AccountReference) throws -> Balance {
    try database.read { try Wallet.balance(of: account, at: now, in: $0) }
  }

  /// What is left in a wallet's lots, the soonest to expire first.
  func lots(_ account: AccountReference) throws -> [Remainder] {
    try database.read { connection in
      guard let found = try Wallet.account(account, at: now, in: connection) else { return [] }
      return try Wallet.lots(of: found, in: connection).map { Remainder($0.remaining, $0.expires) }
    }
  }

  /// Runs a statement as somebody with a shell would.
  func write(_ sql: String, _ values: Value...) throws {
    try database.write(Change("coins.byHand")) { connection, _ in
      let statement = try connection.statement(sql)
      for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
      try statement.run()
    }
  }

  /// The rows of a query, each as a line of text, to compare what is there before and after.
  func rows(_ sql: String, columns: Int) throws -> [String] {
    try database.read { connection in
      try connection.rows(sql) { row in
        (0..<columns).map { row.optionalText($0) ?? "NULL" }.joined(separator: "|")
      }
    }
  }

  func count(_ table: String) throws -> Int64 {
    try database.read { try $0.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0 }
  }
}

/// What is left of a lot, and until when.
struct Remainder: Equatable, CustomStringConvertible {
  let amount: Int64
  let expires: Timestamp?

  init(_ amount: Int64, _ expires: Timestamp?) { (self.amount, self.expires) = (amount, expires) }

  var description: String { "\(amount) until \(expires.map { "\($0)" } ?? "for ever")" }
}

extension AccountReference {
  /// The wallet of a user known by a small number.
  static func user(_ number: UInt64) -> AccountReference { .wallet(UserID(high: 0x7000, low: number)) }
}
