import CoinsContract
import IdentityContract
import QixKernel

/// The ledger as one would explain it to a clerk with a pencil: slow, and plain to see to be right.
///
/// It keeps nothing but what was written down (transfers, lots, draws). Every balance is added up when it is asked for,
/// and a group is undone by going back to the copy from before. It takes words from the contract, and no code from the
/// ledger.
struct Model {
  struct Transfer: Equatable {
    let kind: TransferKind
    let from: AccountReference
    let to: AccountReference
    let amount: Int64
    let at: Timestamp
    var expires: Timestamp?
    var related: Int?
    var linked: Int?
    /// What was asked; nil where the ledger did it by itself.
    var request: Request?
    /// Of what a merge moves: the two users, and what has set the coins free when that was later.
    var merge: Merge?
  }

  /// Coins that a wallet was credited with, good until the same moment.
  struct Lot: Equatable {
    let owner: AccountReference
    let transfer: Int
    let amount: Int64
    let expires: Timestamp?
  }

  /// Coins taken from a lot by a transfer; negative when given back.
  struct Draw: Equatable {
    let transfer: Int
    let lot: Int
    let amount: Int64
  }

  struct Merge: Equatable {
    let from: AccountReference
    let into: AccountReference
    let after: Int?
  }

  /// What came of a request.
  struct Done: Equatable {
    let number: Int
    let kind: TransferKind
    let amount: Int64
    let isRepeat: Bool
  }

  /// What is to be written once nothing can refuse any more.
  struct Plan {
    var transfer: Transfer
    var draws: [Part] = []
    var lots: [NewLot] = []
  }

  /// Some coins of a lot.
  struct Part: Equatable {
    let lot: Int
    let amount: Int64
  }

  struct NewLot: Equatable {
    let amount: Int64
    let expires: Timestamp?
  }

  var now = Timestamp(microseconds: 0)
  /// Numbers count from 1, in these and in lots.
  private(set) var transfers: [Transfer] = []
  private(set) var lots: [Lot] = []
  private(set) var draws: [Draw] = []
  private(set) var accounts: Set<AccountReference>
  /// Wallets in the order in which they were opened.
  private var opened: [AccountReference] = []
  /// Wallets that were merged, and the one that has their coins.
  private(set) var merged: [AccountReference: AccountReference] = [:]
  private var isInGroup = false
  private var firstOfGroup: Int?

  init(budgets: [String]) {
    accounts = Set(budgets.map(AccountReference.budget)).union([.issuer, .redeemed, .expired])
  }

  // MARK: Doing

  mutating func apply(_ request: Request) throws(CoinsError) -> Done {
    guard Self.isWellFormed(request.key) else { throw .malformedKey }
    if let key = request.key, key.hasPrefix("merge:usr_") { throw .reservedKey }
    // A repeat is answered before anything is done for it.
    if let key = request.key, let first = transfers.firstIndex(where: { $0.request?.key == key }) {
      guard transfers[first].request == request else { throw .keyConflict(key) }
      return Done(number: first + 1, kind: transfers[first].kind, amount: transfers[first].amount, isRepeat: true)
    }
    var plan = try decide(request)
    plan.transfer.request = request
    let number = record(plan)
    moveOn(after: number)
    return Done(number: number, kind: plan.transfer.kind, amount: plan.transfer.amount, isRepeat: false)
  }

  /// All or nothing.
  mutating func applyLinked(_ requests: [Request]) throws(CoinsError) -> [Done] {
    let before = self
    isInGroup = requests.count > 1
    var done: [Done] = []
    do throws(CoinsError) {
      for request in requests { done.append(try apply(request)) }
    } catch {
      self = before
      throw error
    }
    isInGroup = false
    firstOfGroup = nil
    return done
  }

  mutating func record(_ plan: Plan) -> Int {
    let number = transfers.count + 1
    var transfer = plan.transfer
    if isInGroup {
      firstOfGroup = firstOfGroup ?? number
      transfer.linked = firstOfGroup
    }
    transfers.append(transfer)
    open(transfer.to)
    draws += plan.draws.map { Draw(transfer: number, lot: $0.lot, amount: $0.amount) }
    lots += plan.lots.map { Lot(owner: transfer.to, transfer: number, amount: $0.amount, expires: $0.expires) }
    return number
  }

  private mutating func open(_ account: AccountReference) {
    if accounts.insert(account).inserted, account.isWallet { opened.append(account) }
  }

  // MARK: Merging

  /// Whose coins a wallet's are by now.
  func heir(of account: AccountReference) -> AccountReference { merged[account] ?? account }

  /// A wallet and those that were merged into it, the latter in the order in which they were opened.
  func mergedWallets(of account: AccountReference) -> [AccountReference] { opened.filter { merged[$0] == account } }

  /// - Returns: coins, and holds that stay open.
  mutating func merge(_ user: AccountReference, into other: AccountReference) throws(CoinsError) -> (Int64, Int64) {
    guard user != other else { throw .walletMerged(user.user, into: other.user) }
    if let heir = merged[user] {
      guard accounts.contains(other), self.heir(of: other) == heir else {
        throw .walletMerged(user.user, into: heir.user)
      }
      return (0, 0)
    }
    if merged[other] == user { throw .walletMerged(other.user, into: user.user) }
    let survivor = heir(of: other)
    open(user)
    open(survivor)
    timeOutHolds(of: user)
    for wallet in mergedWallets(of: user) + [user] { merged[wallet] = survivor }
    return (moveOn(user, after: nil), Int64(openHolds(of: user).count))
  }

  /// What comes free in a wallet that was merged goes where its coins have gone. Lots lie where they lay.
  mutating func moveOn(after number: Int) {
    for wallet in [transfers[number - 1].from, transfers[number - 1].to] where merged[wallet] != nil {
      _ = moveOn(wallet, after: number)
    }
  }

  private mutating func moveOn(_ wallet: AccountReference, after number: Int?) -> Int64 {
    let amount = posted(wallet) - held(wallet)
    guard amount > 0 else { return 0 }
    var plan = Plan(
      transfer: Transfer(kind: .transfer, from: wallet, to: heir(of: wallet), amount: amount, at: now))
    plan.transfer.merge = Merge(from: wallet, into: heir(of: wallet), after: number)
    _ = record(plan)
    return amount
  }

  /// The lots that a transfer has credited, whoever's they are by now.
  func ownLots(of number: Int) -> Set<Int> {
    Set((1...).prefix(lots.count).filter { lots[$0 - 1].transfer == number })
  }

  /// Whose a lot's coins are by now.
  func owner(of lot: Int) -> AccountReference { heir(of: lots[lot - 1].owner) }

  // MARK: Adding up

  func posted(_ account: AccountReference) -> Int64 {
    transfers.filter(\.movesCoins).reduce(0) { sum, transfer in
      switch account {
      case transfer.from: sum - transfer.amount
      case transfer.to: sum + transfer.amount
      default: sum
      }
    }
  }

  func held(_ account: AccountReference) -> Int64 {
    openHolds(of: account).reduce(0) { $0 + transfers[$1 - 1].amount }
  }

  /// What a user is told now: as if everything that is due were written down at this moment. Whether it is or not makes no
  /// difference to anybody who looks.
  func seen(_ account: AccountReference) -> Balance {
    let heir = heir(of: account)
    let after = afterTimeOuts(of: heir)
    let wallets = [heir] + after.mergedWallets(of: heir)
    return Balance(
      posted: wallets.reduce(0) { $0 + after.posted($1) }, held: wallets.reduce(0) { $0 + after.held($1) },
      available: after.available(heir, at: now))
  }

  /// The same of a wallet's lots, those too whose time is up: the soonest to expire first.
  func seenLots(of account: AccountReference) -> [Remainder] {
    let heir = heir(of: account)
    let after = afterTimeOuts(of: heir)
    let open = (1...).prefix(after.lots.count).filter { after.owner(of: $0) == heir && after.remaining($0) > 0 }
    return open.sorted { (after.lots[$0 - 1].expires ?? .never, $0) < (after.lots[$1 - 1].expires ?? .never, $1) }
      .map { Remainder(after.remaining($0), after.lots[$0 - 1].expires) }
  }

  private func afterTimeOuts(of account: AccountReference) -> Model {
    var after = self
    after.timeOutHolds(of: account)
    return after
  }

  /// What could be spent at a moment if no hold were timed out for it.
  func available(_ account: AccountReference, at time: Timestamp) -> Int64 {
    switch account {
    case .wallet: usableLots(of: account, at: time).reduce(0) { $0 + remaining($1) }
    // It may go as far below zero as can be counted, save for the lowest number, which has no opposite.
    case .issuer: posted(account) + .max
    default: posted(account) - held(account)
    }
  }

  func remaining(_ lot: Int) -> Int64 {
    draws.reduce(lots[lot - 1].amount) { $1.lot == lot ? $0 - $1.amount : $0 }
  }

  /// The transfer that ended a hold, nil for one that is open.
  func resolution(of hold: Int) -> Int? {
    transfers.firstIndex { $0.related == hold && [.capture, .void, .timeOut].contains($0.kind) }.map { $0 + 1 }
  }

  func openHolds(of account: AccountReference) -> [Int] {
    (1...).prefix(transfers.count).filter {
      transfers[$0 - 1].kind == .hold && transfers[$0 - 1].from == account && resolution(of: $0) == nil
    }
  }

  private static func isWellFormed(_ key: String?) -> Bool {
    guard let scalars = key?.unicodeScalars else { return true }
    return (1...200).contains(scalars.count) && !scalars.contains { $0.properties.generalCategory == .control }
  }
}

extension Model.Transfer {
  var movesCoins: Bool { ![.hold, .void, .timeOut].contains(kind) }
}

extension AccountReference {
  var isWallet: Bool { if case .wallet = self { true } else { false } }
  /// Of a wallet.
  var user: UserID { if case .wallet(let user) = self { user } else { UserID(high: 0, low: 0) } }
}

extension TransferID {
  /// What stands for the transfer with a number in the model's refusals.
  init(number: Int) { self.init(high: 0, low: UInt64(number)) }
}
