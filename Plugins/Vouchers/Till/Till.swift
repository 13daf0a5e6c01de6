internal import QixKernel
internal import QixStorage
internal import VouchersContract

/// Marks a use: `vus_…`.
enum UseTag: IdentifierTag {
  static let prefix = "vus"
}

typealias UseID = Identifier<UseTag>

/// Where vouchers are looked at and used: each inside of one write transaction, so that of many who come with the same
/// code at once each sees what the one before has done.
struct Till {
  let keys: VoucherKeys
  let presenter: Presenter
  /// Whether it may be said of a code that it is one in stock: else whoever has found one by trying would wait until it
  /// is handed out, and be there first.
  let tellsStock: Bool
  /// What the clock shows.
  let clock: Timestamp
  let random: any RandomSource

  /// A voucher that somebody has the code of.
  struct Presented: Sendable {
    let voucher: Voucher
    let series: Series
  }

  /// Finds a voucher by what was typed or scanned. What isn't found, or was handed to nobody yet, counts as a miss, which
  /// the transaction has to keep; `told` is what may be said of it.
  /// - Throws: `TillError.tooManyMisses`, and nothing else for what was typed: that is in the result.
  func find(_ presented: PresentedCode, in connection: Connection) throws -> Result<Presented, TillError> {
    let time = try Misses.latest(clock, in: connection)
    try Misses.requireFew(by: presenter, at: time, in: connection)
    if let voucher = try presented.lookUp(keys, in: connection) {
      let series = try Series.with(voucher.series, in: connection)
      // The box opens only in the row and the series that it was made for.
      let code = try keys.open(voucher.box, voucher.id, of: series.id)
      guard presented.isOf(voucher, code) else {
        throw StorageError.corrupt("voucher \(voucher.id) is found by a code that is not its own")
      }
      guard voucher.state != .free else {
        // Nobody can have it from anybody, so it is as good as tried.
        try Misses.count(presenter, at: time, in: connection)
        return .failure(.notHandedOut(voucher.id))
      }
      return .success(Presented(voucher: voucher, series: series))
    }
    try Misses.count(presenter, at: time, in: connection)
    return .failure(presented.isMistyped ? .mistyped : .unknown)
  }

  /// Makes sure that a voucher can be used now.
  /// - Parameters:
  ///   - purchase: nil where nobody has said what it comes to.
  ///   - needsPurchase: whether a minimum asks for it.
  /// - Throws: `TillError`.
  func requireGood(
    _ presented: Presented, purchase: Money?, needsPurchase: Bool, in connection: Connection
  ) throws {
    let (voucher, series) = (presented.voucher, presented.series)
    guard series.voided == nil else { throw TillError.void(voucher.id) }
    switch voucher.state {
    case .free: throw TillError.notHandedOut(voucher.id)
    case .void: throw TillError.void(voucher.id)
    case .used: throw try usedUp(presented, in: connection)
    case .open: break
    }
    guard voucher.used < series.terms.uses else { throw try usedUp(presented, in: connection) }
    if let start = series.terms.start, clock < start { throw TillError.notYet(voucher.id, start: start) }
    // A clock that was set back brings nothing to life again.
    if let end = voucher.end(series.terms), try AuditLog.latestMoment(clock, in: connection) >= end {
      throw TillError.over(voucher.id, end: end)
    }
    try requirePurchase(presented, purchase, needsPurchase: needsPurchase)
  }

  private func requirePurchase(_ presented: Presented, _ purchase: Money?, needsPurchase: Bool) throws {
    let (id, terms) = (presented.voucher.id, presented.series.terms)
    guard let purchase else {
      if needsPurchase, let minimum = terms.minimumPurchase {
        throw TillError.purchaseNeeded(id, minimum: minimum)
      }
      return
    }
    if let currency = terms.value?.currency ?? terms.minimumPurchase?.currency, currency != purchase.currency {
      throw TillError.otherCurrency(id, expected: currency, given: purchase.currency)
    }
    if let minimum = terms.minimumPurchase, purchase.minorUnits < minimum.minorUnits {
      throw TillError.belowMinimum(id, minimum: minimum, purchase: purchase)
    }
  }

  private func usedUp(_ presented: Presented, in connection: Connection) throws -> TillError {
    let id = presented.voucher.id
    let last = try connection.first(
      """
      SELECT used_at, till FROM vouchers_uses WHERE voucher = ?1 AND restored_at IS NULL
      ORDER BY id DESC LIMIT 1
      """, .id(id)
    ) { (time: $0.time(0), till: $0.optionalText(1)) }
    guard let last else { throw StorageError.corrupt("voucher \(id) counts as used, and no use of it is there") }
    return .usedUp(id, uses: presented.voucher.used, last: last.time, till: last.till)
  }
}
