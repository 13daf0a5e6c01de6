package import IdentityContract
package import QixModule
internal import RewardsContract
internal import VouchersContract

extension RewardsModule: RequestChecking {
  package static func change(
    since request: OpenRequest, in connection: Connection, context: Context
  ) throws -> String? {
    guard request.operation.hasPrefix("refund "), let id = request.named(RedemptionID.self).first else { return nil }
    let store = RedemptionStore(connection)
    let left = try store.require(id).coins - store.refunds(of: id).reduce(0) { $0 + $1.coins }
    // Whoever has approved all that was left has seen how much that was.
    let fits = request.operation.hasPrefix("refund all ") ? left == request.coins : left >= request.coins
    guard fits else { return "\(left.counted("coin", "coins")) of \(id) can still be refunded" }
    return try used(since: request, store.require(id), in: connection, context)
  }

  /// A voucher that was used since: it was to be taken back, and pays nothing back.
  private static func used(
    since request: OpenRequest, _ redemption: Redemption, in connection: Connection, _ context: Context
  ) throws -> String? {
    // A part that somebody has counted takes nothing back.
    let words = request.operation
    guard words.hasPrefix("refund all ") || words.contains(RefundRedemption.leavesUsed),
      !words.contains(RefundRedemption.paysUsed),
      let catalogue = try context.service(ifProvided: Vouchers.catalogue)
    else { return nil }
    let vouchers = try RedemptionStore(connection).vouchers(of: redemption.id).compactMap {
      try catalogue.handed($0, in: connection)
    }
    let untouched = Int64(vouchers.count { $0.used == 0 })
    guard vouchers.contains(where: { $0.used > 0 }), redemption.price * untouched < request.coins else { return nil }
    return "a voucher of \(redemption.id) has been used since"
  }
}
