import CoinsContract
import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// What users earned in a stretch of time is what their transfers say one by one, whatever was dated back, taken back or
/// merged, whoever asked before, and whether or not the sums could be written.
///
/// `QIX_SEED` repeats a run; `QIX_LONG=1` does fifty times as many.
@Suite struct EarningsTests {
  @Test func sumsAreWhatTheTransfersSay() throws {
    let seed = Seed(for: "sumsAreWhatTheTransfersSay")
    var random = SeededGenerator(seed)
    var asked = 0
    for _ in 0..<(LongForm.isAsked ? 200 : 4) {
      try Till.with { till in
        var run = EarningsRun(till, SeededGenerator(seed: random.next()))
        try run.perform(60, "\(seed)")
        asked += run.found
      }
    }
    // Questions whose answer is nothing prove little.
    #expect(asked > 50, "\(seed)")
  }

  @Test func aChangedSumIsFound() throws {
    try Till.with { till in
      try till.post(.issue(10, to: .user(1)))
      #expect(try till.database.read { try Earnings(connection: $0).fault() } == nil)
      _ = try till.database.write(Change("coins.test")) { connection, _ in
        try Earnings(connection: connection).earned(by: AccountReference.user(1).user, from: .earliest, until: .latest)
      }
      #expect(try till.database.read { try Earnings(connection: $0).fault() } == nil)
      try till.write("UPDATE coins_earned SET coins = 11")
      #expect(try till.database.read { try Earnings(connection: $0).fault() } != nil)
    }
  }
}

private struct EarningsRun {
  private let till: Till
  private var random: SeededGenerator
  private(set) var found = 0
  private static let users: [AccountReference] = (1...4).map { .user($0) }

  init(_ till: Till, _ random: SeededGenerator) { (self.till, self.random) = (till, random) }

  mutating func perform(_ steps: Int, _ seed: String) throws {
    try till.openBudget("july")
    try till.post(.fund(100_000, to: .budget("july")))
    for step in 0..<steps {
      try move()
      try ask("\(seed) step \(step)")
    }
    #expect(try till.database.read { try Earnings(connection: $0).fault() } == nil, "\(seed)")
  }

  private mutating func user() -> AccountReference { Self.users[Int.random(in: 0..<4, using: &random)] }

  private mutating func moment() -> Timestamp {
    till.now.advanced(byMicroseconds: -Int64.random(in: 0...(9 * 24), using: &random) * 3_600_000_000)
  }

  private mutating func move() throws {
    let (amount, user, other) = (Int64.random(in: 1...30, using: &random), user(), user())
    do {
      switch Int.random(in: 0..<14, using: &random) {
      case 0..<5:
        var grant = Operation.issue(amount, from: .budget("july"), to: user)
        if amount % 3 == 0 { grant.at = moment() }
        try till.post(grant)
      case 5: try till.post(.issue(amount, to: user))
      case 6:
        let hold = try till.post(.hold(amount, from: .budget("july"), to: user)).transfer
        try till.post(.capture(hold, amount: max(1, amount / 2)))
      case 7: try till.post(.redeem(amount, from: user))
      case 8: try till.post(.transfer(amount, from: user, to: other))
      case 9, 10:
        guard let any = try transfers().randomElement(using: &random)?.id else { return }
        try till.post(.reverse(any, amount: max(1, amount / 2), takesOthers: amount % 2 == 0))
      case 11 where amount % 3 == 0: _ = try till.block { try $0.merge(user.user, into: other.user) }
      default: till.home.clock.advance(byMicroseconds: Int64.random(in: 1...40, using: &random) * 3_600_000_000)
      }
    } catch is CoinsError {}
  }

  private struct Kept {
    let id: TransferID
    let number: Int64
    let at: Timestamp
    let amount: Int64
    let related: Int64?
    /// Who has the wallet by now that it credited out of the business; nil where it did nothing of the kind.
    let earner: UserID?
    let isReversal: Bool
  }

  private func transfers() throws -> [Kept] {
    try till.database.read { connection in
      try connection.fetchAll(
        """
        SELECT t.id, t.transfer, t.at, t.amount, t.related, t.kind, d.kind AS payer, coalesce(s.owner, c.owner) AS owner
        FROM coins_transfers AS t JOIN coins_accounts AS d ON d.account = t.debit
        JOIN coins_accounts AS c ON c.account = t.credit LEFT JOIN coins_accounts AS s ON s.account = c.merged_into
        ORDER BY t.transfer
        """
      ) { row in
        let kind = try Ledger.kind(row["kind"])
        let isEarned = (kind == .issue || kind == .capture) && (row["payer"] as Int64) != AccountKind.wallet.rawValue
        return Kept(
          id: try row["id"], number: row["transfer"], at: row["at"], amount: row["amount"], related: row["related"],
          earner: isEarned ? try row["owner"] : nil, isReversal: kind == .reverse)
      }
    }
  }

  private mutating func ask(_ what: String) throws {
    let all = try transfers()
    let user = user().user
    let (one, other) = (moment(), moment())
    var (from, until) = (min(one, other), max(one, other).advanced(byMicroseconds: 1))
    // Bounds of whole days, too.
    if Bool.random(using: &random) { from = Timestamp(startOf: from.date) }
    if Bool.random(using: &random) { until = Timestamp(startOf: until.date) }
    let left = Set(Bool.random(using: &random) ? all.suffix(2).map(\.id) : [])
    let kept = all.filter { !left.contains($0.id) }
    // A user who was merged into another has what that one has.
    let owner: UserID? = try till.database.read { connection in
      try connection.fetchOne(
        """
        SELECT coalesce(s.owner, o.owner) AS owner FROM coins_accounts AS o
        LEFT JOIN coins_accounts AS s ON s.account = o.merged_into WHERE o.owner = \(user) AND o.asset = 1
        """
      ) { try $0["owner"] as UserID }
    }
    let earned = kept.filter { $0.earner != nil && $0.earner == owner && $0.at >= from && $0.at < until }
    let expected = earned.reduce(Int64(0)) { sum, grant in
      sum + grant.amount
        - kept.filter { $0.isReversal && $0.related == grant.number }.reduce(0) { $0 + $1.amount }
    }
    let answer: Int64
    if Bool.random(using: &random) {
      answer = try till.database.write(Change("coins.test")) { connection, _ in
        try Earnings(connection: connection).earned(by: user, from: from, until: until, without: left)
      }
    } else {
      answer = try till.database.read { connection in
        try Earnings(connection: connection).earned(by: user, from: from, until: until, without: left)
      }
    }
    if expected != 0 { found += 1 }
    #expect(answer == expected, "\(what): \(user) from \(from) until \(until) without \(left)")
  }
}
