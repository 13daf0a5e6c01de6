internal import CoinsContract
internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// Compares redemptions with the ledger and the vouchers: each that was fulfilled has paid its coins and taken its
/// pieces, each that is held has reserved both, and none has one without the other.
struct RedemptionCheck {
  let ledger: any CoinLedger
  let directory: any UserDirectory
  let vouchers: any VoucherCatalogue
  let now: Timestamp
  /// The clock by which the ledger judges what is held.
  private let clock: Timestamp
  let connection: Connection

  private(set) var redemptions: Int64 = 0
  private(set) var faults: [String] = []
  /// Faults beyond so many say nothing new.
  static let limit = 50

  /// The parts of a reward that are compared.
  private struct Rewarded {
    let shelf: AccountReference
    let hasVouchers: Bool
    var pieces: Int64 = 0
  }

  /// Pieces of a stock that redemptions have taken, and that they hold. Whether a reward's pieces are counted may change, so
  /// nothing but the redemption says whether it took one; but the stock's sums have to agree.
  private struct Taken {
    var redeemed: Int64 = 0
    var held: Int64 = 0
    var shelf: AccountReference
  }

  private var rewards: [RewardID: Rewarded] = [:]
  private var stocks: [Asset: Taken] = [:]

  /// - Parameter now: the later of the clock and what was written down last, so that a clock which went back wakes no
  ///   hold.
  init(_ context: Context, at now: Timestamp, in connection: Connection) throws {
    ledger = try context.service(Coins.ledger)
    directory = try context.service(Users.directory)
    vouchers = try context.service(Vouchers.catalogue)
    self.now = now
    clock = context.clock.now()
    self.connection = connection
  }

  mutating func run() throws {
    let store = RedemptionStore(connection)
    var last = RedemptionID(high: .max, low: .max)
    while true {
      let page = try store.list(RedemptionStore.Filter(after: last), at: now, limit: 1_000)
      for redemption in page { try check(redemption, store) }
      guard let oldest = page.last?.id else { break }
      last = oldest
    }
    try connection.forEach(
      """
      SELECT r.reward, coalesce(t.pieces, 0) AS pieces FROM rewards_rewards AS r
      LEFT JOIN rewards_taken AS t ON t.reward = r.reward
      """
    ) { row in
      let (reward, pieces): (RewardID, Int64) = (try row["reward"], row["pieces"])
      let counted = rewards[reward]?.pieces ?? 0
      if pieces != counted { fault("\(pieces) items of \(reward) are counted, but users have \(counted)") }
    }
    try checkStocks()
    for sentence in try connection.faults(by: [Self.vouchers]) { fault(sentence) }
  }

  private static let vouchers = DataRule(
    """
    SELECT voucher FROM rewards_redeemed_vouchers AS v
    WHERE NOT EXISTS (SELECT 1 FROM rewards_redemptions AS r WHERE r.redemption = v.redemption)
    """
  ) { "\(try $0["voucher"] as VoucherID) belongs to a redemption that does not exist" }

  private mutating func fault(_ sentence: String) {
    if faults.count < Self.limit { faults.append(sentence) }
  }

  private mutating func reward(_ id: RewardID) throws -> Rewarded? {
    if let known = rewards[id] { return known }
    guard let found = try RewardStore(connection).find(id) else { return nil }
    let rewarded = Rewarded(shelf: .budget(found.shelf), hasVouchers: found.hasVouchers)
    rewards[id] = rewarded
    return rewarded
  }

  private mutating func check(_ redemption: Redemption, _ store: RedemptionStore) throws {
    redemptions += 1
    guard let reward = try reward(redemption.reward) else {
      return fault("\(redemption.id) is of a reward that does not exist")
    }
    if redemption.stage == .fulfilled { rewards[redemption.reward]?.pieces += redemption.quantity }
    let refunds = try store.refunds(of: redemption.id)
    let refunded = refunds.reduce(0) { $0 &+ $1.coins }
    try check(
      redemption.coinsTransfer, of: redemption, "coins", amount: redemption.coins, takenBack: refunded)
    if let transfer = redemption.stockTransfer {
      let restocked = refunds.reduce(0) { $0 &+ $1.pieces }
      try check(
        transfer, of: redemption, "items", amount: redemption.quantity, takenBack: restocked, from: reward.shelf)
      if let standing = try ledger.standing(of: transfer, in: connection), standing.asset != .coins {
        let isHeld = standing.kind == .hold && standing.ending(by: clock) == nil
        let isTaken = standing.kind == .redeem || standing.end?.kind == .capture
        stocks[standing.asset, default: Taken(shelf: reward.shelf)].held &+= isHeld ? redemption.quantity : 0
        stocks[standing.asset, default: Taken(shelf: reward.shelf)].redeemed &+=
          isTaken ? redemption.quantity &- restocked : 0
      }
    }
    if (redemption.stage == .refunded) != (refunded == redemption.coins) {
      fault("\(redemption.id) is \(redemption.state(at: now).rawValue), but \(refunded) of its coins are refunded")
    }
    try checkUser(of: redemption)
    try checkVouchers(of: redemption, isDelivered: reward.hasVouchers && redemption.fulfilled != nil, refunds, store)
  }

  /// Whether a transfer is what the redemption says, and stands as its state says.
  /// - Parameter from: the shelf of pieces; nil for coins.
  private mutating func check(
    _ id: TransferID, of redemption: Redemption, _ what: String, amount: Int64, takenBack: Int64,
    from: AccountReference? = nil
  ) throws {
    guard let standing = try ledger.standing(of: id, in: connection) else {
      return fault("the ledger does not have the \(what) of \(redemption.id)")
    }
    let kind: TransferKind = redemption.heldUntil == nil ? .redeem : .hold
    guard standing.kind == kind, standing.amount == amount, (standing.asset == .coins) == (from == nil),
      standing.to == .redeemed,
      from.map({ $0 == standing.from }) ?? standing.from.isWallet, standing.timesOut == redemption.heldUntil
    else {
      return fault("the \(what) of \(redemption.id) differ from what the ledger moved by \(id)")
    }
    let isRight: Bool
    switch redemption.state(at: now) {
    case .held: isRight = standing.end == nil
    case .timedOut: isRight = standing.end == nil || standing.end?.kind == .timeOut
    case .cancelled: isRight = standing.end?.kind == .void
    case .fulfilled, .refunded:
      isRight = kind == .redeem || (standing.end?.kind == .capture && standing.end?.amount == amount)
    }
    if !isRight {
      fault(
        "\(redemption.id) is \(redemption.state(at: now).rawValue), but the ledger's hold of its \(what) "
          + (standing.end.map { "ended by a \($0.kind.name)" } ?? "is open"))
    }
    if standing.reversed != takenBack {
      fault("\(redemption.id): \(standing.reversed) \(what) were taken back, but its refunds say \(takenBack)")
    }
  }

  /// Checks each stock's balance in the ledger against redemptions: no piece went without one.
  private mutating func checkStocks() throws {
    try connection.forEach("SELECT asset, name FROM rewards_rewards WHERE asset IS NOT NULL") { row in
      let asset = Asset(number: row["asset"])
      if stocks[asset] == nil, let reward = try RewardStore(connection).find(row["name"]) {
        stocks[asset] = Taken(shelf: .budget(reward.shelf))
      }
    }
    for (asset, taken) in stocks.sorted(by: { $0.key.number < $1.key.number }) {
      let redeemed = try ledger.balance(of: .redeemed, asset: asset, in: connection).posted
      let held = try ledger.balance(of: taken.shelf, asset: asset, in: connection).held
      if redeemed != taken.redeemed || held != taken.held {
        fault(
          "\(taken.shelf): \(redeemed) items were redeemed and \(held) are held, but redemptions have "
            + "\(taken.redeemed) and \(taken.held)")
      }
    }
  }

  /// Checks that the wallet that has paid is the user's, or that of a user merged into them.
  private mutating func checkUser(of redemption: Redemption) throws {
    guard case .wallet(let payer)? = try ledger.standing(of: redemption.coinsTransfer, in: connection)?.from else {
      return
    }
    let heir = try directory.heir(of: payer, in: connection)
    if heir != redemption.user { fault("\(redemption.id) was paid by \(payer), but \(redemption.user) has it") }
  }

  private mutating func checkVouchers(
    of redemption: Redemption, isDelivered: Bool, _ refunds: [Refund], _ store: RedemptionStore
  ) throws {
    let found = try store.vouchers(of: redemption.id)
    let due = isDelivered ? Int(redemption.quantity) : 0
    if found.count != due {
      fault("\(redemption.id) has \(Int64(found.count).counted("voucher")), but \(due) are due")
    }
    // As many as were paid back are worthless. A refund that paid for used ones, too, doesn't say how many it voided.
    let voiding = refunds.filter { $0.isVoided && !$0.asked.keepsVoucher }
    let paidBack = voiding.reduce(0) { $0 &+ $1.coins }
    var good: Int64 = 0
    for id in found {
      guard let voucher = try vouchers.handed(id, in: connection) else {
        fault("\(id) of \(redemption.id) does not exist")
        continue
      }
      if let user = voucher.user, user != redemption.user {
        fault("\(id) of \(redemption.id) belongs to \(user), but \(redemption.user) redeemed it")
      }
      guard voucher.state != .void, !voiding.isEmpty else { continue }
      good += 1
      if good * redemption.price > redemption.coins &- paidBack {
        fault("\(id) of \(redemption.id) was voided by a refund, but is still valid")
      }
    }
  }
}

extension AccountReference {
  fileprivate var isWallet: Bool { if case .wallet = self { true } else { false } }
}
