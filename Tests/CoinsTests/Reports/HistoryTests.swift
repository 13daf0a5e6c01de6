import CoinsContract
import Foundation
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What a wallet's history and statement say, against the entries themselves.
@Suite struct HistoryTests {
  private struct Page: Decodable {
    struct Movement: Decodable, Equatable {
      let transfer: String
      let at: String
      let kind: String
      let amount: Int64
      let balance: Int64
    }
    let next: String?
    let movements: [Movement]
  }

  private struct Statement: Decodable {
    let opening: Int64
    let credits: Int64
    let debits: Int64
    let closing: Int64
    let movements: [Page.Movement]
  }

  /// Users of a till have no external id, so that they are named by id.
  private static func name(_ number: UInt64) -> String { "\(UserID(high: 0x7000, low: number))" }

  private func read<Answer: Decodable>(_ type: Answer.Type, _ line: String, _ till: Till) throws -> Answer {
    let outcome = try till.home.qix("\(line) --json")
    try #require(outcome.exitCode == 0, "qix \(line): \(outcome.errors)")
    return try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
  }

  private func history(_ user: UInt64, _ options: String = "", _ till: Till) throws -> Page {
    try read(Page.self, "wallet history \(Self.name(user)) \(options)", till)
  }

  /// A ledger whose users the directory knows.
  private func withLedger(_ body: (Till, inout SeededGenerator) throws -> Void) throws {
    let seed = Seed(for: "HistoryTests")
    var generator = SeededGenerator(seed)
    try Till.with { till in
      try till.live(&generator)
      for number in UInt64(1)...6 {
        let user = UserID(high: 0x7000, low: number)
        try till.write(
          "INSERT INTO identity_users (id, mode, standing, external_id, created_at) VALUES (?1, 1, 1, ?2, 0)",
          .id(user),
          .text("user-\(number)"))
      }
      try body(till, &generator)
    }
  }

  @Test func pagesTogetherAreTheWhole() throws {
    try withLedger { till, generator in
      for user in UInt64(1)...5 {
        let whole = try history(user, "--limit 100000", till)
        #expect(whole.next == nil && !whole.movements.isEmpty)
        // Newest first, each balance the one before it with its amount.
        for (newer, older) in zip(whole.movements, whole.movements.dropFirst()) {
          #expect(newer.balance == older.balance + newer.amount && newer.transfer > older.transfer)
        }
        let limit = Int.random(in: 1...9, using: &generator)
        for options in ["", "--kind issue --kind redeem", "--since 2027-02-15", "--until 2027-03-01T12:00:00Z"] {
          let expected = try history(user, "--limit 100000 \(options)", till).movements
          var pages: [Page.Movement] = []
          var cursor: String?
          repeat {
            let page = try history(user, "--limit \(limit) \(options) \(cursor.map { "--before \($0)" } ?? "")", till)
            #expect(page.movements.count == limit || page.next == nil)
            pages += page.movements
            cursor = page.next
          } while cursor != nil
          #expect(pages == expected)
        }
      }
    }
  }

  @Test func filtersChooseWhatTheySay() throws {
    try withLedger { till, _ in
      for user in UInt64(1)...5 {
        let whole = try history(user, "--limit 100000", till).movements
        for kind in ["issue", "transfer", "redeem", "expire", "reverse", "capture"] {
          #expect(
            try history(user, "--limit 100000 --kind \(kind)", till).movements == whole.filter { $0.kind == kind })
        }
        // Times as ISO 8601 in UTC without fractions sort as they stand.
        let (since, until) = ("2027-02-01T08:00:00Z", "2027-05-02T08:00:00Z")
        #expect(
          try history(user, "--limit 100000 --since \(since) --until \(until)", till).movements
            == whole.filter { $0.at >= since && $0.at < until })
      }
    }
  }

  /// A cursor is a transfer of the wallet's own history.
  @Test func aCursorOfAnothersHistoryIsNotFound() throws {
    try withLedger { till, _ in
      let other = try #require(try history(1, "--kind issue", till).movements.first)
      let outcome = try till.home.qix("wallet history \(Self.name(4)) --before \(other.transfer)")
      #expect(outcome.exitCode == 3)
    }
  }

  @Test(arguments: [
    ("", ""), ("--from 2027-01-01", "--to 2027-12-31"), ("--from 2027-02-01", "--to 2027-02-28"),
    ("--from 2027-03-03", "--to 2027-03-03"), ("--from 2020-01-01", "--to 2020-12-31"),
    ("--from 2030-01-01", "--to 2030-02-01"),
  ])
  func aStatementAddsUp(from: String, to: String) throws {
    try withLedger { till, _ in
      for user in UInt64(1)...5 {
        let statement = try read(Statement.self, "wallet statement \(Self.name(user)) \(from) \(to)", till)
        #expect(statement.opening + statement.credits + statement.debits == statement.closing)
        #expect(statement.movements.reduce(0) { $0 + max($1.amount, 0) } == statement.credits)
        #expect(statement.movements.reduce(0) { $0 + min($1.amount, 0) } == statement.debits)
        var balance = statement.opening
        for movement in statement.movements {
          balance += movement.amount
          #expect(movement.balance == balance)
        }
        #expect(statement.movements.map(\.at) == statement.movements.map(\.at).sorted())
      }
    }
  }

  /// One statement ends where the next begins, and the last with what the wallet has.
  @Test func statementsFollowOneAnother() throws {
    try withLedger { till, _ in
      for user in UInt64(1)...5 {
        var closing: Int64 = 0
        var count = 0
        for (first, last) in [("2026-12-01", "2027-01-31"), ("2027-02-01", "2027-02-28"), ("2027-03-01", "2030-12-31")]
        {
          let statement = try read(
            Statement.self, "wallet statement \(Self.name(user)) --from \(first) --to \(last)", till)
          #expect(statement.opening == closing)
          closing = statement.closing
          count += statement.movements.count
        }
        #expect(try closing == till.balance(.user(user)).posted)
        #expect(try count == history(user, "--limit 100000", till).movements.count)
      }
    }
  }

  /// Coins that were granted in the past stand where they happened, not where they were booked.
  @Test func aStatementIsOrderedByWhatHappened() throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 5")
      try shop.done("coins issue --to ada --amount 3 --at 2027-01-02")
      try shop.done("coins issue --to ada --amount 2 --at 2026-12-31T23:59:59.999999Z")
      try shop.done("coins issue --to ada --amount 1 --at 2027-01-15T23:59:59.999999Z")
      try shop.done("coins issue --to ada --amount 10 --at 2027-01-16")
      let output = try shop.done("wallet statement ada --to 2027-01-15 --json")
      let statement = try JSONDecoder().decode(Statement.self, from: Data(output.utf8))
      #expect(statement.opening == 2 && statement.closing == 11)
      #expect(statement.movements.map(\.amount) == [3, 5, 1])
      #expect(statement.movements.map(\.balance) == [5, 10, 11])
    }
  }

  @Test(arguments: ["show", "history", "statement", "plot"]) func anUnknownUserIsNotFound(verb: String) throws {
    try Shop.with { shop in
      for name in ["eve", "usr_01m7w9tzg3f7fs9hn862jj74bb", "budget:b", "issuer"] {
        let outcome = try shop.home.qix("wallet \(verb) \(name)")
        #expect(outcome.exitCode == 3, "\(name)")
        #expect(outcome.output.isEmpty)
      }
    }
  }

  @Test(arguments: ["show", "history", "statement", "plot"]) func anEmptyWalletIsShownAsSuch(verb: String) throws {
    try Shop.with { shop in
      let outcome = try shop.home.qix("wallet \(verb) ada")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(!outcome.output.isEmpty)
    }
  }
}
