internal import CoinsContract
internal import QixModule

extension RedemptionService {
  /// Fulfils what is held: captures coins and pieces, and gives the user what there is to give. A repeat changes nothing.
  /// - Parameter note: where the parcel is, for those who ask.
  func confirm(_ id: RedemptionID, note: String?, in connection: Connection) throws -> Redeemed {
    let store = RedemptionStore(connection)
    let redemption = try store.require(id)
    let now = context.clock.now()
    switch redemption.state(at: now) {
    case .held: break
    case .fulfilled: return try redeemed(redemption, isReplay: true, in: connection)
    case .timedOut: throw RedemptionError.holdTimedOut(id, at: redemption.heldUntil ?? now)
    case .cancelled, .refunded: throw RedemptionError.alreadyOver(id, redemption.state(at: now))
    }
    // The ledger refuses their coins, too; here it is said of the user.
    try requireNotErased(redemption.user, in: connection)
    var captures = [Operation.capture(redemption.coinsTransfer)]
    // This key in a wallet's history leads to the redemption.
    captures[0].key = key(of: id, "confirm")
    if let stock = redemption.stockTransfer { captures.append(.capture(stock)) }
    _ = try ledger.post(captures, in: connection)
    let reward = try redeemed(redemption, isReplay: false, in: connection).reward
    let vouchers = try deliver(redemption, reward, at: now, in: connection)
    try store.fulfil(redemption, note: note, at: now)
    return Redeemed(
      redemption: try store.require(id), reward: reward, vouchers: vouchers, isReplay: false)
  }

  /// What was done, and the coins that came anew with it.
  typealias Return<Done: Sendable> = Admitted<(Done, anew: NewLife?)>

  /// Releases what is held. Coins that have expired meanwhile are reissued, as in a refund. A repeat changes nothing.
  func cancel(
    _ id: RedemptionID, reason: String, isDryRun: Bool, in connection: Connection
  ) throws -> Return<Redeemed> {
    let store = RedemptionStore(connection)
    let redemption = try store.require(id)
    let now = context.clock.now()
    switch redemption.state(at: now) {
    case .held: break
    case .cancelled: return .done((try redeemed(redemption, isReplay: true, in: connection), anew: nil))
    case .timedOut: throw RedemptionError.holdTimedOut(id, at: redemption.heldUntil ?? now)
    case .fulfilled, .refunded: throw RedemptionError.alreadyOver(id, redemption.state(at: now))
    }
    let holds = [redemption.stockTransfer, redemption.coinsTransfer].compactMap { $0 }
    // A hold that was voided by hand is released already.
    let open = try holds.filter { try ledger.standing(of: $0, in: connection)?.end?.kind != .void }
    var voids = open.map { Operation.void($0) }
    for index in voids.indices { voids[index].reason = reason }
    switch try giveBack(voids, of: id, "anew", isDryRun: isDryRun, in: connection) {
    case .waits(let request): return .waits(request)
    case .done(let given):
      try store.cancel(redemption, reason: reason, at: now)
      return .done((try redeemed(try store.require(id), isReplay: false, in: connection), anew: given.anew))
    }
  }

  /// A key in the ledger that begins with the redemption's id. Its end is unpredictable: callers choose their keys,
  /// and one taken for other coins would block this for ever.
  func key(of id: RedemptionID, _ what: String) -> String {
    "\(id):\(what):" + String(context.random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, radix: 36)
  }

  /// Refunds or releases, with the rule for coins that have expired by now.
  ///
  /// The key of reissued coins follows from the redemption, so that a waiting approval is found when it is tried
  /// again; where that key was taken for other coins, an unpredictable one is used.
  /// - Parameter what: what the key says behind the redemption's id.
  func giveBack(
    _ operations: [Operation], of id: RedemptionID, _ what: String, isDryRun: Bool, in connection: Connection
  ) throws -> Admitted<GivenBack> {
    let period = try connection.value(of: RewardsModule.refundGrace)
    func attempt(_ key: String) throws -> Admitted<GivenBack> {
      try ledger.giveBack(
        operations, period.map { GraceForExpired($0, key: key) }, isDryRun: isDryRun, in: connection)
    }
    do {
      return try connection.savepoint { try attempt("\(id):\(what)") }
    } catch CoinsError.keyConflict {
      return try attempt(key(of: id, what))
    }
  }
}
