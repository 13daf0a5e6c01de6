package import QixKernel
package import QixStorage

/// The series of vouchers, and the vouchers handed out, without their codes. Needs no vault.
package protocol VoucherCatalogue: Sendable {
  /// The terms of a series' vouchers; nil where there is no such series.
  func series(_ name: String, in connection: Connection) throws -> VoucherSeries?

  /// A voucher that was handed over; nil where there is none, and for one still in stock.
  func handed(_ id: VoucherID, in connection: Connection) throws -> HandedVoucher?
}

/// A voucher's user, and what it is still good for.
package struct HandedVoucher: Sendable, Equatable {
  /// Nil where that user was erased.
  package let user: UserID?
  package let state: AssignedVoucher.State
  /// Uses that count.
  package let used: Int64
  /// The number of possible uses; nil where it is used until its value is spent.
  package let uses: Int64?
  /// The rest of its value, where a rest stays; nil for others.
  package let rest: Money?
  /// Until before this moment; nil for no end.
  package let end: Timestamp?

  package init(
    user: UserID?, state: AssignedVoucher.State, used: Int64, uses: Int64?, rest: Money?, end: Timestamp?
  ) {
    self.user = user
    self.state = state
    self.used = used
    self.uses = uses
    self.rest = rest
    self.end = end
  }
}

extension Vouchers {
  package static let catalogue = ServiceKey<any VoucherCatalogue>("vouchers.series")
}
