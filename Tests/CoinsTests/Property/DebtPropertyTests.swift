import CoinsContract
import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Whatever order payments, spending, holds, refunds, merges, expiry and taking back come in: what was taken back of a
/// payment, or is owed of it, is what was asked for; nobody has free coins while they owe; the ledger stays sound.
///
/// `QIX_SEED` repeats a run; `QIX_LONG=1` does a hundred times as many.
@Suite struct DebtPropertyTests {
  @Test func nothingIsGainedInAnyOrder() throws {
    let seed = Seed(for: "nothingIsGainedInAnyOrder")
    var random = SeededGenerator(seed)
    var (owed, settled): (Int64, Int64) = (0, 0)
    for _ in 0..<(LongForm.isAsked ? 400 : 20) {
      try Till.with { till in
        var run = DebtRun(till, random: SeededGenerator(seed: random.next()))
        do {
          try run.perform(60)
        } catch {
          Issue.record("\(seed): \(error)\n\(run.log.joined(separator: "\n"))")
        }
        owed += run.owed
        settled += run.settled
      }
    }
    // Runs in which nobody owes and pays prove nothing.
    #expect(owed > 0 && settled > 0, "\(seed)")
  }
}

private struct DebtRun {
  private let till: Till
  private var random: SeededGenerator
  private(set) var log: [String] = []
  /// Coins that each payment was to give back.
  private var wanted: [TransferID: Int64] = [:]
  private var payments: [(id: TransferID, amount: Int64)] = []
  private var spendings: [TransferID] = []
  private var holds: [TransferID] = []
  private(set) var owed: Int64 = 0
  private(set) var settled: Int64 = 0
  private static let users: [AccountReference] = (1...4).map { .user($0) }

  init(_ till: Till, random: SeededGenerator) { (self.till, self.random) = (till, random) }

  mutating func perform(_ steps: Int) throws {
    try till.openBudget("july")
    try till.post(.fund(100_000, to: .budget("july")))
    for _ in 0..<steps {
      try step()
      try check()
    }
    let report = try Verification.run(till.database, random: till.home.random)
    guard report.isSound else { throw Run.Difference(description: "\(report.faults)") }
    try till.database.read { try Invariant.checkAll(in: $0) }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  private mutating func step() throws {
    let user = Self.users[Int.random(in: 0..<Self.users.count, using: &random)]
    let other = Self.users[Int.random(in: 0..<Self.users.count, using: &random)]
    let amount = Int64.random(in: 1...30, using: &random)
    let end = Expiry.at(till.now.advanced(byMicroseconds: Int64.random(in: 1...40, using: &random) * 3_600_000_000))
    let kind = Int.random(in: 0..<18, using: &random)
    log.append("\(kind) \(user) \(other) \(amount)")
    do {
      switch kind {
      case 0..<4:
        let expires = kind == 0 ? end : nil
        let paid = try till.post(.issue(amount, from: .budget("july"), to: user, expires: expires))
        payments.append((paid.transfer, amount))
      case 4, 5: spendings.append(try till.post(.redeem(amount, from: user)).transfer)
      case 6, 7: holds.append(try till.post(.hold(amount, from: user, to: .redeemed, timesOut: end)).transfer)
      case 8: if let hold = pick(holds) { try till.post(.void(hold)) }
      case 9: if let hold = pick(holds) { try till.post(.capture(hold, amount: max(1, amount / 3))) }
      case 10: if let spent = pick(spendings) { try till.post(.reverse(spent, amount: max(1, amount / 2))) }
      case 11: try till.post(.transfer(amount, from: user, to: other))
      case 12:
        till.home.clock.advance(byMicroseconds: Int64.random(in: 1...20, using: &random) * 3_600_000_000)
        if amount % 2 == 0 { try till.sweep() }
      case 16:
        // Whatever there is, debts and what settled them too, as an operator might.
        let all: [TransferID] = try till.database.read {
          try $0.fetchAll("SELECT id FROM coins_transfers ORDER BY transfer") { try $0["id"] }
        }
        guard let any = pick(all) else { return }
        let back = try till.post(.reverse(any, amount: max(1, amount / 2), takesOthers: amount % 2 == 0))
        if payments.contains(where: { $0.id == any }) { wanted[any, default: 0] += back.amount }
      case 13 where amount % 6 == 0: _ = try till.block { try $0.merge(user.user, into: other.user) }
      default:
        guard let payment = pick(payments) else { return }
        let left = payment.amount - (wanted[payment.id] ?? 0)
        let taken = try till.block { try $0.takeBack(payment.id, atMost: amount, key: nil, reason: nil) }
        log.append("  \(taken)")
        guard taken.all == min(left, amount) else {
          throw Run.Difference(description: "\(taken) of \(payment), of which \(left) were left")
        }
        wanted[payment.id, default: 0] += taken.all
        owed += taken.owed
      }
    } catch let refusal as CoinsError {
      log.append("  \(refusal.code)")
    }
  }

  private mutating func check() throws {
    try till.database.read { connection in
      for (id, wanted) in wanted {
        let number: Int64 =
          try connection.fetchOne("SELECT transfer FROM coins_transfers WHERE id = \(id)") ?? 0
        let back: Int64 =
          try connection.fetchOne("SELECT sum(amount) FROM coins_transfers WHERE related = \(number) AND kind = 11")
          ?? 0
        let ledger = try Ledger(connection, random: till.home.random)
        try ledger.begin(at: till.now)
        let open = try ledger.owed(of: number)
        guard back + open == wanted else {
          throw Run.Difference(description: "\(id): \(back) came back and \(open) are owed of \(wanted)")
        }
      }
      for user in Self.users {
        guard let account = try Wallet.account(user, at: till.now, in: connection), account.owed > 0 else { continue }
        let available = try Wallet.balance(of: user, at: till.now, in: connection).available
        guard available == 0 else {
          throw Run.Difference(description: "\(user) owes \(account.owed) and has \(available) to spend")
        }
      }
    }
    let paid = try till.rows("SELECT posted FROM coins_accounts WHERE asset = 0 AND kind = 4", columns: 1)
    settled = paid.first.flatMap { Int64($0) } ?? 0
  }
}
