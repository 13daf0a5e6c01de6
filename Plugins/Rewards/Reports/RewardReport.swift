internal import CoinsContract
internal import QixModule
internal import VouchersContract

extension Reward {
  /// Nil where the cost of one piece isn't known.
  func cost(of pieces: Int64) -> Money? {
    guard let cost, case (let total, false) = cost.minorUnits.multipliedReportingOverflow(by: pieces) else {
      return nil
    }
    return Money(minorUnits: total, currency: cost.currency)
  }
}

/// The report on rewards: how much of what users earned they spent on them, what that cost, what they could still ask
/// for, and what has no demand. `docs/rewards.md` has the formula of every figure.
struct RewardReport: Sendable {
  struct Line: Sendable {
    let reward: Reward
    /// Now; nil where it has none.
    let price: Int64?
    let remaining: Remaining
    /// Whether what it is delivered by is there: its series is good, its raffle open.
    let isDeliverable: Bool
    let activity: Activity
    let last: Timestamp?
    /// The moment since which it has had no demand, where that is long enough to call it dead.
    let idleSince: Timestamp?

    /// The cost of the pieces that users have; nil where the cost of one isn't known.
    var cost: Money? { reward.cost(of: activity.pieces) }

    /// Pieces in stock and unreserved; nil where there are as many as are wanted.
    var left: Int64? { remaining.pieces }

    /// Whether users can redeem it now, as far as the reward goes.
    func isOpen(at now: Timestamp) -> Bool {
      reward.state == .published && isDeliverable && price != nil && left != 0 && reward.start.map { $0 <= now } ?? true
        && reward.end.map { $0 > now } ?? true
    }
  }

  /// The cost of rewards in one currency, and the coins that paid for these.
  struct Cost: Sendable, Equatable {
    var money: Money
    var coins: Int64

    /// The cost of 1,000 coins, rounded down to the smallest unit; nil where none were spent.
    var ofThousand: Money? {
      Share.scale(money.minorUnits, by: 1_000, per: coins).map { Money(minorUnits: $0, currency: money.currency) }
    }

    /// The cost of so many coins, rounded up.
    func of(_ coins: Int64) -> Money? {
      Share.scale(money.minorUnits, by: coins, per: self.coins, up: true).map {
        Money(minorUnits: $0, currency: money.currency)
      }
    }
  }

  let lines: [Line]
  let total: Activity
  /// Coins that users earned in the time, less what was taken back of these.
  let earned: Int64
  let issued: Int64
  /// What has become of all coins that users ever had.
  let flow: CoinFlow
  /// Coins that users could spend now.
  let outstanding: Int64
  /// Users who have any.
  let holders: Int64
  /// The lowest price that is asked now; nil where nothing can be redeemed.
  let cheapest: Int64?
  /// Coins, and users, of wallets with at least that much.
  let redeemable: Int64
  let ableUsers: Int64
  /// Coins that all open rewards together would take; nil where one of them has no end of pieces.
  let shelves: Int64?
  let costs: [Cost]
  /// Coins that stayed spent on rewards without a stated cost.
  let withoutCost: Int64

  var redemptionRate: Share { Share(total.net, of: max(earned, 0)) }
  var redeemableShare: Share { Share(redeemable, of: outstanding) }
  /// The part of what is outstanding that the shelves could take.
  var covered: Int64 { shelves.map { min($0, outstanding) } ?? outstanding }

  /// Reads all of it, within one read transaction.
  /// - Parameter idle: how long a reward must have had no demand for its stock to be dead, in microseconds.
  static func make(
    _ scope: ReportScope, idle: Int64, in context: Context, _ connection: Connection
  ) throws -> RewardReport {
    let now = context.clock.now()
    let ledger = try context.service(Coins.ledger)
    let lines = try Self.lines(scope, idle: idle, in: context, at: now, connection)
    var total = lines.reduce(Activity()) { $0 + $1.activity }
    // A user of two rewards counts once.
    total.users = try RedemptionStore(connection).users(scope)
    let earned = try ledger.earnings(
      from: scope.since ?? Timestamp(microseconds: 0), until: scope.until ?? now.advanced(byMicroseconds: 1),
      in: connection
    ).reduce(0) { $0 + $1.coins }
    let open = lines.filter { $0.isOpen(at: now) }
    let cheapest = open.compactMap(\.price).min()
    var (outstanding, holders, redeemable, able): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
    try Spenders(context).forEach(at: now, in: connection) { _, coins, isActive in
      outstanding += coins
      holders += 1
      guard isActive, let cheapest, coins >= cheapest else { return }
      redeemable += coins
      able += 1
    }
    let (costs, withoutCost) = Self.costs(lines)
    return RewardReport(
      lines: lines, total: total, earned: earned,
      issued: -(try ledger.balance(of: .issuer, in: connection).posted),
      flow: try context.service(Coins.flows).total(in: connection), outstanding: outstanding, holders: holders,
      cheapest: cheapest, redeemable: redeemable, ableUsers: able, shelves: Self.shelves(open), costs: costs,
      withoutCost: withoutCost)
  }

  private static func lines(
    _ scope: ReportScope, idle: Int64, in context: Context, at now: Timestamp, _ connection: Connection
  ) throws -> [Line] {
    let (ledger, series) = (try context.service(Coins.ledger), try context.service(Vouchers.catalogue))
    let check = try PublishingCheck(context)
    let (store, redemptions) = (RewardStore(connection), RedemptionStore(connection))
    let activity = try redemptions.activity(scope, at: now)
    let (last, published) = (try redemptions.lastWanted(), try store.published())
    var lines: [Line] = []
    try store.forEach(RewardStore.Filter()) { reward in
      guard scope.reward == nil || scope.reward == reward.id else { return }
      let remaining = try Remaining(of: reward, ledger, series, in: connection)
      let wanted = last[reward.id]
      // The moment from which it could be wanted.
      let offered = [published[reward.id], reward.start, wanted].compactMap { $0 }.max()
      let isDead =
        reward.state == .published && (remaining.pieces ?? 0) > 0 && reward.end.map { $0 > now } ?? true
        && offered.map { $0.advanced(byMicroseconds: idle) <= now } ?? false
      lines.append(
        Line(
          reward: reward, price: try store.price(of: reward.id, at: now), remaining: remaining,
          isDeliverable: try check.problem(with: reward.delivery, at: now, in: connection) == nil,
          activity: activity[reward.id] ?? Activity(), last: wanted, idleSince: isDead ? offered : nil))
    }
    return lines
  }

  /// Coins that users would pay for all that is left of open rewards; nil without an end. A voucher that several rewards could
  /// hand out is handed out once, by the dearest of them.
  private static func shelves(_ open: [Line]) -> Int64? {
    var total: Int64 = 0
    var free: [String: Int64] = [:]
    for line in open.sorted(by: { ($0.price ?? 0, $1.reward.name) > ($1.price ?? 0, $0.reward.name) }) {
      guard let price = line.price, var left = line.left else { return nil }
      if let series = line.reward.series, let all = line.remaining.vouchers {
        left = min(left, free[series] ?? all)
        free[series] = (free[series] ?? all) - left
      }
      guard case (let coins, false) = price.multipliedReportingOverflow(by: left),
        case (let sum, false) = total.addingReportingOverflow(coins)
      else { return nil }
      total = sum
    }
    return total
  }

  private static func costs(_ lines: [Line]) -> ([Cost], withoutCost: Int64) {
    var costs: [Currency: Cost] = [:]
    var without: Int64 = 0
    for line in lines where line.activity.paid > 0 {
      guard let cost = line.cost else {
        without += line.activity.net
        continue
      }
      let so = costs[cost.currency] ?? Cost(money: Money(minorUnits: 0, currency: cost.currency), coins: 0)
      guard case (let sum, false) = so.money.minorUnits.addingReportingOverflow(cost.minorUnits) else {
        without += line.activity.net
        continue
      }
      costs[cost.currency] = Cost(
        money: Money(minorUnits: sum, currency: cost.currency), coins: so.coins + line.activity.net)
    }
    return (costs.values.sorted { $0.money.currency.code < $1.money.currency.code }, without)
  }
}
