import CoinsContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Coins

/// Random operations on coins and two stocks at once, linked across them, do in the ledger what they do on a slate where
/// each shelf and each purse is a number.
@Suite struct StockPropertyTests {
  @Test func severalAssetsNeverMix() throws {
    let seed = Seed(for: "severalAssetsNeverMix")
    var seeds = SeededGenerator(seed)
    var tally: [String: Int] = [:]
    let wanted = [
      "fund", "redeem", "hold", "capture", "void", "time-out", "reverse", "linked", "coins.out-of-stock",
      "coins.insufficient", "coins.hold-resolved", "coins.exceeds-original",
    ]
    func missing() -> [String] { wanted.filter { tally[$0] == nil } }
    var runs = 0
    // What is rare may take longer.
    while runs < 12 || (runs < 100 && !missing().isEmpty) {
      runs += 1
      try Till.with { till in
        var slate = try Slate(till, SeededGenerator(seed: seeds.next()))
        for step in 0..<60 {
          try slate.step(&tally)
          let found = try slate.found()
          try #require(found == slate.purses, "\(seed), step \(step): \(slate.log.suffix(8).joined(separator: "\n"))")
        }
        try till.verify()
      }
    }
    #expect(missing() == [], "\(seed): \(tally)")
  }
}

/// What everybody has, by hand.
private struct Slate {
  /// A place where something lies: posted and held.
  struct Purse: Equatable { var posted: Int64 = 0, held: Int64 = 0 }

  struct Place: Hashable {
    let account: AccountReference
    let asset: Asset
  }

  struct Done {
    let kind: TransferKind
    let from: Place
    let to: Place
    let amount: Int64
    let timesOut: Timestamp?
    var isOpen = true
    var reversed: Int64 = 0
  }

  let till: Till
  var random: SeededGenerator
  let assets: [Asset]
  var purses: [Place: Purse] = [:]
  var done: [(id: TransferID, transfer: Done)] = []
  var log: [String] = []

  static let user = AccountReference.user(1)
  static let shelf = AccountReference.budget("shelf")

  init(_ till: Till, _ random: SeededGenerator) throws {
    self.till = till
    self.random = random
    assets = [.coins, try till.openShelf("shelf", "stock:a"), try till.openShelf("shelf", "stock:b")]
    for asset in assets {
      for account in Self.accounts(asset) { purses[Place(account: account, asset: asset)] = Purse() }
    }
  }

  private static func accounts(_ asset: Asset) -> [AccountReference] {
    [.issuer, .redeemed, .expired, asset == .coins ? user : shelf]
  }

  func found() throws -> [Place: Purse] {
    try till.database.read { connection in
      try purses.keys.reduce(into: [:]) { found, place in
        let balance = try Wallet.balance(of: place.account, asset: place.asset, at: till.now, in: connection)
        found[place] = Purse(posted: balance.posted, held: balance.held)
      }
    }
  }

  private mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }

  /// One operation, or several linked ones, tried on the ledger and on a copy of the slate.
  mutating func step(_ tally: inout [String: Int]) throws {
    if number(0...9) == 0 {
      till.home.clock.advance(byMicroseconds: 3_600_000_000 * number(1...30))
      return letGo(&tally)
    }
    if number(0...11) == 0 {
      // What is due was let go when its moment came; booking it changes nothing.
      try till.sweep()
      return
    }
    var next = self
    let operations = (0..<number(1...3)).map { _ in next.operation() }
    random = next.random
    next = self
    log.append(operations.map { "\($0.kind.name) \($0.amount ?? 0) of \($0.asset.number)" }.joined(separator: ", "))
    do {
      let outcomes = try till.postLinked(operations)
      for (operation, outcome) in zip(operations, outcomes) {
        try next.write(operation, outcome)
        tally[outcome.kind.name, default: 0] += 1
      }
      if operations.count > 1 { tally["linked", default: 0] += 1 }
      self = next
    } catch let refusal as CoinsError {
      log.append("  refused: \(refusal)")
      tally[refusal.code, default: 0] += 1
    }
  }

  private mutating func operation() -> CoinsContract.Operation {
    let asset = assets[Int(number(0...2))]
    let payer = asset == .coins ? Self.user : Self.shelf
    let amount = number(1...12)
    let pick = done.isEmpty ? nil : done[Int(number(0...Int64(done.count - 1)))]
    switch (number(0...9), pick) {
    case (0...1, _), (_, nil):
      return asset == .coins ? .issue(amount, to: payer) : .fund(amount, to: payer, asset: asset)
    case (2...3, _): return .redeem(amount, from: payer, asset: asset)
    case (4...5, _): return .hold(amount, from: payer, timesOut: .after(Period(days: 1)), asset: asset)
    case (6...7, let pick?) where pick.transfer.kind == .hold:
      let part = number(0...1) == 0 ? nil : number(1...pick.transfer.amount)
      return number(0...2) == 0 ? .void(pick.id) : .capture(pick.id, amount: part)
    case (_, let pick?): return .reverse(pick.id, amount: number(0...1) == 0 ? nil : amount)
    }
  }

  /// Holds whose time is up hold nothing any more, whoever has noticed.
  private mutating func letGo(_ tally: inout [String: Int]) {
    for index in done.indices where done[index].transfer.kind == .hold && done[index].transfer.isOpen {
      let hold = done[index].transfer
      guard let limit = hold.timesOut, limit <= till.now else { continue }
      done[index].transfer.isOpen = false
      purses[hold.from, default: Purse()].held -= hold.amount
      tally["time-out", default: 0] += 1
    }
  }

  private mutating func write(_ operation: CoinsContract.Operation, _ outcome: Outcome) throws {
    switch operation.kind {
    case .capture, .void, .reverse:
      let index = try #require(done.firstIndex { $0.id == operation.related })
      let original = done[index].transfer
      if operation.kind == .reverse {
        done[index].transfer.reversed += outcome.amount
        move(outcome.amount, from: original.to, to: original.from)
        #expect(done[index].transfer.reversed <= original.amount)
        return
      }
      // What is due may still be voided, which changes nothing.
      #expect(original.isOpen || operation.kind == .void)
      if original.isOpen { purses[original.from, default: Purse()].held -= original.amount }
      done[index].transfer.isOpen = false
      guard operation.kind == .capture else { return }
      move(outcome.amount, from: original.from, to: original.to)
      done.append(
        (
          outcome.transfer,
          Done(kind: .capture, from: original.from, to: original.to, amount: outcome.amount, timesOut: nil)
        ))
    default:
      let from = Place(account: try #require(operation.from), asset: operation.asset)
      let to = Place(account: try #require(operation.to), asset: operation.asset)
      let timesOut = operation.kind == .hold ? operation.expires?.end(from: till.now) : nil
      if operation.kind == .hold {
        purses[from, default: Purse()].held += outcome.amount
      } else {
        move(outcome.amount, from: from, to: to)
      }
      done.append(
        (outcome.transfer, Done(kind: outcome.kind, from: from, to: to, amount: outcome.amount, timesOut: timesOut)))
    }
  }

  private mutating func move(_ amount: Int64, from: Place, to: Place) {
    purses[from, default: Purse()].posted -= amount
    purses[to, default: Purse()].posted += amount
  }
}
