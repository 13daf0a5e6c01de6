internal import QixModule
internal import VouchersContract

extension Till.Presented {
  /// Makes sure that a voucher can be used now.
  /// - Parameters:
  ///   - purchase: the amount of the purchase; nil where it isn't given.
  ///   - needsPurchase: whether a minimum asks for it.
  /// - Throws: its fault.
  func requireGood(
    purchase: Money? = nil, needsPurchase: Bool = false, at clock: any Clock, in connection: Connection
  ) throws {
    if let fault = try fault(purchase: purchase, needsPurchase: needsPurchase, at: clock, in: connection) {
      throw fault
    }
  }

  /// The reason why it can't be used now; nil if it can, at a purchase that is large enough.
  func fault(
    purchase: Money? = nil, needsPurchase: Bool = false, at clock: any Clock, in connection: Connection
  ) throws -> Failure? {
    let id = voucher.id
    switch voucher.state {
    case .used: return try usedUp(in: connection)
    case .void: return TillError.void(id).failure
    case .free, .open: break
    }
    // After the uses: what became of one that was used is no matter of its series.
    if let voided = series.voided { return TillError.seriesVoid(id, series.terms.name, at: voided).failure }
    guard voucher.state == .open else { return TillError.notHandedOut(id).failure }
    guard voucher.used < series.terms.uses else { return try usedUp(in: connection) }
    if let start = series.terms.start, clock.now() < start {
      return Failure(
        "vouchers.not-yet", .refused, "the voucher \(id) is valid from \(start) on",
        forUser: "this voucher is valid from \(start) on")
    }
    // A clock that was set back brings nothing to life again.
    if let end = voucher.end(series.terms), try SteadyClock.latestMoment(clock, in: connection) >= end {
      return Failure(
        "vouchers.over", .refused, "the voucher \(id) was valid until \(end)",
        forUser: "this voucher was valid until \(end)")
    }
    return fault(of: purchase, isNeeded: needsPurchase)
  }

  private func fault(of purchase: Money?, isNeeded: Bool) -> Failure? {
    let (id, terms) = (voucher.id, series.terms)
    guard let purchase else {
      // Without it, what comes off and what stays can't be told.
      return isNeeded ? missingPurchase : nil
    }
    if let currency = terms.value?.currency ?? terms.minimumPurchase?.currency, currency != purchase.currency {
      return TillError.otherCurrency(id, expected: currency, given: purchase.currency).failure
    }
    let least = terms.minimumPurchase ?? voucher.rest(terms).map { Money(minorUnits: 1, currency: $0.currency) }
    if let minimum = least, purchase.minorUnits < minimum.minorUnits {
      return TillError.belowMinimum(id, minimum: minimum, purchase: purchase).failure
    }
    return nil
  }

  /// The fault of a use without a purchase; nil if the voucher needs none.
  private var missingPurchase: Failure? {
    let id = voucher.id
    let lack: String
    if let minimum = series.terms.minimumPurchase {
      lack = "needs a purchase of at least \(minimum), but no purchase was given"
    } else if let rest = voucher.rest(series.terms) {
      lack = "has \(rest) left, but no purchase was given"
    } else {
      return nil
    }
    return Failure(
      "vouchers.purchase-needed", .refused, "the voucher \(id) \(lack)",
      hint: "Give the amount of the purchase, such as --purchase '12.50 EUR'.")
  }

  private func usedUp(in connection: Connection) throws -> Failure {
    let last = try connection.fetchOne(
      """
      SELECT used_at, till FROM vouchers_uses WHERE voucher = \(voucher.id) AND restored_at IS NULL
      ORDER BY id DESC LIMIT 1
      """
    ) { (time: $0["used_at"] as Timestamp, till: $0["till"] as String?) }
    guard let last else {
      throw StorageError.corrupt("voucher \(voucher.id) counts as used, and no use of it is there")
    }
    let uses = voucher.used == 1 ? "" : "\(voucher.used) times, the last time "
    return Failure(
      "vouchers.used-up", .conflict,
      "the voucher \(voucher.id) was used \(uses)at \(last.time)"
        + (last.till.map { ", at till '\($0)'" } ?? ""),
      forUser: "you have used this voucher")
  }
}
