internal import CoinsContract
internal import DrawsContract
internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// Redeems rewards, inside a write transaction of the caller's: coins, pieces and what the user gets move together or
/// not at all.
struct RedemptionService: Sendable {
  let context: Context
  let ledger: any CoinLedger
  let directory: any UserDirectory
  let policy: any ModePolicy
  /// Nil where no voucher is asked for: making it opens the vault.
  let book: (any VoucherBook)?

  /// To be made before a transaction begins.
  /// - Parameter vouchers: whether any are handed out, shown or taken back.
  init(_ context: Context, vouchers: Bool) throws {
    self.context = context
    ledger = try context.service(Coins.ledger)
    directory = try context.service(Users.presented)
    policy = try context.service(Users.policy)
    book = vouchers ? try context.service(Vouchers.book) : nil
  }

  /// A redemption that is asked for.
  struct Request: Sendable {
    /// The reward, by its name or `rwd_…`.
    var reward: String
    /// `usr_…` or external id.
    var user: String
    var quantity: Int64 = 1
    var key: String?
    /// Reserves only; it is fulfilled by a confirmation.
    var holds = false
    /// More than so many coins in all are refused.
    var atMost: Int64?
    /// Kept with the transfer of the coins.
    var reason: String?
    /// The program that asks, which is told of no other's redemption, whatever key it has found out; nil for who may know.
    var asker: String?
    /// The budget that gives the user the coins for it; nil where they have them.
    var budget: String?
  }

  /// A redemption with what belongs to it, as it stands.
  struct Redeemed: Sendable {
    let redemption: Redemption
    let reward: Reward
    let vouchers: [AssignedVoucher]
    let isReplay: Bool
  }

  /// A reward, and the state of the catalogue in which it was read: reading its description is a good part of what a
  /// single redemption costs.
  struct KnownReward: Sendable {
    let reward: Reward
    private let version: Int64

    /// - Throws: `RewardError.notFound`
    init(_ reference: String, for caller: Principal, in connection: Connection) throws {
      reward = try RewardStore(connection).require(reference, for: caller, orRetired: true)
      version = try RewardStore.version(in: connection)
    }

    /// Nil when anything in the catalogue has changed since.
    fileprivate func reward(in connection: Connection) throws -> Reward? {
      try RewardStore.version(in: connection) == version ? reward : nil
    }
  }

  /// Redeems a reward, or reserves it, in a transaction of its own.
  func redeem(_ request: Request, _ known: KnownReward? = nil, isDryRun: Bool = false) throws -> Redeemed {
    try context.database.write(Change("rewards.redeem", reason: request.reason), isDryRun: isDryRun) {
      connection, change in
      let redeemed = try redeem(request, known, in: connection)
      change.subject = "\(redeemed.redemption.id): \(redeemed.redemption.quantity) of \(redeemed.reward.name)"
      return redeemed
    }
  }

  /// Redeems a reward, or reserves it.
  ///
  /// A repeat under the same key is answered before any rule is asked: with the same redemption and the same vouchers,
  /// whatever happened to the reward, its price or the user since.
  /// - Throws: what refuses it, of the reward, the user, the coins, the voucher or the raffle.
  /// - Parameter known: the reward as it was read before the transaction; it is read again when anything has changed.
  func redeem(_ request: Request, _ known: KnownReward? = nil, in connection: Connection) throws -> Redeemed {
    precondition(Redemption.quantities.contains(request.quantity), "an unchecked quantity")
    try Self.check(key: request.key)
    let (rewards, store) = (RewardStore(connection), RedemptionStore(connection))
    let reward =
      try known?.reward(in: connection) ?? rewards.require(request.reward, for: context.principal, orRetired: true)
    guard let user = try directory.find(request.user, in: connection) else { throw UserError.notFound(request.user) }
    if let key = request.key, let earlier = try store.find(key: key) {
      guard earlier.isAnswer(to: request, reward.id, user), try isKnown(earlier, to: request.asker, in: connection)
      else { throw RedemptionError.keyConflict(key) }
      return try redeemed(earlier, isReplay: true, in: connection)
    }
    try NewKey.check(request.key)

    let now = context.clock.now()
    let price = try admit(request, reward, user, at: now, in: connection)
    var generator = IdentifierGenerator(random: context.random)
    let id: RedemptionID = generator.next(at: now)
    let isHeld = request.holds || reward.delivery == .goods
    let until = isHeld ? try connection.end(of: reward.hold, from: now) : nil
    let outcomes = try take(
      id, price * request.quantity, request, reward, user, until: until, in: connection)
    let redemption = Redemption(
      id: id, key: request.key, reward: reward.id, user: user, quantity: request.quantity, price: price,
      askedToHold: request.holds, atMost: request.atMost, stage: isHeld ? .held : .fulfilled, redeemed: now,
      heldUntil: until, fulfilled: isHeld ? nil : now, ended: nil, coinsTransfer: outcomes.coins,
      stockTransfer: outcomes.stock, note: nil, reason: nil)
    try store.insert(redemption)
    let vouchers = isHeld ? [] : try deliver(redemption, reward, at: now, in: connection)
    return Redeemed(redemption: redemption, reward: reward, vouchers: vouchers, isReplay: false)
  }

  /// Takes coins and pieces, or reserves them, as one linked group.
  private func take(
    _ id: RedemptionID, _ coins: Int64, _ request: Request, _ reward: Reward, _ user: UserID, until: Timestamp?,
    in connection: Connection
  ) throws -> (coins: TransferID, stock: TransferID?) {
    func taking(_ amount: Int64, from account: AccountReference, _ asset: Asset, key: String) -> Operation {
      var operation: Operation =
        until.map { .hold(amount, from: account, timesOut: .at($0), asset: asset) }
        ?? .redeem(amount, from: account, asset: asset)
      operation.key = key
      return operation
    }
    var operations: [Operation] = []
    // First, since neither user nor operator can change it at once.
    if let stock = reward.stock {
      operations.append(taking(request.quantity, from: .budget(reward.shelf), stock, key: "\(id):stock"))
    }
    if let budget = request.budget {
      // They expire before all others, so what is spent is these. What is held mustn't expire meanwhile.
      let expires = until == nil ? Expiry.at(context.clock.now().advanced(byMicroseconds: Timestamp.day / 24)) : nil
      var gift = Operation.issue(coins, from: .budget(budget), to: .wallet(user), expires: expires)
      gift.key = "\(id):prize"
      operations.append(gift)
    }
    var spending = taking(coins, from: .wallet(user), .coins, key: "\(id)")
    spending.reason = request.reason
    operations.append(spending)
    do {
      let outcomes = try ledger.post(operations, in: connection)
      return (outcomes[outcomes.count - 1].transfer, reward.stock == nil ? nil : outcomes[0].transfer)
    } catch CoinsError.outOfStock(_, let left, let wanted) {
      throw Self.outOfStock(reward.name, left: left, wanted: wanted)
    }
  }

  private static func outOfStock(_ name: String, left: Int64, wanted: Int64) -> Failure {
    Failure(
      "rewards.out-of-stock", .refused,
      left == 0
        ? "'\(name)' is out of stock"
        : "only \(left.counted("item of '\(name)' is", "items of '\(name)' are")) left, not \(wanted)",
      hint: "Add items with `qix reward stock \(name) --add N`.",
      forUser: left == 0
        ? .keyed("rewards.out-of-stock.none", "this reward is out of stock")
        : "only \(left) of this reward can still be redeemed")
  }

  /// Gives the user what there is to give at once.
  /// - Returns: the vouchers that there were.
  func deliver(
    _ redemption: Redemption, _ reward: Reward, at now: Timestamp, in connection: Connection
  ) throws -> [AssignedVoucher] {
    switch reward.delivery {
    case .voucher(let series):
      guard let book else {
        throw Failure(
          "rewards.changed-meanwhile", .busy, "'\(reward.name)' was changed by another command at the same time",
          hint: "Run the same command again.")
      }
      try requireNotErased(redemption.user, in: connection)
      let vouchers = try (1...redemption.quantity).map { number in
        try book.assign(
          from: series, to: redemption.user, key: "\(redemption.id):\(number)", at: now, in: connection)
      }
      try RedemptionStore(connection).add(vouchers.map(\.id), to: redemption.id)
      return vouchers
    case .raffle(let name, let tickets):
      let (all, overflow) = tickets.multipliedReportingOverflow(by: redemption.quantity)
      guard !overflow else { throw RaffleError.tooManyTickets(name) }
      // The id of one that was held is known by then.
      let key = redemption.heldUntil == nil ? "\(redemption.id)" : key(of: redemption.id, "tickets")
      _ = try context.service(Draws.raffles).enter(
        name, user: redemption.user, tickets: all, key: key, in: connection)
      return []
    case .goods, .donation: return []
    }
  }

  /// Nothing may lead to an erased user: a voucher given later would. A suspended user gets what was held for them
  /// before.
  func requireNotErased(_ user: UserID, in connection: Connection) throws {
    do {
      try policy.requireActive(user, in: connection)
    } catch UserError.suspended {}
  }

  func redeemed(_ redemption: Redemption, isReplay: Bool, in connection: Connection) throws -> Redeemed {
    guard let reward = try RewardStore(connection).find(redemption.reward) else {
      throw StorageError.corrupt("the reward of \(redemption.id) is not there")
    }
    let vouchers = try RedemptionStore(connection).vouchers(of: redemption.id)
    return Redeemed(
      redemption: redemption, reward: reward,
      vouchers: try book.map { book in try vouchers.map { try book.voucher($0, in: connection) } } ?? [],
      isReplay: isReplay)
  }

  private func isKnown(_ earlier: Redemption, to asker: String?, in connection: Connection) throws -> Bool {
    guard let asker else { return true }
    return try AuditLog.actor(of: "rewards.redeem", "\(earlier.id): ", at: earlier.redeemed, in: connection) == asker
  }

  static func check(key: String?) throws {
    guard let key else { return }
    guard IdempotencyKey.isWellFormed(key) else { throw IdempotencyKey.malformed(in: "rewards") }
  }
}

extension Redemption {
  /// Whether a request under its key repeats it. The redemption's user is its present one: the user of the request may
  /// have been merged since.
  fileprivate func isAnswer(to request: RedemptionService.Request, _ reward: RewardID, _ user: UserID) -> Bool {
    self.reward == reward && self.user == user && quantity == request.quantity && askedToHold == request.holds
      && atMost == request.atMost
  }
}
