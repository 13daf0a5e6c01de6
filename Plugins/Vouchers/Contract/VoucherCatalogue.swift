package import QixKernel
package import QixStorage

/// The series of vouchers there are, for modules that name one before anything is handed out. Needs no vault.
package protocol VoucherCatalogue: Sendable {
  /// What a series' vouchers are worth; nil where there is no such series.
  func series(_ name: String, in connection: Connection) throws -> VoucherSeries?
}

extension Vouchers {
  package static let catalogue = ServiceKey<any VoucherCatalogue>("vouchers.series")
}
