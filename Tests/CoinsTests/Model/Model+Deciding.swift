import CoinsContract
import QixKernel

extension Model {
  mutating func decide(_ request: Request) throws(CoinsError) -> Plan {
    switch request.kind {
    case .capture, .void, .timeOut: try decideHold(request)
    case .reverse: try decideReversal(request)
    default: try decideMove(request)
    }
  }

  private mutating func decideMove(_ request: Request) throws(CoinsError) -> Plan {
    guard let asked = request.from, let meant = request.to, let amount = request.amount else { preconditionFailure() }
    guard Self.allowed(request.kind, asked, meant) else { throw .wrongAccounts(request.kind, from: asked, to: meant) }
    let (start, end) = try times(of: request)
    let (from, to) = (heir(of: asked), heir(of: meant))
    for case .budget(let name) in [from, to] where !accounts.contains(.budget(name)) { throw .noBudget(name) }
    guard accounts.contains(from) else { throw .insufficient(account: from, available: 0, wanted: amount) }
    guard from != to else { throw .wrongAccounts(request.kind, from: asked, to: meant) }

    timeOutHolds(of: from)
    let draws = try take(amount, from: from, at: request.at)
    if request.kind != .hold { try checkRoom(for: amount, in: to) }
    var plan = Plan(
      transfer: Transfer(kind: request.kind, from: from, to: to, amount: amount, at: start, expires: end), draws: draws)
    if to.isWallet, request.kind != .hold {
      // Coins keep their expiry on their way from wallet to wallet.
      plan.lots = request.kind == .transfer ? lots(keepingExpiryOf: draws) : [NewLot(amount: amount, expires: end)]
    }
    return plan
  }

  private func decideHold(_ request: Request) throws(CoinsError) -> Plan {
    let (number, hold) = try related(request)
    let id = TransferID(number: number)
    guard hold.kind == .hold else { throw .notAHold(id) }
    if let end = resolution(of: number) { throw .holdResolved(id, by: transfers[end - 1].kind) }
    let start = request.at ?? now
    let isCapture = request.kind == .capture
    if isCapture, let limit = hold.expires, max(start, now) >= limit { throw .holdTimedOut(id) }
    guard start >= hold.at || request.at == nil else { throw .beforeItsCause(id, happened: hold.at, start) }
    let amount = isCapture ? request.amount ?? hold.amount : hold.amount
    guard amount <= hold.amount else { throw .exceedsHold(id, held: hold.amount, wanted: amount) }

    var plan = Plan(
      transfer: Transfer(
        kind: request.kind, from: hold.from, to: hold.to, amount: amount, at: start, related: number))
    let reserved = taken(by: [number], from: hold.from)
    let freed = longestLived(reserved, upTo: isCapture ? hold.amount - amount : hold.amount)
    plan.draws = freed.map { Part(lot: $0.lot, amount: -$0.amount) }
    guard isCapture else { return plan }
    try checkRoom(for: amount, in: hold.to)
    guard !hold.from.isWallet || request.expires == nil else { throw .expiryIsKept(id) }
    if !hold.from.isWallet { plan.transfer.expires = try times(of: request).end }
    if hold.to.isWallet {
      plan.lots =
        hold.from.isWallet
        ? lots(keepingExpiryOf: subtract(freed, from: reserved))
        : [NewLot(amount: amount, expires: plan.transfer.expires)]
    }
    return plan
  }

  private mutating func decideReversal(_ request: Request) throws(CoinsError) -> Plan {
    let (number, original) = try related(request)
    let id = TransferID(number: number)
    guard original.movesCoins, original.kind != .expire, original.kind != .reverse else {
      throw .notReversible(id, original.kind)
    }
    let start = request.at ?? now
    guard start >= original.at || request.at == nil else { throw .beforeItsCause(id, happened: original.at, start) }
    let earlier = (1...).prefix(transfers.count).filter {
      transfers[$0 - 1].kind == .reverse && transfers[$0 - 1].related == number
    }
    let left = earlier.reduce(original.amount) { $0 - transfers[$1 - 1].amount }
    let amount = request.amount ?? left
    guard left > 0, amount <= left else { throw .exceedsOriginal(id, left: left, wanted: max(amount, 1)) }

    let payer = heir(of: original.to)
    guard heir(of: original.from) != payer else { throw .withinOneWallet(id) }
    timeOutHolds(of: payer)
    var plan = Plan(
      transfer: Transfer(
        kind: .reverse, from: payer, to: original.from, amount: amount, at: start, related: number),
      draws: try take(
        amount, from: payer, at: request.at, first: ownLots(of: number), only: request.takesOthers ? nil : id))
    try checkRoom(for: amount, in: original.from)
    // What a capture posts was taken by its hold.
    let payers = [number] + (original.kind == .capture ? [original.related ?? 0] : []) + earlier
    let restored = longestLived(taken(by: payers, from: original.from), upTo: amount)
    plan.draws += restored.map { Part(lot: $0.lot, amount: -$0.amount) }
    return plan
  }

  private func related(_ request: Request) throws(CoinsError) -> (Int, Transfer) {
    let number = request.related ?? 0
    guard number > 0, number <= transfers.count else { throw .noTransfer(TransferID(number: number)) }
    return (number, transfers[number - 1])
  }

  private func times(of request: Request) throws(CoinsError) -> (start: Timestamp, end: Timestamp?) {
    let start = request.at ?? now
    let end = request.expires?.end(from: start)
    if let end, end <= start { throw .expiresBeforeItHappened }
    return (start, end)
  }

  private func checkRoom(for amount: Int64, in account: AccountReference) throws(CoinsError) {
    if posted(account) > 0, Int64.max - posted(account) < amount { throw .overflow(account: account) }
  }

  private static func allowed(_ kind: TransferKind, _ from: AccountReference, _ to: AccountReference) -> Bool {
    func isBudget(_ account: AccountReference) -> Bool { if case .budget = account { true } else { false } }
    switch kind {
    case .issue: return (from == .issuer || isBudget(from)) && to.isWallet
    case .import: return from == .issuer && to.isWallet
    case .fund: return from == .issuer && isBudget(to)
    case .transfer: return from != to && (from.isWallet && to.isWallet || isBudget(from) && isBudget(to))
    case .redeem: return from.isWallet && to == .redeemed
    case .hold:
      return from != to && (from.isWallet && (to.isWallet || to == .redeemed) || isBudget(from) && to.isWallet)
    default: return false
    }
  }
}

extension Expiry {
  /// The end by UTC's clock, which is that of an installation without a zone.
  func end(from start: Timestamp) -> Timestamp {
    switch self {
    case .at(let time): time
    case .after(let period): start.adding(period)
    }
  }
}
