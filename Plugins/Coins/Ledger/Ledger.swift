internal import CoinsContract
internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// The double-entry ledger, inside a write transaction.
///
/// `begin`, then any number of `apply`, then `seal`, then the caller commits. Balances are kept in memory in between
/// and written once; limits are still checked for every transfer in its order. One ledger may be used for many
/// transactions of the same connection, one after another, and keeps its accounts as long as nobody else writes.
final class Ledger {
  let connection: Connection
  /// The time of this transaction.
  private(set) var now = Timestamp(microseconds: 0)
  var book = AccountBook()
  var scratch = ByteBuffer()

  private let random: any RandomSource
  private var ids: IdentifierGenerator
  private var chain: Chain
  private var details: Details
  /// The number of the newest transfer.
  private(set) var lastTransfer: Int64 = 0
  private var lastID: TransferID?
  private(set) var lastLot: Int64 = 0
  /// Where lots of a transfer were found last.
  var lotNear: Int64?
  /// Other numbers are for tests.
  var listLimits = ListLimits()
  /// How many lots of each wallet's list this transaction has read.
  var lotsRead = SmallMap<Int>()
  /// The first transfer of the group that is being posted all or nothing.
  private var linked: Int64?
  private var isInGroup = false
  /// Whether any wallet was merged into another: without, nothing looks for such.
  var hasMerges = false
  /// The version of the data that what we remember is true of; nil when we remember nothing.
  private var version: Int64?

  private let statements: Statements
  /// Whether legs and lots of grants may wait to be written with those of the next (`writeRows`).
  private let writesTogether: Bool

  let policy: (any ModePolicy)?
  /// What this transaction asks of users; nil where nothing is asked.
  private(set) var rules: UserRules?
  /// The most that one operation may bring into being, once this transaction has asked.
  var most: Int64?
  /// Wallets whose users were found to be active in this transaction.
  var active: Set<Int> = []
  /// By whose clock periods end and days begin.
  var calendar = LedgerCalendar()
  /// The coins that a budget is low with, once this transaction has asked.
  var lowBudget: Int64?
  /// How long grants last that say nothing, once this transaction has asked.
  var defaultPeriod: Period??
  /// What the token that asks has granted; nil where nothing is counted.
  private var grants: TokenGrants?
  /// The newest transfer of before this transaction.
  private var lastBefore: Int64 = 0

  /// - Parameters:
  ///   - policy: what users may do; nil for who may do everything, such as the ledger's own checks.
  ///   - grantor: who asks for the operations; nil where a module of qix itself does.
  ///   - writesTogether: whether nothing but the ledger itself reads legs or lots before `seal`, so that those of many
  ///     grants can be written at once.
  init(
    _ connection: Connection, random: any RandomSource, policy: (any ModePolicy)? = nil, grantor: Principal? = nil,
    writesTogether: Bool = false
  ) throws {
    self.connection = connection
    grants = grantor.flatMap { TokenGrants($0) }
    self.writesTogether = writesTogether
    self.policy = policy
    self.random = random
    ids = IdentifierGenerator(random: random)
    chain = Chain()
    details = Details()
    statements = Statements(connection)
  }

  /// Starts a transaction's work.
  func begin(at time: Timestamp) throws {
    now = time
    let current = try connection.dataVersion()
    let last = try connection.first("SELECT transfer, id FROM coins_transfers ORDER BY transfer DESC LIMIT 1") { row in
      (number: row.integer(0), id: try row.identifier(1, TransferTag.self))
    }
    // The version tells of other connections alone: on this one, another ledger may have posted, or a transaction been
    // rolled back.
    if version != current || lastID != last?.id || book.accounts.count > AccountBook.capacity {
      book = AccountBook()
      details = try Details(in: connection)
      lastLot = try connection.first("SELECT max(lot) FROM coins_lots") { $0.integer(0) } ?? 0
      (lastTransfer, lastID) = (last?.number ?? 0, last?.id)
      ids = IdentifierGenerator(random: random, after: (last?.id.high ?? 0, last?.id.low ?? 0))
      chain = try Chain(in: connection)
      hasMerges =
        try connection.first("SELECT 1 FROM coins_accounts WHERE merged_into IS NOT NULL LIMIT 1") { _ in true }
        ?? false
      version = current
    }
    // What waited when the transaction before was taken back is gone with it.
    statements.discard()
    lotsRead.removeAll()
    chain.open(after: lastTransfer)
    lastBefore = lastTransfer
    grants?.begin()
    rules = try policy.map { try UserRules($0, in: connection) }
    most = nil
    lowBudget = nil
    calendar = LedgerCalendar()
    defaultPeriod = nil
    active.removeAll(keepingCapacity: true)
  }

  /// Forgets everything that was remembered: after a transaction that was rolled back.
  func forget() { version = nil }

  /// Writes the balances and seals what was posted since `begin` as one block.
  func seal() throws {
    try writeRows()
    try book.flush(in: connection)
    try grants?.write(lastBefore + 1, lastTransfer, in: connection)
    try chain.seal(at: now, in: connection)
  }

  /// Writes the legs and lots that wait: before anything reads some.
  func writeRows() throws { try statements.flush() }

  /// Does one operation.
  /// - Throws: `CoinsError` when it can't be done; then nothing of it was written.
  func apply(_ operation: Operation) throws -> Outcome {
    let fingerprint = Fingerprint(operation, scratch: &scratch).asked(by: operation.asker)
    // All others look at lots or legs.
    if !operation.isGrant { try writeRows() }
    do {
      try Self.check(key: operation.key)
      if try mayTidy(before: operation), let replay = try replay(operation, fingerprint) { return replay }
      try grants?.check(operation, at: now, in: connection)
      var posting = try resolve(operation)
      if posting.credit == nil {
        // Opening a wallet would leave a trace of an operation that turns out to be a repeat.
        if let replay = try replay(operation, fingerprint) { return replay }
        guard case .wallet(let user)? = operation.to else { throw CoinsError.noBudget("\(operation.to ?? .issuer)") }
        posting.credit = try book.open(user, operation.asset, in: connection)
      }
      let outcome = try record(posting, operation, fingerprint)
      guard !outcome.isReplay else { return outcome }
      grants?.add(operation, outcome.amount)
      if hasMerges {
        try writeRows()
        try moveOn(after: posting, by: outcome.transfer)
      }
      try settle(posting.debit, after: outcome.transfer)
      if let credit = posting.credit { try settle(credit, after: outcome.transfer) }
      return outcome
    } catch let refusal as CoinsError {
      // A repeat of what was done may well be impossible now; its answer is that of the first time.
      if refusal != .malformedKey, let replay = try replay(operation, fingerprint) { return replay }
      throw refusal
    }
  }

  /// Does several operations, all or nothing.
  /// - Parameter starting: is told the index of each before it is done, so that one that fails is known.
  func applyLinked(_ operations: [Operation], starting: (Int) -> Void = { _ in }) throws -> [Outcome] {
    try link(operations.count > 1) {
      try operations.enumerated().map { index, operation in
        starting(index)
        return try apply(operation)
      }
    }
  }

  /// Does what `body` does all or nothing.
  /// - Parameter isGroup: whether its transfers are marked as a group.
  func link<Result>(_ isGroup: Bool, _ body: () throws -> Result) throws -> Result {
    try writeRows()
    let before = (lastTransfer, lastID, lastLot, ids, chain, details, grants)
    book.beginGroup()
    isInGroup = isGroup
    defer {
      isInGroup = false
      linked = nil
    }
    do {
      let result = try connection.savepoint(body)
      book.endGroup()
      return result
    } catch {
      statements.discard()
      book.undoGroup()
      (lastTransfer, lastID, lastLot, ids, chain, details, grants) = before
      throw error
    }
  }

  /// Writes what was decided. Nothing here may refuse any more, save for a key that is known.
  func record(_ posting: Posting, _ operation: Operation, _ fingerprint: Fingerprint) throws -> Outcome {
    guard let credit = posting.credit else { preconditionFailure("an account to credit was not opened") }
    // What resolves a hold or reverses says nothing of its asset: that is the accounts'.
    let asset = book[posting.debit].asset
    precondition(posting.amount > 0 && posting.debit != credit && book[credit].asset == asset)
    let number = lastTransfer + 1
    let group = isInGroup ? linked ?? number : nil
    if details.isNew(reason: operation.reason, metadata: operation.metadata) {
      // Storing a text would leave a trace of an operation that turns out to be a repeat.
      if let replay = try replay(operation, fingerprint) { return replay }
    }
    let note = try details.note(reason: operation.reason, metadata: operation.metadata, in: connection)
    let leaf = Leaf(
      number: number, id: ids.next(at: now), kind: posting.kind, asset: asset,
      debit: book[posting.debit].owner, credit: book[credit].owner, amount: posting.amount, at: operation.at ?? now,
      expires: posting.expires, related: posting.related, linked: group, details: note?.digest,
      fingerprint: fingerprint)
    guard
      try statements.insertTransfer(
        leaf, debit: book[posting.debit].number, credit: book[credit].number, details: note?.number, key: operation.key)
    else {
      guard let replay = try replay(operation, fingerprint) else {
        throw StorageError.corrupt("a key that is taken is not there")
      }
      return replay
    }
    (lastTransfer, lastID) = (number, leaf.id)
    linked = group

    if posting.kind.isPosted {
      try post(posting, credit: credit, transfer: number)
      if !(writesTogether && posting.kind.isGrant) { try writeRows() }
    }
    if posting.heldChange != 0 {
      book.update(posting.debit) { $0.held += posting.heldChange }
    }
    for draw in posting.draws {
      try statements.insertDraw(transfer: number, draw)
      try statements.changeRemaining(draw)
    }
    if operation.isWelcome { try statements.insertWelcome(number, account: book[credit].number) }
    if posting.movesLots { try statements.insertMerge(number, account: book[posting.debit].number) }
    if posting.kind == .hold {
      let isPayment = book[posting.debit].kind == .budget && book[credit].kind == .wallet
      try statements.insertHold(
        number, debit: book[posting.debit].number, amount: posting.amount, posting.expires,
        payee: isPayment ? book[credit].number : nil)
    } else if let hold = posting.related, posting.kind != .reverse {
      try statements.resolveHold(hold, by: number)
    }

    seal(leaf, key: operation.key)
    if try connection.isHeard { try tell(posting, credit: credit, leaf.id) }
    return Outcome(transfer: leaf.id, kind: posting.kind, amount: posting.amount, isReplay: false)
  }

  private func post(_ posting: Posting, credit: Int, transfer: Int64) throws {
    try enter(2 * transfer, of: posting.debit, -posting.amount)
    try enter(2 * transfer + 1, of: credit, posting.amount)
    guard book[credit].hasLots else { return }
    guard let lots = posting.lots else {
      return try make(NewLot(amount: posting.amount, expires: posting.expires), in: credit, transfer: transfer)
    }
    for lot in lots { try make(lot, in: credit, transfer: transfer) }
  }

  /// Writes one leg of a transfer.
  private func enter(_ entry: Int64, of index: Int, _ amount: Int64) throws {
    let before = book.enter(entry, of: index, amount)
    try statements.insertEntry(
      entry, account: before.number, amount: amount, balance: before.posted + amount, previous: before.lastEntry)
  }

  private func make(_ lot: NewLot, in index: Int, transfer: Int64) throws {
    lastLot += 1
    let (number, account) = (lastLot, book[index])
    let isListed = account.listed < listLimits.length
    try statements.insertLot(
      number, account: account.number, transfer: transfer, amount: lot.amount, expires: lot.expires,
      next: isListed ? account.firstLot : OpenLot.unlisted)
    guard isListed else { return }
    book.update(index) {
      $0.firstLot = number
      $0.listed += 1
    }
  }

  private func seal(_ leaf: Leaf, key: String?) {
    if var key {
      key.withUTF8 { leaf.encode(key: UnsafeRawBufferPointer($0), into: &scratch) }
    } else {
      leaf.encode(key: nil, into: &scratch)
    }
    scratch.withBytes { chain.append(MerkleTree.leafHash($0)) }
  }
}
