import CoinsContract
import Foundation
import QixKernel
import QixStorage
import QixTesting
import Synchronization
import Testing

@testable import Coins

/// Idempotency: a key stands for one operation.
@Suite struct KeyTests {
  private func issue(_ amount: Int64 = 5, key: String?) -> CoinsContract.Operation {
    var operation = CoinsContract.Operation.issue(amount, to: .user(1))
    operation.key = key
    return operation
  }

  @Test(arguments: [
    "k", " ", "0", String(repeating: "k", count: 200), String(repeating: "ж", count: 200),
    String(repeating: "🎉", count: 200), "'; DROP TABLE coins_transfers; --", "budget:spring", "\u{A0}", "٣",
  ])
  func isTakenAsItIs(_ key: String) throws {
    try Till.with { till in
      let first = try till.post(issue(key: key))
      let before = try till.snapshot()
      till.reopen()
      let again = try till.post(issue(key: key))
      #expect(again == Outcome(transfer: first.transfer, kind: .issue, amount: 5, isReplay: true))
      try expectRefused(.keyConflict(key), issue(6, key: key), at: till)
      #expect(try till.snapshot() == before)
      #expect(try till.rows("SELECT key FROM coins_transfers", columns: 1) == [key])
      try till.verify()
    }
  }

  @Test(arguments: [
    "", "\n", "a\tb", "\u{0}", "k\u{7F}", "\u{85}", "k\u{9F}", String(repeating: "k", count: 201),
    String(repeating: "ж", count: 201),
  ])
  func isRefused(_ key: String) throws {
    try Till.with { till in try expectRefused(.malformedKey, issue(key: key), at: till) }
  }

  /// A program's keys answer itself, and those who may know of all keys.
  @Test func anotherProgramsRequestIsAConflict() throws {
    try Till.with { till in
      func asked(by asker: String?, _ amount: Int64 = 5, key: String = "k") -> CoinsContract.Operation {
        var operation = issue(amount, key: key)
        operation.asker = asker
        return operation
      }
      let first = try till.post(asked(by: "token:a"))
      #expect(try till.post(asked(by: "token:a")).transfer == first.transfer)
      try expectRefused(.keyConflict("k"), asked(by: "token:b"), at: till)
      #expect(try till.post(asked(by: nil)) == till.post(asked(by: "token:a")))
      try expectRefused(.keyConflict("k"), asked(by: nil, 6), at: till)
      // What nobody's program has done is none of a program's.
      try till.post(asked(by: nil, key: "desk"))
      try expectRefused(.keyConflict("desk"), asked(by: "token:b", key: "desk"), at: till)
      #expect(try till.count("coins_transfers") == 2)
      try till.verify()
    }
  }

  @Test func looksAlikeIsNotTheSame() throws {
    try Till.with { till in
      // é as one character and as two: the same to Swift, other bytes to whoever compares them.
      let first = try till.post(issue(key: "caf\u{E9}"))
      let second = try till.post(issue(key: "cafe\u{301}"))
      #expect(first.transfer != second.transfer && !second.isReplay)
    }
  }

  /// Each part of the body tells one operation from another.
  @Test func anotherBodyIsAConflict() throws {
    try Till.with { till in
      var first = CoinsContract.Operation.issue(5, to: .user(1), expires: .at(till.days(1)))
      first.key = "k"
      first.reason = "r"
      first.metadata = "{}"
      first.at = till.days(-1)
      try till.post(first)
      #expect(try till.post(first).isReplay)
      var others: [CoinsContract.Operation] = [
        .issue(6, to: .user(1), expires: .at(till.days(1))), .issue(5, to: .user(2), expires: .at(till.days(1))),
        .issue(5, to: .user(1), expires: .at(till.days(2))), .issue(5, to: .user(1)),
        .issue(5, to: .user(1), expires: .after(Period(days: 2))), .import(5, to: .user(1), expires: .at(till.days(1))),
      ]
      for index in others.indices {
        (others[index].key, others[index].reason) = ("k", "r")
        (others[index].metadata, others[index].at) = ("{}", till.days(-1))
      }
      var (noReason, otherReason, noMetadata, now) = (first, first, first, first)
      noReason.reason = nil
      otherReason.reason = "R"
      noMetadata.metadata = nil
      now.at = nil
      for other in others + [noReason, otherReason, noMetadata, now] {
        try expectRefused(.keyConflict("k"), other, at: till)
      }
    }
  }

  @Test func aRepeatAnswersEvenWhenItWouldBeRefusedNow() throws {
    try Till.with { till in
      try till.post(.issue(5, to: .user(1)))
      var spending = CoinsContract.Operation.redeem(5, from: .user(1))
      spending.key = "k"
      let first = try till.post(spending)
      #expect(try till.post(spending).transfer == first.transfer)
      var grant = CoinsContract.Operation.issue(5, to: .user(1), expires: .at(till.days(1)))
      grant.key = "g"
      try till.post(grant)
      till.advance(days: 2)
      #expect(try till.post(grant).isReplay)
      try till.verify()
    }
  }

  @Test func aRefusedOperationLeavesItsKeyFree() throws {
    try Till.with { till in
      var spending = CoinsContract.Operation.redeem(5, from: .user(1))
      (spending.key, spending.reason) = ("k", "for the first time")
      try expectRefused(.insufficient(account: .user(1), available: 0, wanted: 5), spending, at: till)
      try till.post(.issue(5, to: .user(1)))
      #expect(try !till.post(spending).isReplay)
      try till.verify()
    }
  }

  @Test func aKeyTwiceInABlockIsOneTransfer() throws {
    try Till.with { till in
      let outcomes = try till.block { ledger in try (0..<3).map { _ in try ledger.apply(issue(key: "k")) } }
      #expect(outcomes.map(\.isReplay) == [false, true, true])
      #expect(try till.balance(.user(1)).posted == 5)
      try till.verify()
    }
  }

  @Test func oneKeyFiftyTimesAtOnceIsOneTransfer() throws {
    try Till.with { till in
      let results = try atOnce(50, at: till) { _ in issue(key: "k") }
      let outcomes = results.compactMap { try? $0.get() }
      #expect(outcomes.count == 50)
      #expect(Set(outcomes.map(\.transfer)).count == 1)
      #expect(outcomes.filter { !$0.isReplay }.count == 1)
      #expect(try till.balance(.user(1)).posted == 5)
      #expect(try till.count("coins_transfers") == 1)
      try till.verify()
    }
  }

  @Test func ofManyBodiesAtOnceOneWins() throws {
    try Till.with { till in
      let results = try atOnce(20, at: till) { issue(Int64($0 % 2 + 1), key: "k") }
      let outcomes = results.compactMap { try? $0.get() }
      let refusals = results.compactMap { result in
        if case .failure(let error as CoinsError) = result { error } else { nil }
      }
      #expect(outcomes.count == 10 && Set(outcomes.map(\.amount)).count == 1)
      #expect(refusals == [CoinsError](repeating: .keyConflict("k"), count: 10))
      #expect(try till.count("coins_transfers") == 1)
      try till.verify()
    }
  }

  /// Posts from so many threads, each with its own connection.
  private func atOnce(
    _ count: Int, at till: Till, _ operation: @escaping @Sendable (Int) -> CoinsContract.Operation
  ) throws -> [Result<Outcome, any Error>] {
    let home = till.home
    let results = Board()
    let (start, end) = (DispatchSemaphore(value: 0), DispatchGroup())
    for number in 0..<count {
      end.enter()
      let thread = Thread {
        start.wait()
        results.add(Result { try Till(home).post(operation(number)) })
        end.leave()
      }
      thread.start()
    }
    for _ in 0..<count { start.signal() }
    end.wait()
    return results.all
  }

  private final class Board: Sendable {
    private let results = Mutex<[Result<Outcome, any Error>]>([])
    var all: [Result<Outcome, any Error>] { results.withLock { $0 } }
    func add(_ result: Result<Outcome, any Error>) { results.withLock { $0.append(result) } }
  }
}
