internal import CoinsContract
internal import QixModule
internal import VouchersContract

/// The number of pieces of a reward that users can still have.
struct Remaining: Sendable, Equatable {
  /// Free vouchers of its series, which other rewards may hand out too; nil without a series, and where they are made
  /// as they are needed.
  let vouchers: Int64?
  /// Pieces in stock and unreserved, and no more than there are vouchers; nil for as many as are wanted.
  let pieces: Int64?

  init(
    of reward: Reward, _ ledger: any CoinLedger, _ catalogue: any VoucherCatalogue, in connection: Connection
  ) throws {
    let shelf = try RewardStock(ledger, connection).standing(of: reward)?.available
    let series = try reward.series.flatMap { try catalogue.series($0, in: connection) }
    vouchers = series?.isVoid == true ? 0 : series?.left
    pieces = vouchers.map { min(shelf ?? $0, $0) } ?? shelf
  }
}
