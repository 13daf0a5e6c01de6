internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// An account as a batch sees it: read once, changed in memory, written when the block is sealed.
struct Account {
  let number: Int64
  let asset: Asset
  let kind: AccountKind
  let owner: Owner
  let floor: Int64
  var posted: Int64
  var held: Int64
  /// The newest entry, 0 for none.
  var lastEntry: Int64
  /// Where the wallet's list of lots begins, 0 for an empty one.
  var firstLot: Int64
  /// How many lots that list has; those of an earlier version aren't counted until it is read.
  var listed: Int64 = 0
  /// The wallet that has its coins since its user was merged into another, 0 for none.
  var mergedInto: Int64 = 0
  /// Of a wallet: the account of what its user owes, 0 for one who has never owed anything.
  var owes: Int64 = 0
  var isDirty = false

  /// What may be taken from it without falling below its floor.
  var free: Int64 { posted - held - floor }

  /// Whether what it holds is divided in lots.
  var hasLots: Bool { kind == .wallet && (asset == .coins || asset == .owed) }
}

/// The sixteen bytes that say whose an account is: with the asset, its name in leaves and fingerprints.
struct Owner: Hashable {
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
  init<Tag>(_ id: Identifier<Tag>) { self.init(high: id.high, low: id.low) }

  /// The issuer, and what is redeemed or expired, belong to nobody: their kind is their name.
  init(_ kind: AccountKind) { self.init(high: 0, low: UInt64(kind.rawValue)) }

  var user: UserID { UserID(high: high, low: low) }
  var budget: BudgetID { BudgetID(high: high, low: low) }
}

/// The accounts that a batch has touched.
///
/// They stay valid from one transaction to the next as long as nobody else has written; `Ledger` sees to that.
struct AccountBook {
  private(set) var accounts: [Account] = []
  private var byNumber = SmallMap<Int64>()
  private var byOwner = SmallMap<Key>()
  private var byBudget = SmallMap<String>()
  /// Where the issuer of coins stands, whom nearly every line of a file of grants names.
  private var issuer: Int?
  private var dirty: [Int] = []
  /// While a linked group runs: what its accounts were before it.
  private var undo: [(index: Int, account: Account)]?
  private var opened: [Key] = []
  /// The greatest number of an account, once a wallet was opened.
  private var last: Int64?

  private struct Key: Hashable {
    let owner: Owner
    let asset: Int64

    func hash(into hasher: inout Hasher) {
      // The low halves of identifiers are random: they tell owners apart as well as both halves do.
      hasher.combine(owner.low &+ UInt64(truncatingIfNeeded: asset))
    }
  }

  /// So many accounts are remembered before all are forgotten: some 20 MB.
  static let capacity = 131_072

  // Made once: a batch asks for these statements for each of its wallets.
  private static let columns =
    "account, asset, kind, owner, floor, posted, held, last_entry, first_lot, listed, merged_into, owes"
  private static let byOwner = "SELECT \(columns) FROM coins_accounts WHERE owner = ?1 AND asset = ?2"
  // The number is given rather than asked for with RETURNING, for which SQLite opens a temporary table each time.
  private static let insert = """
    INSERT INTO coins_accounts (account, asset, kind, owner, floor, posted, held)
    VALUES (?1, ?2, \(AccountKind.wallet.rawValue), ?3, 0, 0, 0)
    """

  subscript(index: Int) -> Account { accounts[index] }

  /// Where an account stands in the book; nil for a wallet that was never credited. For a user who was merged into
  /// another it is the other's wallet.
  mutating func find(_ reference: AccountReference, _ asset: Asset, in connection: Connection) throws -> Int? {
    switch reference {
    case .wallet(let user):
      return try find(Owner(user), asset, in: connection).map { try survivor(of: $0, in: connection) }
    case .issuer:
      if let issuer, asset == .coins { return issuer }
      let found = try find(Owner(.issuer), asset, in: connection)
      if asset == .coins { issuer = found }
      return found
    case .redeemed: return try find(Owner(.redeemed), asset, in: connection)
    case .expired: return try find(Owner(.expired), asset, in: connection)
    case .budget(let name):
      if let index = byBudget[name], accounts[index].asset == asset { return index }
      let statement = try connection.statement(
        "SELECT \(Self.columns) FROM coins_accounts WHERE name = ?1 AND asset = ?2")
      statement.bind(name, at: 1)
      statement.bind(asset.number, at: 2)
      guard let account = try statement.first(Self.read) else { throw CoinsError.noBudget(name) }
      // It may be known by its number, from a hold or a reversal.
      let index = byNumber[account.number] ?? add(account)
      byBudget[name] = index
      return index
    }
  }

  /// The wallet that has another's coins since that was merged into it; the same one when it was not merged.
  mutating func survivor(of index: Int, in connection: Connection) throws -> Int {
    guard accounts[index].mergedInto != 0 else { return index }
    let survivor = try find(number: accounts[index].mergedInto, in: connection)
    guard accounts[survivor].mergedInto == 0 else {
      throw StorageError.corrupt("account \(accounts[index].number) is merged into one that was merged itself")
    }
    return survivor
  }

  /// The same without following a merge.
  mutating func find(_ owner: Owner, _ asset: Asset, in connection: Connection) throws -> Int? {
    if let index = byOwner[Key(owner: owner, asset: asset.number)] { return index }
    let statement = try connection.statement(Self.byOwner)
    statement.bind(Identifier<UserTag>(high: owner.high, low: owner.low), at: 1)
    statement.bind(asset.number, at: 2)
    return try statement.first(Self.read).map { add($0) }
  }

  mutating func find(number: Int64, in connection: Connection) throws -> Int {
    if let index = byNumber[number] { return index }
    let statement = try connection.statement("SELECT \(Self.columns) FROM coins_accounts WHERE account = ?1")
    statement.bind(number, at: 1)
    guard let account = try statement.first(Self.read) else {
      throw StorageError.corrupt("account \(number) is referred to but not there")
    }
    return add(account)
  }

  /// Opens a wallet.
  mutating func open(_ user: UserID, _ asset: Asset, in connection: Connection) throws -> Int {
    let number = try (last ?? Self.greatest(in: connection)) + 1
    let statement = try connection.statement(Self.insert)
    statement.bind(number, at: 1)
    statement.bind(asset.number, at: 2)
    statement.bind(user, at: 3)
    try statement.run()
    last = number
    let account = Account(
      number: number, asset: asset, kind: .wallet, owner: Owner(user), floor: 0, posted: 0, held: 0, lastEntry: 0,
      firstLot: 0)
    if undo != nil { opened.append(Key(owner: account.owner, asset: asset.number)) }
    return add(account)
  }

  /// Opens the account of what a wallet's user owes.
  mutating func openDebts(of index: Int, in connection: Connection) throws -> Int {
    try Assets.make("OWED", as: .owed, in: connection)
    last = nil
    let account = try open(accounts[index].owner.user, .owed, in: connection)
    let number = accounts[account].number
    update(index) { $0.owes = number }
    return account
  }

  /// Changes an account in memory; `flush` writes it.
  mutating func update(_ index: Int, _ change: (inout Account) -> Void) {
    undo?.append((index, accounts[index]))
    if !accounts[index].isDirty { dirty.append(index) }
    accounts[index].isDirty = true
    change(&accounts[index])
  }

  /// Takes a leg into account.
  /// - Returns: the account as it was before.
  mutating func enter(_ entry: Int64, of index: Int, _ amount: Int64) -> Account {
    let before = accounts[index]
    update(index) {
      $0.posted += amount
      $0.lastEntry = entry
    }
    return before
  }

  /// Writes what has changed, in the order of the table.
  mutating func flush(in connection: Connection) throws {
    let statement = try connection.statement(
      """
      UPDATE coins_accounts SET posted = ?2, held = ?3, last_entry = ?4, first_lot = ?5, listed = ?6 WHERE account = ?1
      """)
    dirty.sort { accounts[$0].number < accounts[$1].number }
    for index in dirty {
      let account = accounts[index]
      precondition(account.posted - account.held >= account.floor && account.held >= 0)
      precondition(account.mergedInto == 0 || account.posted == account.held, "a merged wallet keeps held coins only")
      statement.bind(account.number, at: 1)
      statement.bind(account.posted, at: 2)
      statement.bind(account.held, at: 3)
      statement.bind(account.lastEntry == 0 ? nil : account.lastEntry, at: 4)
      statement.bind(account.firstLot == 0 ? nil : account.firstLot, at: 5)
      statement.bind(account.listed, at: 6)
      try statement.run()
      if account.mergedInto != 0 || account.owes != 0 {
        // Once more, so that the statement above stays as small as most need it.
        try connection.execute(
          """
          UPDATE coins_accounts SET merged_into = \(account.mergedInto == 0 ? nil : account.mergedInto),
            owes = \(account.owes == 0 ? nil : account.owes) WHERE account = \(account.number)
          """)
      }
      accounts[index].isDirty = false
    }
    dirty.removeAll(keepingCapacity: true)
  }

  // MARK: Linked groups

  mutating func beginGroup() { undo = [] }

  mutating func endGroup() {
    undo = nil
    opened = []
  }

  /// Puts every account back to what it was when the group began.
  mutating func undoGroup() {
    for (index, account) in (undo ?? []).reversed() {
      accounts[index] = account
    }
    dirty.removeAll { !accounts[$0].isDirty }
    for key in opened {
      // The row is gone with the savepoint; the place in the array stays, unreachable.
      if let index = byOwner.removeValue(forKey: key) { byNumber[accounts[index].number] = nil }
    }
    if !opened.isEmpty { last = nil }
    endGroup()
  }

  private static func greatest(in connection: Connection) throws -> Int64 {
    try connection.first("SELECT max(account) FROM coins_accounts") { $0.integer(0) } ?? 0
  }

  private mutating func add(_ account: Account) -> Int {
    let index = accounts.count
    accounts.append(account)
    byNumber[account.number] = index
    byOwner[Key(owner: account.owner, asset: account.asset.number)] = index
    return index
  }

  private static func read(_ row: Row) throws -> Account {
    let owner: Identifier<UserTag> = try row.identifier(3)
    guard let kind = AccountKind(rawValue: row.integer(2)) else {
      throw StorageError.corrupt("account \(row.integer(0)) is of no known kind")
    }
    return Account(
      number: row.integer(0), asset: Asset(number: row.integer(1)), kind: kind,
      owner: Owner(high: owner.high, low: owner.low), floor: row.integer(4), posted: row.integer(5),
      held: row.integer(6), lastEntry: row.integer(7), firstLot: row.integer(8), listed: row.integer(9),
      mergedInto: row.integer(10), owes: row.integer(11))
  }
}
