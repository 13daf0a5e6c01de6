internal import CoinsContract
internal import IdentityContract
internal import QixBatch
internal import QixModule

/// Coins that were to be taken back when they were spent are owed: a balance of the wallet in an asset of its own.
///
/// A debt begins by a funding of OWED, under a key that names the payment which is owed. Whatever comes to the wallet
/// later settles it first, the oldest debt before others: a reversal of that payment, of the coins that came, and behind
/// it a redemption of as much OWED. What is never paid is written off as expired. docs/ledger.md, Debts.
extension Ledger {
  /// The keys of what the ledger does about debts begin so; the payment's number follows, and the transfer's own.
  static let owedKey = "\(BatchRows.keyPrefix)owed:"

  /// As `LedgerSession.takeBack`.
  func takeBack(_ id: TransferID, atMost wanted: Int64, key: String?, reason: String?) throws -> TakenBack {
    precondition(wanted > 0, "something is to be taken back")
    try writeRows()
    let payment = try transfer(id)
    let credited = try book.find(number: payment.credit, in: connection)
    let payer = try book.find(number: payment.debit, in: connection)
    guard payment.kind == .issue || payment.kind == .capture, book[payer].kind != .wallet, book[credited].hasLots else {
      throw CoinsError.notReversible(id, payment.kind)
    }
    let debtor = try book.survivor(of: credited, in: connection)
    try releaseDueHolds(of: debtor)
    let before = try reversals(of: payment.number).reduce(0) { $0 + $1.amount } + owed(of: payment.number)
    let amount = min(wanted, payment.amount - before)
    guard amount > 0 else { return TakenBack() }
    let own = try min(amount, ownLots(of: payment.number, creditedTo: credited).reduce(0) { $0 + $1.remaining })
    var taken = TakenBack(coins: own)
    if own > 0 {
      var reversal = Operation.reverse(id, amount: own)
      (reversal.key, reversal.reason) = (key, reason)
      taken.last = try apply(reversal).transfer
    }
    // Nothing comes to the wallet of a user who was erased.
    guard own < amount, try !isErased(debtor) else { return taken }
    let debts = try book[debtor].owes == 0 ? book.openDebts(of: debtor, in: connection) : self.debts(of: debtor)
    guard let issuer = try book.find(.issuer, .owed, in: connection) else {
      preconditionFailure("its accounts are there")
    }
    var debt = Operation.owed(.fund, amount - own, from: .issuer, to: .wallet(book[debtor].owner.user))
    (debt.key, debt.reason) = ("\(Self.owedKey)\(payment.number):\(lastTransfer + 1)", reason)
    let outcome = try record(
      Posting(kind: .fund, debit: issuer, credit: debts, amount: amount - own), debt,
      Fingerprint(debt, scratch: &scratch))
    taken.last = taken.last ?? outcome.transfer
    let paid = try settle(debtor)
    taken.coins += paid
    taken.owed = amount - own - paid
    return taken
  }

  /// Settles what a wallet owes, or the one that it was merged into, out of what a transfer has brought.
  func settle(_ index: Int, after transfer: TransferID) throws {
    guard book[index].owes != 0 || book[index].mergedInto != 0 else { return }
    do {
      try settle(book.survivor(of: index, in: connection))
    } catch let refusal as CoinsError {
      // The operation is recorded by now, so it must not look like one that was refused.
      throw StorageError.corrupt("what \(transfer) has brought can't settle what its wallet owes: \(refusal)")
    }
  }

  /// Takes the coins that a wallet has free, in the order in which they pay, for what it owes, the oldest debt first.
  ///
  /// Goodwill is what support gives for a wrong, so it pays no debt, nor does it when it comes back.
  /// - Returns: how many.
  @discardableResult func settle(_ wallet: Int) throws -> Int64 {
    guard book[wallet].owes != 0 else { return 0 }
    let account = try debts(of: wallet)
    guard book[account].posted > 0 else { return 0 }
    try writeRows()
    let goodwill = try goodwillBudget()
    var lots = try openLots(of: wallet, after: now)
    var debts = try openLots(of: account, after: now)
    var settled: Int64 = 0
    var (lot, used) = (try lots.next(in: connection), Int64(0))
    while let debt = try debts.next(in: connection) {
      var draws: [Draw] = []
      var missing = debt.remaining
      while missing > 0, let current = lot {
        let part = try goodwill == payer(of: current.transfer) ? 0 : min(missing, current.remaining - used)
        if part > 0 { draws.append(Draw(lot: current.lot, amount: part, expires: current.expires)) }
        missing -= part
        used += part
        if part == 0 || used == current.remaining { (lot, used) = (try lots.next(in: connection), 0) }
      }
      guard !draws.isEmpty else { break }
      let paid = debt.remaining - missing
      try pay(debt, from: account, paid, of: wallet, draws)
      settled += paid
    }
    return settled
  }

  /// Posts what settles a part of a debt: the payment's reversal, and the redemption of as much OWED.
  private func pay(_ debt: OpenLot, from account: Int, _ coins: Int64, of wallet: Int, _ draws: [Draw]) throws {
    let payment = try payment(of: debt.transfer)
    let payer = try book.find(number: payment.debit, in: connection)
    try checkRoom(for: coins, in: payer)
    var reversal = Operation.reverse(payment.id, amount: coins)
    reversal.key = "\(Self.owedKey)\(payment.number):\(lastTransfer + 1)"
    var posting = Posting(kind: .reverse, debit: wallet, credit: payer, amount: coins)
    (posting.related, posting.draws) = (payment.number, draws)
    _ = try record(posting, reversal, Fingerprint(reversal, scratch: &scratch))
    try end(debt, about: payment.number, of: account, coins, as: .redeem)
  }

  /// Ends a part of a debt, which was paid or is written off.
  private func end(
    _ debt: OpenLot, about payment: Int64, of account: Int, _ coins: Int64, as kind: TransferKind
  ) throws {
    let to = kind == .redeem ? AccountReference.redeemed : .expired
    guard let credit = try book.find(to, .owed, in: connection) else { preconditionFailure("its accounts are there") }
    var operation = Operation.owed(kind, coins, from: .wallet(book[account].owner.user), to: to)
    operation.key = "\(Self.owedKey)\(payment):\(lastTransfer + 1)"
    var posting = Posting(kind: kind, debit: account, credit: credit, amount: coins)
    posting.draws = [Draw(lot: debt.lot, amount: coins, expires: nil)]
    _ = try record(posting, operation, Fingerprint(operation, scratch: &scratch))
  }

  /// Moves what a user owes to the one that the user becomes.
  func moveDebts(of wallet: Int, to survivor: Int) throws {
    guard book[wallet].owes != 0 else { return }
    let gone = try debts(of: wallet)
    let heir = try book[survivor].owes == 0 ? book.openDebts(of: survivor, in: connection) : debts(of: survivor)
    let number = book[heir].number
    for account in try walletsMerged(into: gone) + [gone] { book.update(account) { $0.mergedInto = number } }
    _ = try moveOn(gone, key: "\(Self.mergeKey(book[wallet].owner.user, book[survivor].owner.user)):owed")
  }

  /// Writes off what a user owes, who is erased.
  /// - Returns: coins.
  func writeOff(_ user: UserID) throws -> Int64 {
    guard let wallet = try book.find(.wallet(user), .coins, in: connection), book[wallet].owes != 0 else { return 0 }
    let account = try debts(of: wallet)
    let owed = book[account].posted
    var debts = try openLots(of: account, after: now)
    while let debt = try debts.next(in: connection) {
      try end(debt, about: payment(of: debt.transfer).number, of: account, debt.remaining, as: .expire)
    }
    return owed
  }

  /// How much of a payment is owed.
  func owed(of payment: Int64) throws -> Int64 {
    let debts: [Int64] = try connection.fetchAll(
      """
      SELECT transfer FROM coins_transfers WHERE key >= \("\(Self.owedKey)\(payment):")
        AND key < \("\(Self.owedKey)\(payment);") AND kind = \(TransferKind.fund.rawValue)
      """)
    return try debts.flatMap { try lots(of: $0) }.reduce(0) { $0 + $1.remaining }
  }

  private func debts(of wallet: Int) throws -> Int { try book.find(number: book[wallet].owes, in: connection) }

  /// The payment that a debt is about: its number stands in the debt's key.
  private func payment(of debt: Int64) throws -> (id: TransferID, number: Int64, debit: Int64) {
    let key: String? = try connection.fetchOne("SELECT key FROM coins_transfers WHERE transfer = \(debt)")
    guard let key, key.hasPrefix(Self.owedKey),
      let number = key.split(separator: ":").dropFirst(2).first.flatMap({ Int64($0) }),
      let found = try connection.fetchOne(
        "SELECT id, debit FROM coins_transfers WHERE transfer = \(number)",
        { (id: try $0["id"] as TransferID, debit: $0["debit"] as Int64) })
    else { throw StorageError.corrupt("transfer \(debt) is a debt that names no payment") }
    return (found.id, number, found.debit)
  }

  private func payer(of transfer: Int64) throws -> Int64? {
    try connection.fetchOne("SELECT debit FROM coins_transfers WHERE transfer = \(transfer)")
  }

  private func goodwillBudget() throws -> Int64? {
    let name = try connection.value(of: CoinsModule.goodwillBudget)
    return try connection.fetchOne(
      "SELECT account FROM coins_accounts WHERE name = \(name) AND asset = \(Asset.coins.number)")
  }

  private func isErased(_ wallet: Int) throws -> Bool {
    do {
      try policy?.requireActive(book[wallet].owner.user, in: connection)
    } catch UserError.erased {
      return true
    } catch UserError.suspended {}
    return false
  }
}
