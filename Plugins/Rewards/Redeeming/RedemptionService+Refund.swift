internal import CoinsContract
internal import QixModule
internal import VouchersContract

extension RedemptionService {
  struct RefundRequest: Sendable {
    var redemption: RedemptionID
    /// Nil for all that is left of what was paid.
    var coins: Int64?
    /// Nil for what its delivery suggests.
    var restocks: Bool?
    var keepsVoucher = false
    var key: String?
    var reason: String
  }

  struct Refunded: Sendable {
    let refund: Refund
    let redemption: Redemption
    let reward: Reward
    let isReplay: Bool
  }

  /// Pays back what was paid for a fulfilled redemption, whole or in part: the very lots that were spent are restored.
  ///
  /// The refund that completes it makes its vouchers worthless. Those that were used stand in the way, unless the user keeps them.
  func refund(
    _ request: RefundRequest, isDryRun: Bool, in connection: Connection
  ) throws -> Return<Refunded> {
    try Self.check(key: request.key)
    let store = RedemptionStore(connection)
    let redemption = try store.require(request.redemption)
    let asked = Refund.Asked(
      coins: request.coins, restocks: request.restocks, keepsVoucher: request.keepsVoucher)
    if let key = request.key, let earlier = try store.refund(key: key) {
      guard earlier.redemption == redemption.id, earlier.asked == asked else { throw RedemptionError.keyConflict(key) }
      return .done((try refunded(earlier, isReplay: true, in: connection), anew: nil))
    }
    try NewKey.check(request.key)
    let now = context.clock.now()
    switch redemption.state(at: now) {
    case .fulfilled: break
    case .refunded: throw RedemptionError.exceedsPaid(redemption.id, left: 0)
    case .held: throw RedemptionError.notFulfilled(redemption.id)
    case .timedOut: throw RedemptionError.holdTimedOut(redemption.id, at: redemption.heldUntil ?? now)
    case .cancelled: throw RedemptionError.alreadyOver(redemption.id, .cancelled)
    }
    let number = Int64(try store.refunds(of: redemption.id).count) + 1
    let plan = try plan(request, number, redemption, in: connection)
    // Not of the refund's own id, which is another each time it is tried.
    let given: GivenBack
    switch try giveBack(plan.operations, of: redemption.id, "anew-\(number)", isDryRun: isDryRun, in: connection) {
    case .waits(let request): return .waits(request)
    case .done(let done): given = done
    }
    if plan.voids { try void(store.vouchers(of: redemption.id), of: redemption.id, at: now, in: connection) }
    var generator = IdentifierGenerator(random: context.random)
    let refund = Refund(
      id: generator.next(at: now), redemption: redemption.id, number: number, key: request.key, coins: plan.coins,
      asked: asked, pieces: plan.pieces, isVoided: plan.voids, at: now, coinsTransfer: given.outcomes[0].transfer,
      stockTransfer: given.outcomes.count > 1 ? given.outcomes[1].transfer : nil, anew: given.anew?.transfer,
      anewCoins: given.anew?.amount ?? 0,
      reason: request.reason)
    try store.insert(refund)
    if plan.isLast { try store.refund(redemption, at: now) }
    return .done((try refunded(refund, isReplay: false, in: connection), anew: given.anew))
  }

  /// The plan of a refund.
  private struct Plan {
    let coins: Int64
    let pieces: Int64
    /// Whether nothing is left to refund behind it.
    let isLast: Bool
    let voids: Bool
    /// The operations of the coins, then of the pieces.
    let operations: [Operation]
  }

  private func plan(
    _ request: RefundRequest, _ number: Int64, _ redemption: Redemption, in connection: Connection
  ) throws -> Plan {
    let reward = try redeemed(redemption, isReplay: false, in: connection).reward
    if let gift = reward.delivery.gift { throw RedemptionError.notRefundable(redemption.id, gift) }
    // The ledger decides what is left: a part may have been reversed by hand.
    let paid = try posted(redemption.coinsTransfer, of: redemption.id, in: connection)
    let left = redemption.coins - paid.reversed
    let coins = request.coins ?? left
    guard left > 0, coins <= left else { throw RedemptionError.exceedsPaid(redemption.id, left: max(0, left)) }
    let isLast = coins == left
    let vouchers = try RedemptionStore(connection).vouchers(of: redemption.id)
    let voids = isLast && !vouchers.isEmpty && !request.keepsVoucher
    guard isLast || request.restocks != true else {
      throw RedemptionError.onlyAsAWhole(redemption.id, left: left)
    }
    if request.restocks == true, redemption.stockTransfer == nil { throw RedemptionError.noStock(redemption.id) }
    if request.restocks == true, request.keepsVoucher, !vouchers.isEmpty {
      throw RedemptionError.keptVoucher(redemption.id)
    }
    // A second person may have to approve it before they are voided, so check first whether they can be.
    if voids { try requireVoidable(vouchers, of: redemption.id, in: connection) }
    // A voided voucher frees its piece. Goods return to stock when the caller says that they have.
    let restocks = isLast && (request.restocks ?? voids)
    var reversal = Operation.reverse(paid.transfer, amount: coins)
    reversal.reason = request.reason
    reversal.key = key(of: redemption.id, "refund-\(number)")
    var operations = [reversal]
    if restocks, let stock = redemption.stockTransfer {
      operations.append(.reverse(try posted(stock, of: redemption.id, in: connection).transfer))
    }
    return Plan(
      coins: coins, pieces: operations.count > 1 ? redemption.quantity : 0, isLast: isLast, voids: voids,
      operations: operations)
  }

  /// The transfer that has moved something: the redemption, or the capture of the hold.
  private func posted(
    _ transfer: TransferID, of redemption: RedemptionID, in connection: Connection
  ) throws -> (transfer: TransferID, reversed: Int64) {
    guard let standing = try ledger.standing(of: transfer, in: connection) else {
      throw StorageError.corrupt("the ledger does not know the transfer of \(redemption)")
    }
    guard standing.kind == .hold else { return (transfer, standing.reversed) }
    guard let end = standing.end, end.kind == .capture else {
      throw StorageError.corrupt("\(redemption) is fulfilled, but nothing was captured for it")
    }
    return (end.transfer, standing.reversed)
  }

  private struct Tried: Error {}

  private func requireVoidable(
    _ vouchers: [VoucherID], of redemption: RedemptionID, in connection: Connection
  ) throws {
    do {
      try connection.savepoint {
        try void(vouchers, of: redemption, at: context.clock.now(), in: connection)
        throw Tried()
      }
    } catch is Tried {}
  }

  private func void(
    _ vouchers: [VoucherID], of redemption: RedemptionID, at now: Timestamp, in connection: Connection
  ) throws {
    guard let book else {
      throw StorageError.corrupt("the vouchers of \(redemption) are looked for without their book")
    }
    for voucher in vouchers {
      do {
        try book.void(voucher, at: now, in: connection)
      } catch VoucherError.used(let id) {
        throw RedemptionError.voucherUsed(redemption, id)
      }
    }
  }

  private func refunded(_ refund: Refund, isReplay: Bool, in connection: Connection) throws -> Refunded {
    let found = try redeemed(RedemptionStore(connection).require(refund.redemption), isReplay: isReplay, in: connection)
    return Refunded(refund: refund, redemption: found.redemption, reward: found.reward, isReplay: isReplay)
  }
}
