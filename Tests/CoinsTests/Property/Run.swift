import CoinsContract
import QixKernel
import QixStorage
import QixTesting

@testable import Coins

/// Drives the ledger and the model side by side, on a home of its own.
final class Run {
  private let home: TestHome
  private let isOrderly: Bool
  private let tills: [Till]
  private var model = Model(budgets: StepGenerator.budgets)
  private var keyed: [Request] = []
  /// What was asked and what came of it, to be read when a run fails.
  private(set) var log: [String] = []
  private(set) var operations = 0
  /// How often each kind of transfer and each refusal came about.
  private(set) var tally: [String: Int] = [:]

  /// The ledger and the model disagree.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private struct Abandoned: Error {}

  /// - Parameter isOrderly: whether the rules of moments are asked too: the steps never name one ahead.
  init(_ home: TestHome, isOrderly: Bool = false) throws {
    self.home = home
    self.isOrderly = isOrderly
    tills = [Till(home), Till(home)]
    // Everything that wallets with many lots meet, with few: lists that are full, and such that are put in order.
    tills[0].listLimits = ListLimits(length: 3, read: 9)
    tills[1].listLimits = ListLimits(length: 5, read: 2)
    for budget in StepGenerator.budgets { try tills[0].openBudget(budget) }
  }

  func perform(_ steps: [Step]) throws {
    for step in steps { try perform(step) }
    for transfer in model.transfers {
      if transfer.request == nil { tally[transfer.kind.name, default: 0] += 1 }
      if transfer.merge?.after != nil { tally["moved on", default: 0] += 1 }
      if transfer.linked != nil { tally["linked", default: 0] += 1 }
    }
    // What is drawn from lots that lie in a wallet that was merged.
    for draw in model.draws {
      let transfer = model.transfers[draw.transfer - 1]
      guard ![transfer.from, transfer.to].contains(model.lots[draw.lot - 1].owner) else { continue }
      tally["across, \(draw.amount > 0 ? "" : "back by ")\(transfer.kind.name)", default: 0] += 1
    }
    try tills[0].database.read { connection in
      try PlainSeals(in: connection).run()
      for user in StepGenerator.users { try checkChronology(of: user, in: connection) }
    }
    let verification = try Verification.run(tills[0].database, random: home.random)
    let faults = try verification.faults + tills[1].database.exclusively { try $0.integrityFaults() }
    guard faults.isEmpty else { throw Difference(description: "\(faults)") }
  }

  /// What statements and plots are made of: all movements, one balance after the other, none below zero, whatever the
  /// clock did.
  private func checkChronology(of user: AccountReference, in connection: Connection) throws {
    var movements: [History.Movement] = []
    try History.forEach(of: user, in: connection) {
      movements.append($0)
      return true
    }
    let steps = Chronology.steps(movements)
    // Of a clock that went back more may come first than any balance can be.
    var balance: Int128 = 0
    for (step, next) in zip(steps, steps.dropFirst() + steps.suffix(1)) {
      balance += Int128(step.movement.amount)
      guard step.balance == Int64(clamping: balance), balance >= 0, step.moment >= step.movement.record.at,
        next.moment >= step.moment
      else { throw Difference(description: "the statement of \(user) has \(step)") }
    }
    let posted = movements.reduce(Int128(0)) { $0 + Int128($1.amount) }
    guard balance == posted, steps.count == movements.count(where: { !$0.isWithin }) else {
      throw Difference(description: "the statement of \(user) ends with \(balance) instead of \(posted)")
    }
  }

  private func perform(_ step: Step) throws {
    switch step {
    case .clock(let distance):
      home.clock.advance(byMicroseconds: distance)
      log.append("clock \(distance): \(home.clock.now())")
    case .reopen(let till):
      tills[till].reopen()
      log.append("reopen till \(till)")
    case .block(let till, let actions, let ending):
      log.append("block at till \(till), which \(ending)")
      try perform(actions, at: tills[till], ending)
      // The other connection has to see the same.
      try tills[1 - till].database.read { connection in
        try Comparison(model, connection).run()
        try Invariant.checkAll(in: connection)
        if isOrderly { try Invariant.checkMoments(in: connection) }
      }
    }
  }

  private func perform(_ actions: [Action], at till: Till, _ ending: Step.Ending) throws {
    var next = model
    next.now = home.clock.now()
    do {
      try till.block(isDryRun: ending == .dryRun) { ledger in
        for action in actions { try perform(action, ledger, &next) }
        if ending == .fails { throw Abandoned() }
      }
      if ending == .commits { model = next }
    } catch is Abandoned {}
  }

  private func perform(_ action: Action, _ ledger: Ledger, _ next: inout Model) throws {
    switch action {
    case .one(let draft):
      let request = prepared(draft, next)
      let operation = try request.operation { try id($0, ledger) }
      try compare("\(request)", ledger, model: { () throws(CoinsError) in [try next.apply(request)] }) {
        [try ledger.apply(operation)]
      }
    case .group(let drafts):
      let requests = drafts.map { prepared($0, next) }
      let operations = try requests.map { try $0.operation { try id($0, ledger) } }
      try compare("linked: \(requests)", ledger, model: { () throws(CoinsError) in try next.applyLinked(requests) }) {
        try ledger.applyLinked(operations)
      }
    case .merge(let user, let survivor):
      operations += 1
      try merge(user, survivor, ledger, &next)
    case .sweep(let after, let limit):
      let time = next.now.advanced(byMicroseconds: after)
      log.append("  sweep as of \(time), at most \(limit)")
      operations += 1
      next.sweep(asOf: time, limit: limit)
      _ = try ledger.sweep(asOf: time, limit: limit)
    }
  }

  private func merge(
    _ user: AccountReference, _ survivor: AccountReference, _ ledger: Ledger, _ next: inout Model
  ) throws {
    let expected: Result<Ledger.Merged, CoinsError>
    do throws(CoinsError) {
      let isOfMerged = !next.mergedWallets(of: user).isEmpty
      let (coins, holds) = try next.merge(user, into: survivor)
      expected = .success(Ledger.Merged(coins: coins, holds: holds))
      tally["merge", default: 0] += 1
      if isOfMerged, coins > 0 { tally["merge of merged", default: 0] += 1 }
      if holds > 0 { tally["merge with holds", default: 0] += 1 }
    } catch {
      expected = .failure(error)
      tally[error.code, default: 0] += 1
    }
    let actual: Result<Ledger.Merged, CoinsError>
    do {
      actual = .success(try ledger.merge(user.user, into: survivor.user))
    } catch let refusal as CoinsError {
      actual = .failure(refusal)
    }
    log.append("  merge \(user) into \(survivor) → \(expected)")
    guard actual == expected else { throw Difference(description: "merge: \(actual) instead of \(expected)") }
  }

  private func prepared(_ draft: Draft, _ model: Model) -> Request {
    var request = draft.request(in: model, after: keyed)
    // A request from a block that was taken back may name a transfer that is no more; nobody can name one to come.
    if let number = request.related, number > model.transfers.count { request.related = 0 }
    if request.key != nil { keyed.append(request) }
    operations += 1
    return request
  }

  private func compare(
    _ what: String, _ ledger: Ledger, model: () throws(CoinsError) -> [Model.Done],
    ledger body: () throws -> [Outcome]
  ) throws {
    let expected: Result<[Model.Done], CoinsError>
    do throws(CoinsError) { expected = .success(try model()) } catch { expected = .failure(error) }
    let actual: Result<[Model.Done], CoinsError>
    do {
      let numbers = try body().map { outcome in
        Model.Done(
          number: try number(of: outcome.transfer, ledger), kind: outcome.kind, amount: outcome.amount,
          isRepeat: outcome.isReplay)
      }
      actual = .success(numbers)
    } catch let refusal as CoinsError {
      actual = .failure(try refusal.renamed { TransferID(number: try number(of: $0, ledger)) })
    }
    log.append("  \(what) → \(expected)")
    switch expected {
    case .success(let done): for one in done { tally[one.isRepeat ? "repeat" : one.kind.name, default: 0] += 1 }
    case .failure(let refusal): tally[refusal.code, default: 0] += 1
    }
    guard actual == expected else { throw Difference(description: "\(what): \(actual) instead of \(expected)") }
  }

  // MARK: Names of transfers

  /// A number that no transfer has gets an identifier that none has.
  private func id(_ number: Int, _ ledger: Ledger) throws -> TransferID {
    try ledger.connection.first("SELECT id FROM coins_transfers WHERE transfer = ?1", .integer(Int64(number))) {
      try $0.identifier(0)
    } ?? TransferID(number: number)
  }

  private func number(of id: TransferID, _ ledger: Ledger) throws -> Int {
    try ledger.connection.first("SELECT transfer FROM coins_transfers WHERE id = ?1", .id(id)) { Int($0.integer(0)) }
      ?? Int(id.low)
  }
}

extension CoinsError {
  /// The same refusal with another name for the transfer in it.
  func renamed(_ name: (TransferID) throws -> TransferID) rethrows -> CoinsError {
    switch self {
    case .noTransfer(let id): .noTransfer(try name(id))
    case .notAHold(let id): .notAHold(try name(id))
    case .holdResolved(let id, let kind): .holdResolved(try name(id), by: kind)
    case .holdTimedOut(let id): .holdTimedOut(try name(id))
    case .expiryIsKept(let id): .expiryIsKept(try name(id))
    case .exceedsHold(let id, let held, let wanted): .exceedsHold(try name(id), held: held, wanted: wanted)
    case .notReversible(let id, let kind): .notReversible(try name(id), kind)
    case .withinOneWallet(let id): .withinOneWallet(try name(id))
    case .beforeItsCause(let id, let happened, let at): .beforeItsCause(try name(id), happened: happened, at)
    case .exceedsOriginal(let id, let left, let wanted): .exceedsOriginal(try name(id), left: left, wanted: wanted)
    case .spentSince(let id, let left, let wanted): .spentSince(try name(id), left: left, wanted: wanted)
    default: self
    }
  }
}
