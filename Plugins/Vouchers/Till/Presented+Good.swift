internal import QixModule
internal import VouchersContract

extension Till.Presented {
  /// Makes sure that a voucher can be used now.
  /// - Parameters:
  ///   - purchase: the amount of the purchase; nil where it isn't given.
  ///   - needsPurchase: whether a minimum asks for it.
  /// - Throws: `TillError`.
  func requireGood(
    purchase: Money? = nil, needsPurchase: Bool = false, at clock: any Clock, in connection: Connection
  ) throws {
    switch voucher.state {
    case .used: throw try usedUp(in: connection)
    case .void: throw TillError.void(voucher.id)
    case .free, .open: break
    }
    // After the uses: what became of one that was used is no matter of its series.
    if let voided = series.voided { throw TillError.seriesVoid(voucher.id, series.terms.name, at: voided) }
    guard voucher.state == .open else { throw TillError.notHandedOut(voucher.id) }
    guard voucher.used < series.terms.uses else { throw try usedUp(in: connection) }
    if let start = series.terms.start, clock.now() < start { throw TillError.notYet(voucher.id, start: start) }
    // A clock that was set back brings nothing to life again.
    if let end = voucher.end(series.terms), try SteadyClock.latestMoment(clock, in: connection) >= end {
      throw TillError.over(voucher.id, end: end)
    }
    try requirePurchase(purchase, isNeeded: needsPurchase)
  }

  /// Why it can't be used now; nil where it can, at a purchase that is large enough.
  func fault(at clock: any Clock, in connection: Connection) throws -> TillError? {
    do {
      try requireGood(at: clock, in: connection)
      return nil
    } catch let error as TillError {
      return error
    }
  }

  private func requirePurchase(_ purchase: Money?, isNeeded: Bool) throws(TillError) {
    let (id, terms) = (voucher.id, series.terms)
    guard let purchase else {
      if isNeeded, let minimum = terms.minimumPurchase { throw .purchaseNeeded(id, minimum: minimum) }
      // Without it, what comes off and what stays can't be told.
      if isNeeded, let rest = voucher.rest(terms) { throw .purchaseNeededForRest(id, rest: rest) }
      return
    }
    if let currency = terms.value?.currency ?? terms.minimumPurchase?.currency, currency != purchase.currency {
      throw .otherCurrency(id, expected: currency, given: purchase.currency)
    }
    let least = terms.minimumPurchase ?? voucher.rest(terms).map { Money(minorUnits: 1, currency: $0.currency) }
    if let minimum = least, purchase.minorUnits < minimum.minorUnits {
      throw .belowMinimum(id, minimum: minimum, purchase: purchase)
    }
  }

  private func usedUp(in connection: Connection) throws -> TillError {
    let last = try connection.fetchOne(
      """
      SELECT used_at, till FROM vouchers_uses WHERE voucher = \(voucher.id) AND restored_at IS NULL
      ORDER BY id DESC LIMIT 1
      """
    ) { (time: $0["used_at"] as Timestamp, till: $0["till"] as String?) }
    guard let last else {
      throw StorageError.corrupt("voucher \(voucher.id) counts as used, and no use of it is there")
    }
    return .usedUp(voucher.id, uses: voucher.used, last: last.time, till: last.till)
  }
}
