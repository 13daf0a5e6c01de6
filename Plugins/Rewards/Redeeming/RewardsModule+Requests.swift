package import IdentityContract
package import QixModule
internal import RewardsContract

extension RewardsModule: RequestChecking {
  package static func change(
    since request: OpenRequest, in connection: Connection, context: Context
  ) throws -> String? {
    guard request.operation.hasPrefix("refund "), let id = request.named(RedemptionID.self).first else { return nil }
    let store = RedemptionStore(connection)
    let left = try store.require(id).coins - store.refunds(of: id).reduce(0) { $0 + $1.coins }
    // Whoever has approved all that was left has seen how much that was.
    let fits = request.operation.hasPrefix("refund all ") ? left == request.coins : left >= request.coins
    return fits ? nil : "of \(id) \(left.counted("coin is", "coins are")) left to refund"
  }
}
