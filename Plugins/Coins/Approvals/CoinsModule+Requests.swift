internal import CoinsContract
package import IdentityContract
package import QixModule

extension CoinsModule: RequestChecking {
  package static func change(
    since request: OpenRequest, in connection: Connection, context: Context
  ) throws -> String? {
    let now = context.clock.now()
    func balance(_ user: UserID) throws -> Balance {
      try Wallet.balance(of: .wallet(user), asset: .coins, at: now, in: connection)
    }
    // What goes with it was seen by whoever approves it.
    if request.operation.hasPrefix("merge ") || request.operation.hasPrefix("erase "), let user = request.user {
      let coins = try balance(user).posted
      return coins == request.coins
        ? nil : "the wallet of \(user) has \(coins.counted("coin")) now, and had \(request.coins)"
    }
    guard request.operation.hasPrefix("reverse "), let id = request.named(TransferID.self).first else { return nil }
    let trace = try Trace.find(id, at: now, in: connection)
    guard request.operation.hasSuffix(trace.alreadyReversed) else {
      return "\(trace.reversed.counted("coin")) of \(id) \(trace.reversed == 1 ? "has" : "have") been taken back by now"
    }
    guard let owner = trace.record.to.owner else { return nil }
    let user = try context.service(Users.directory).heir(of: owner, in: connection) ?? owner
    let left = try balance(user)
    return left.posted - left.held < request.coins
      ? "\(user) has only \((left.posted - left.held).counted("coin")) left" : nil
  }
}

extension Trace {
  /// The coins of it that were taken back.
  var reversed: Int64 { followers.reduce(0) { $1.kind == .reverse ? $0 + $1.amount : $0 } }

  /// How a request to reverse it ends: what was taken back meanwhile was not when somebody approved it.
  var alreadyReversed: String { reversed > 0 ? ", of which \(reversed) are taken back already" : "" }
}

extension Approval {
  /// What has changed since it was asked for, so that it can't go through any more; nil where it fits, or is over.
  func changeSince(at now: Timestamp, in connection: Connection, _ context: Context) throws -> String? {
    guard [.pending, .approved].contains(state(at: now)) else { return nil }
    let request = OpenRequest(operation, user: recipient, coins: amount, asked: requestedAt)
    for module in context.registry.modules.compactMap({ $0 as? any RequestChecking.Type }) {
      if let change = try module.change(since: request, in: connection, context: context) { return change }
    }
    return nil
  }
}
