internal import CoinsContract
internal import IdentityContract
internal import QixModule

extension Ledger {
  /// What a merge has moved.
  struct Merged: Equatable {
    var coins: Int64 = 0
    /// Holds that are open; they resolve where they were made, and what they free follows the coins.
    var holds: Int64 = 0
  }

  /// Moves all that is free in a user's wallet to another's by one transfer, and everything that comes free there later.
  ///
  /// The lots stay where they are, however many there are, and the survivor draws from them (decision 0021). What holds
  /// have reserved stays until they resolve under their own ids. A wallet that isn't there is opened, so that whoever
  /// still knows the old user reaches the survivor. A repeat moves nothing.
  /// - Throws: `CoinsError.walletMerged` when either was merged elsewhere before.
  func merge(_ user: UserID, into survivor: UserID) throws -> Merged {
    guard user != survivor else { throw CoinsError.walletMerged(user, into: survivor) }
    let known = try book.find(Owner(user), .coins, in: connection)
    let target = try book.find(.wallet(survivor), .coins, in: connection)
    if let known, book[known].mergedInto != 0 {
      let heir = try book.survivor(of: known, in: connection)
      guard heir == target else { throw CoinsError.walletMerged(user, into: book[heir].owner.user) }
      return Merged()
    }
    if let known, known == target { throw CoinsError.walletMerged(survivor, into: user) }
    let from = try known ?? book.open(user, .coins, in: connection)
    let to = try target ?? book.open(survivor, .coins, in: connection)
    try releaseDueHolds(of: from)
    // Whoever was merged into it before follows.
    let number = book[to].number
    for wallet in try walletsMerged(into: from) + [from] { book.update(wallet) { $0.mergedInto = number } }
    hasMerges = true
    var merged = Merged(coins: try moveOn(from, key: Self.mergeKey(user, book[to].owner.user)))
    try moveDebts(of: from, to: to)
    merged.holds =
      try connection.first(
        "SELECT count(*) FROM coins_holds WHERE debit = ?1 AND resolved_by IS NULL", .integer(book[from].number)
      ) { $0.integer(0) } ?? 0
    // What follows looks into the table for wallets that were merged.
    try book.flush(in: connection)
    try settle(to)
    return merged
  }

  /// The wallets that were merged into one.
  func walletsMerged(into index: Int) throws -> [Int] {
    guard book[index].kind == .wallet else { return [] }
    return try connection.rows(
      "SELECT account FROM coins_accounts WHERE merged_into = ?1 ORDER BY account", .integer(book[index].number)
    ) { $0.integer(0) }.map { try book.find(number: $0, in: connection) }
  }

  /// Moves on what a posting has set free in wallets that were merged.
  func moveOn(after posting: Posting, by transfer: TransferID) throws {
    for index in [posting.debit, posting.credit].compactMap({ $0 }) where book[index].mergedInto != 0 {
      let heir = try book.survivor(of: index, in: connection)
      do {
        let key = Self.mergeKey(book[index].owner.user, book[heir].owner.user)
        _ = try moveOn(index, key: "\(key):\(transfer)")
      } catch let refusal as CoinsError {
        // The operation is recorded by now, so it must not look like one that was refused.
        throw StorageError.corrupt("what transfer \(transfer) has set free can't follow its wallet: \(refusal)")
      }
    }
  }

  static func mergeKey(_ user: UserID, _ survivor: UserID) -> String { "merge:\(user):\(survivor)" }

  /// Moves all that is free in a merged wallet to the one it was merged into.
  /// - Returns: how much that is.
  func moveOn(_ index: Int, key: String) throws -> Int64 {
    let amount = book[index].posted - book[index].held
    guard amount > 0 else { return 0 }
    let heir = try book.survivor(of: index, in: connection)
    try checkRoom(for: amount, in: heir)
    var operation = Operation.transfer(
      amount, from: .wallet(book[index].owner.user), to: .wallet(book[heir].owner.user))
    operation.key = key
    var posting = Posting(kind: .transfer, debit: index, credit: heir, amount: amount)
    posting.lots = []
    posting.movesLots = true
    let outcome = try record(posting, operation, Fingerprint(operation, scratch: &scratch))
    // Kept for merges since there are any; a transfer of an earlier time could have it.
    guard !outcome.isReplay else { throw CoinsError.keyConflict(key) }
    return amount
  }

  /// Coins of a wallet that came there by one transfer and live until one moment: a lot of it.
  struct Parcel: Hashable {
    let transfer: Int64
    let expires: Timestamp?
  }

  /// Where the coins of a transfer have got to by merges of before version 4 of the tables, which have drawn on lots and
  /// made new ones: the lots of a reversal that come first, beside the transfer's own.
  func parcels(of transfer: Int64, creditedTo index: Int) throws -> Set<Parcel> {
    var found: Set<Parcel> = []
    /// Nil for all lots of the transfer itself.
    var pending: [(wallet: Int, parcels: Set<Parcel>?)] = [(index, nil)]
    while let (wallet, parcels) = pending.popLast() {
      guard book[wallet].mergedInto != 0 else { continue }
      let key = "merge:\(book[wallet].owner.user)"
      var moved: [Int64: Set<Parcel>] = [:]
      let rows = try connection.rows(
        """
        SELECT t.transfer, t.credit, l.transfer, l.expires_at FROM coins_transfers AS t
        JOIN coins_draws AS d ON d.transfer = t.transfer JOIN coins_lots AS l ON l.lot = d.lot
        WHERE t.key >= ?1 AND t.key < ?2 AND t.kind = ?3
        """, .text("\(key):"), .text("\(key);"), .integer(TransferKind.transfer.rawValue)
      ) { (by: $0.integer(0), to: $0.integer(1), lotOf: $0.integer(2), expires: $0.optionalTime(3)) }
      for row in rows
      where parcels?.contains(Parcel(transfer: row.lotOf, expires: row.expires)) ?? (row.lotOf == transfer) {
        moved[row.to, default: []].insert(Parcel(transfer: row.by, expires: row.expires))
      }
      for (account, parcels) in moved {
        found.formUnion(parcels)
        pending.append((try book.find(number: account, in: connection), parcels))
      }
    }
    return found
  }
}
