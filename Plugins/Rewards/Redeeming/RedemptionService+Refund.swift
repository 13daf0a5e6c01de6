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
  /// Each voucher that was never used becomes worthless and pays its price back. Nothing comes back for one that was
  /// used, whole or in part, unless the caller says that it is paid and kept as goodwill. Coins that the caller counts,
  /// fewer than are left, take nothing back.
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
    case .held:
      throw Failure(
        "rewards.not-fulfilled", .conflict, "\(redemption.id) is only held; nothing was paid yet",
        hint: "Cancel it with `qix reward cancel \(redemption.id) --reason TEXT`.")
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
    for voucher in plan.voided { try openBook(for: redemption.id).void(voucher, at: now, in: connection) }
    var generator = IdentifierGenerator(random: context.random)
    let refund = Refund(
      id: generator.next(at: now), redemption: redemption.id, number: number, key: request.key, coins: plan.coins,
      asked: asked, pieces: plan.pieces, isVoided: !plan.voided.isEmpty, at: now,
      coinsTransfer: given.outcomes[0].transfer,
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
    let voided: [VoucherID]
    /// The operations of the coins, then of the pieces.
    let operations: [Operation]
  }

  private func plan(
    _ request: RefundRequest, _ number: Int64, _ redemption: Redemption, in connection: Connection
  ) throws -> Plan {
    let reward = try redeemed(redemption, isReplay: false, in: connection).reward
    let id = redemption.id
    if reward.delivery.isFinal {
      throw Failure(
        "rewards.not-refundable", .refused,
        reward.delivery.isDonation
          ? "\(id) is a donation, so it can't be refunded"
          : "\(id) is for raffle tickets, so it can't be refunded",
        hint: "To compensate the user, issue coins from a budget: `qix coins issue --from budget:NAME`.")
    }
    // The ledger decides what is left: a part may have been reversed by hand.
    let paid = try posted(redemption.coinsTransfer, of: redemption.id, in: connection)
    let left = redemption.coins - paid.reversed
    let brought = try brought(by: redemption.id, in: connection)
    let due = brought.due(of: left, request, price: redemption.price)
    let coins = request.coins ?? due
    guard left > 0, coins <= left else { throw RedemptionError.exceedsPaid(redemption.id, left: max(0, left)) }
    let isLast = coins == left
    // A part that the caller counts is a kindness that takes nothing back.
    let takesBack = isLast || request.coins == nil
    guard takesBack || request.restocks != true else {
      throw Failure(
        "rewards.only-as-a-whole", .usage, "the items of \(id) go back to the shelf only with a full refund",
        hint: "Remove --coins to refund all \(left) that are left.")
    }
    if takesBack, coins > due || coins == 0, let used = brought.used.first {
      throw Failure(
        "rewards.voucher-used", .refused, "the voucher \(used) of \(id) was used before",
        hint: "A used voucher is not refunded. As goodwill, --keep-voucher refunds the coins and the user keeps the "
          + "voucher.")
    }
    if request.restocks == true, redemption.stockTransfer == nil {
      throw Failure(
        "rewards.no-stock", .usage, "the items of \(id) are not counted, so none can be put back",
        hint: "Remove --restock.")
    }
    if request.keepsVoucher, !brought.isEmpty {
      if request.restocks == true {
        throw Failure(
          "rewards.voucher-kept", .usage,
          "the user keeps the voucher of \(id), so its item can't go back to the shelf",
          hint: "Remove --restock, or --keep-voucher.")
      }
      // What stays good without having been used isn't paid back as well.
      if brought.used.isEmpty {
        throw Failure(
          "rewards.voucher-unused", .usage, "no voucher of \(id) was used, so --keep-voucher has no effect",
          hint:
            "Without --keep-voucher the coins come back and the voucher is cancelled. "
            + "To keep the voucher valid, refund a part with --coins N.")
      }
    }
    let voided = takesBack ? brought.unused : []
    // A voided voucher frees its piece. Goods return to stock when the caller says that they have.
    let pieces = brought.isEmpty ? redemption.quantity : Int64(voided.count)
    let restocks = takesBack && pieces > 0 && (request.restocks ?? !voided.isEmpty)
    var reversal = Operation.reverse(paid.transfer, amount: coins)
    reversal.reason = request.reason
    reversal.key = key(of: redemption.id, "refund-\(number)")
    var operations = [reversal]
    if restocks, let stock = redemption.stockTransfer {
      operations.append(.reverse(try posted(stock, of: redemption.id, in: connection).transfer, amount: pieces))
    }
    return Plan(
      coins: coins, pieces: operations.count > 1 ? pieces : 0, isLast: isLast, voided: voided, operations: operations)
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

  /// What a redemption has brought, by whether it can be taken back.
  struct Brought {
    /// Those that can still be made worthless, and that no refund has paid back.
    var unused: [VoucherID] = []
    /// Used, whole or in part.
    var used: [VoucherID] = []

    var isEmpty: Bool { unused.isEmpty && used.isEmpty }

    /// The coins that come back with what is taken back, out of those that are left.
    func due(of left: Int64, _ request: RefundRequest, price: Int64) -> Int64 {
      used.isEmpty || request.keepsVoucher ? left : min(left, price * Int64(unused.count))
    }
  }

  private struct Tried: Error {}

  /// Sorts them by trying. A second person may have to approve the refund before they are voided.
  func brought(by redemption: RedemptionID, in connection: Connection) throws -> Brought {
    let store = RedemptionStore(connection)
    let ids = try store.vouchers(of: redemption)
    guard !ids.isEmpty else { return Brought() }
    let (book, now) = (try openBook(for: redemption), context.clock.now())
    let wasPaid = try store.refunds(of: redemption).contains(where: \.isVoided)
    var found = Brought()
    do {
      try connection.savepoint {
        for id in ids {
          let isOver = try wasPaid && book.voucher(id, in: connection).state == .void
          do {
            try book.void(id, at: now, in: connection)
            if !isOver { found.unused.append(id) }
          } catch VoucherError.used(let id) {
            found.used.append(id)
          }
        }
        throw Tried()
      }
    } catch is Tried {}
    return found
  }

  private func openBook(for redemption: RedemptionID) throws -> any VoucherBook {
    guard let book else {
      throw StorageError.corrupt("the vouchers of \(redemption) are looked for without their book")
    }
    return book
  }

  private func refunded(_ refund: Refund, isReplay: Bool, in connection: Connection) throws -> Refunded {
    let found = try redeemed(RedemptionStore(connection).require(refund.redemption), isReplay: isReplay, in: connection)
    return Refunded(refund: refund, redemption: found.redemption, reward: found.reward, isReplay: isReplay)
  }
}

extension Reward.Delivery {
  var isDonation: Bool { if case .donation = self { true } else { false } }

  /// Whether it can't be taken back.
  var isFinal: Bool {
    switch self {
    case .donation, .raffle: true
    case .voucher, .goods: false
    }
  }
}
