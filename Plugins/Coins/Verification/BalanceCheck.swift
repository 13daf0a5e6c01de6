internal import CoinsContract
internal import QixModule

/// Checks balances against entries, lots against draws, and what is held against open holds.
///
/// What is read may be anything, so sums wrap around instead of ending the program, and no number from a row is an
/// index before it was compared with how many rows there are.
struct BalanceCheck {
  struct Result: Sendable {
    var accounts: Int64 = 0
    var entries: Int64 = 0
    var lots: Int64 = 0
    /// By the asset's number.
    var assets: [Int64: Totals] = [:]
    /// The sum of what was posted.
    var legs: UInt64 = 0
    var faults: [String] = []

    var coins: Totals { assets[Asset.coins.number] ?? Totals() }
  }

  /// Of one asset.
  struct Totals: Sendable, Equatable {
    /// As people know it: `QIX`, `stock:coffee`.
    var code = ""
    var issued: Int64 = 0
    var redeemed: Int64 = 0
    var expired: Int64 = 0
    /// Lies in wallets, on budgets and shelves.
    var outstanding: Int64 = 0
    /// The accounts that are nobody's; there is one of each kind.
    var systemAccounts: Int64 = 0
    /// What all its accounts have, which is nothing.
    var balance: Int64 = 0

    var supply: Int64 { issued &- redeemed &- expired }
  }

  /// What the entries and lots of an account add up to; indexed by the account's number.
  private struct Sum {
    var balance: Int64 = 0
    var lastEntry: Int64 = 0
    var remaining: Int64 = 0
    var held: Int64 = 0
    var hasLots = false
  }

  private struct Lot {
    let account: Int64
    /// `OpenLot.unlisted` when it is in no list.
    let next: Int64
    var isReached = false
  }

  private var result = Result()
  private var sums: [Sum] = []
  private var lots: [Lot] = []
  private let connection: Connection
  private let key: LegHash

  static func run(_ connection: Connection, _ key: LegHash) throws -> Result {
    var check = BalanceCheck(connection: connection, key: key)
    // Accounts are numbered without gaps.
    let accounts = try connection.first("SELECT count(*) FROM coins_accounts") { $0.integer(0) } ?? 0
    check.sums = Array(repeating: Sum(), count: Int(accounts) + 1)
    try check.readEntries()
    try check.readLots()
    try check.readHolds()
    try check.countWithSurvivors()
    try check.readAccounts()
    try check.checkAssets()
    for sentence in try connection.faults(by: RelationCheck.rules) { check.fault(sentence) }
    return check.result
  }

  private init(connection: Connection, key: LegHash) {
    self.connection = connection
    self.key = key
  }

  private mutating func fault(_ sentence: String) {
    if result.faults.count < Verification.limit { result.faults.append(sentence) }
  }

  private func isAccount(_ number: Int64) -> Bool { number > 0 && number < Int64(sums.count) }

  private mutating func readEntries() throws {
    try connection.statement(
      "SELECT entry, account, amount, balance, previous FROM coins_entries ORDER BY entry"
    ).forEach { row in
      let (entry, account, amount) = (row.integer(0), row.integer(1), row.integer(2))
      result.entries += 1
      result.legs &+= key(entry: entry, account: account, amount: amount)
      guard isAccount(account) else {
        fault("entry \(entry) belongs to account \(account), which is not there")
        return true
      }
      let before = sums[Int(account)]
      let (sum, overflow) = before.balance.addingReportingOverflow(amount)
      if overflow || sum != row.integer(3) { fault("the balance in entry \(entry) is not what its entries add up to") }
      if row.integer(4) != before.lastEntry { fault("entry \(entry) does not follow entry \(before.lastEntry)") }
      sums[Int(account)].balance = row.integer(3)
      sums[Int(account)].lastEntry = entry
      return true
    }
  }

  private mutating func readLots() throws {
    let count = try connection.first("SELECT count(*) FROM coins_lots") { $0.integer(0) } ?? 0
    var drawn = [Int64](repeating: 0, count: Int(count) + 1)
    try connection.statement("SELECT transfer, lot, amount FROM coins_draws").forEach { row in
      guard drawn.indices.contains(Int(row.integer(1))) else {
        fault("transfer \(row.integer(0)) draws on lot \(row.integer(1)), which is not there")
        return true
      }
      drawn[Int(row.integer(1))] &+= row.integer(2)
      return true
    }
    lots = [Lot(account: 0, next: -1)]
    lots.reserveCapacity(Int(count) + 1)
    try connection.statement(
      "SELECT lot, account, amount, remaining, next FROM coins_lots ORDER BY lot"
    ).forEach { row in
      let (number, account, remaining) = (row.integer(0), row.integer(1), row.integer(3))
      guard number == Int64(lots.count), isAccount(account), drawn.indices.contains(lots.count) else {
        fault("lot \(number) comes where \(lots.count) is due")
        return false
      }
      if row.integer(2) &- drawn[Int(number)] != remaining {
        fault("what is left of lot \(number) is not what its draws have left")
      }
      sums[Int(account)].remaining &+= remaining
      sums[Int(account)].hasLots = true
      let next = row.optionalInteger(4)
      if next.map({ $0 < OpenLot.unlisted }) ?? (remaining > 0) {
        fault("lot \(number) is neither in a list nor in order")
      }
      lots.append(Lot(account: account, next: next ?? OpenLot.unlisted))
      return true
    }
    result.lots = Int64(lots.count - 1)
  }

  private mutating func readHolds() throws {
    try connection.statement("SELECT debit, amount FROM coins_holds WHERE resolved_by IS NULL").forEach { row in
      // A hold of no account is one that its transfer does not know either.
      if isAccount(row.integer(0)) { sums[Int(row.integer(0))].held &+= row.integer(1) }
      return true
    }
  }

  /// What lies in a wallet that was merged is the survivor's.
  private mutating func countWithSurvivors() throws {
    try connection.statement(
      "SELECT account, merged_into FROM coins_accounts WHERE merged_into IS NOT NULL"
    ).forEach { row in
      let (account, survivor) = (row.integer(0), row.integer(1))
      // Where one is not there, others say so.
      guard isAccount(account), isAccount(survivor), account != survivor else { return true }
      sums[Int(survivor)].remaining &+= sums[Int(account)].remaining
      sums[Int(account)].remaining = 0
      return true
    }
  }

  private mutating func readAccounts() throws {
    try connection.statement(
      """
      SELECT account, asset, kind, floor, posted, held, last_entry, first_lot, owner, listed FROM coins_accounts
      ORDER BY account
      """
    ).forEach { row in
      let number = row.integer(0)
      let (posted, held) = (row.integer(4), row.integer(5))
      result.accounts += 1
      // In a damaged database an index, which was counted, may have fewer rows than its table.
      guard number == result.accounts, isAccount(number) else {
        fault("account \(number) comes where \(result.accounts) is due")
        return false
      }
      let sum = sums[Int(number)]
      let (available, overflow) = posted.subtractingReportingOverflow(held)
      if posted != sum.balance || row.integer(6) != sum.lastEntry {
        fault("the balance of account \(number) is not the sum of its entries")
      }
      if held != sum.held { fault("what account \(number) holds back is not the sum of its open holds") }
      if overflow || available < row.integer(3) { fault("account \(number) is below its floor") }
      if row.integer(3) < 0, row.integer(2) != AccountKind.issuer.rawValue {
        fault("the floor of account \(number) is below zero")
      }
      if try !Self.isOwner(row.identifier(8), of: row.integer(2)) {
        fault("account \(number) is not of the kind that its owner says")
      }
      let isWallet =
        row.integer(2) == AccountKind.wallet.rawValue
        && [Asset.coins.number, Asset.owed.number].contains(row.integer(1))
      if sum.hasLots, !isWallet { fault("account \(number) has lots, which only a wallet has") }
      if isWallet, available != sum.remaining {
        fault("the balance of account \(number) is not the sum of its lots")
      }
      walkList(of: number, from: row.integer(7), counted: row.integer(9))
      if row.integer(2) == AccountKind.wallet.rawValue, !isWallet {
        fault("account \(number) is a wallet of items, which belong only on shelves")
      }
      count(kind: row.integer(2), posted, of: row.integer(1))
      return true
    }
    for (number, lot) in lots.enumerated() where lot.next >= 0 && !lot.isReached {
      fault("lot \(number) is in the list of no wallet")
    }
  }

  /// The accounts that are nobody's have their kind for an owner, and no others have.
  private static func isOwner(_ id: Identifier<TransferTag>, of kind: Int64) -> Bool {
    let owner = Owner(id)
    guard let kind = AccountKind(rawValue: kind) else { return false }
    switch kind {
    case .issuer, .redeemed, .expired: return owner == Owner(kind)
    case .wallet, .budget: return ![.issuer, .redeemed, .expired].contains { owner == Owner($0) }
    }
  }

  private mutating func count(kind: Int64, _ posted: Int64, of asset: Int64) {
    var totals = result.assets[asset] ?? Totals()
    totals.balance &+= posted
    switch AccountKind(rawValue: kind) {
    case .issuer: totals.issued = 0 &- posted
    case .redeemed: totals.redeemed = posted
    case .expired: totals.expired = posted
    default: totals.outstanding &+= posted
    }
    if let kind = AccountKind(rawValue: kind), kind != .wallet, kind != .budget { totals.systemAccounts += 1 }
    result.assets[asset] = totals
  }

  /// Each asset adds up by itself, and only coins are divided in lots.
  private mutating func checkAssets() throws {
    try connection.statement("SELECT asset, code, has_lots FROM coins_assets ORDER BY asset").forEach { row in
      let number = row.integer(0)
      var totals = result.assets[number] ?? Totals()
      totals.code = row.text(1)
      result.assets[number] = totals
      if (row.integer(2) != 0) != (number == Asset.coins.number || number == Asset.owed.number) {
        fault("asset \(number) is not divided as it must be: coins have lots, and what is owed; items have none")
      }
      return true
    }
    for (number, totals) in result.assets.sorted(by: { $0.key < $1.key }) {
      if totals.code.isEmpty { fault("accounts have asset \(number), which is not there") }
      if totals.balance != 0 {
        fault("the balances of asset \(number) add up to \(totals.balance), not to zero")
      }
      if totals.systemAccounts != 3 {
        fault("asset \(number) has \(totals.systemAccounts.counted("account")) that are nobody's, not three")
      }
    }
  }

  /// A lot that is met twice ends the walk, so a list that bites its tail is found and does no harm.
  private mutating func walkList(of account: Int64, from first: Int64, counted: Int64) {
    var current = first
    var length: Int64 = 0
    while current != 0 {
      guard lots.indices.contains(Int(current)), lots[Int(current)].account == account, lots[Int(current)].next >= 0,
        !lots[Int(current)].isReached
      else {
        fault("the list of lots of account \(account) is broken at lot \(current)")
        return
      }
      lots[Int(current)].isReached = true
      length += 1
      current = lots[Int(current)].next
    }
    // Lots of versions up to 0.5.0 aren't counted before the list is read.
    if !(0...length).contains(counted) {
      fault("account \(account) counts \(counted.counted("lot")) in its list of \(length)")
    }
  }
}
