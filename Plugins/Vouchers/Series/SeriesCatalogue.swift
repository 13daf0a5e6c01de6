internal import QixModule
internal import VouchersContract

/// The series of this home.
struct SeriesCatalogue: VoucherCatalogue {
  func series(_ name: String, in connection: Connection) throws -> VoucherSeries? {
    try Series.named(name, in: connection)?.contract
  }

  func handed(_ id: VoucherID, in connection: Connection) throws -> HandedVoucher? {
    guard let voucher = try Voucher.find(id, in: connection), voucher.handed != nil else { return nil }
    let series = try Series.with(voucher.series, in: connection)
    return HandedVoucher(
      user: voucher.user, state: voucher.standing(series), used: voucher.used,
      uses: series.terms.keepsRest ? nil : series.terms.uses, rest: voucher.rest(series.terms),
      end: voucher.end(series.terms))
  }
}
