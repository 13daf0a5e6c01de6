internal import CoinsContract
internal import QixModule

extension Ledger {
  /// Takes a posted transfer back, whole or in part: its own coins are taken, and the lots that paid are restored.
  ///
  /// Its own coins are those of its lots, also where merges moved them. Coins of other transfers pay only where the
  /// operation says so.
  /// - Throws: `CoinsError.spentSince` where its own coins don't suffice.
  func resolveReversal(_ operation: Operation) throws -> Posting {
    guard let id = operation.related else { preconditionFailure("a reversal names its original") }
    let original = try transfer(id)
    switch original.kind {
    case .issue, .import, .fund, .transfer, .redeem, .capture: break
    case .expire, .hold, .void, .timeOut, .reverse: throw CoinsError.notReversible(id, original.kind)
    }
    let credited = try book.find(number: original.credit, in: connection)
    // What the ledger does about debts follows from what was taken back and what came in.
    guard book[credited].asset != .owed else { throw CoinsError.notReversible(id, original.kind) }
    try checkOrder(of: operation, after: original, id)
    let earlier = try reversals(of: original.number)
    let left = try original.amount - earlier.reduce(0) { $0 + $1.amount } - owed(of: original.number)
    let amount = operation.amount ?? left
    guard amount <= left, left > 0 else {
      throw CoinsError.exceedsOriginal(id, left: left, wanted: max(amount, 1))
    }

    // The money goes the other way: whoever was credited is debited, or who has that wallet's coins by now. What comes
    // back to a wallet that was merged is moved on behind it.
    let debit = try book.survivor(of: credited, in: connection)
    let credit = try book.find(number: original.debit, in: connection)
    guard try book.survivor(of: credit, in: connection) != debit else { throw CoinsError.withinOneWallet(id) }
    try releaseDueHolds(of: debit)
    var posting = Posting(kind: .reverse, debit: debit, credit: credit, amount: amount)
    posting.related = original.number
    posting.draws = try take(
      amount, from: debit, at: operation.at, first: ownLots(of: original.number, creditedTo: credited),
      only: operation.takesOthers ? nil : id)
    try checkRoom(for: amount, in: credit)
    if book[credit].hasLots {
      // A capture's coins were taken when they were held.
      let involved = [original.number] + (original.kind == .capture ? [original.related].compactMap { $0 } : [])
      let taken = try draws(of: involved, lessReversals: earlier.map(\.transfer))
      let (_, restored) = Self.split(taken, givingBack: amount)
      precondition(restored.reduce(0) { $0 + $1.amount } == amount, "a reversal gives back what was taken")
      posting.draws += restored.map { Draw(lot: $0.lot, amount: -$0.amount, expires: $0.expires) }
      posting.lots = []
    }
    return posting
  }

  /// What was taken back of a transfer, in coins.
  func reversals(of transfer: Int64) throws -> [(transfer: Int64, amount: Int64)] {
    try connection.rows(
      "SELECT transfer, amount FROM coins_transfers WHERE related = ?1 AND kind = ?2", .integer(transfer),
      .integer(TransferKind.reverse.rawValue)
    ) { (transfer: $0.integer(0), amount: $0.integer(1)) }
  }

  /// What is left of a transfer's own lots, in the order in which they pay; merges may have moved some.
  func ownLots(of transfer: Int64, creditedTo credited: Int) throws -> [OpenLot] {
    let own = book[credited].hasLots ? try lots(of: transfer) : []
    let parcels = book[credited].mergedInto == 0 ? [] : try parcels(of: transfer, creditedTo: credited)
    let moved = try Set(parcels.map(\.transfer)).flatMap { try lots(of: $0) }
      .filter { parcels.contains(Parcel(transfer: $0.transfer, expires: $0.expires)) }
    return (own + moved).sorted { $0.place < $1.place }
  }
}
