internal import QixStorage
internal import VouchersContract

/// The series of this home.
struct SeriesCatalogue: VoucherCatalogue {
  func series(_ name: String, in connection: Connection) throws -> VoucherSeries? {
    try Series.named(name, in: connection)?.contract
  }
}
