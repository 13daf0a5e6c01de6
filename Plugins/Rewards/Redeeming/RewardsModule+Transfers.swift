package import CoinsContract
internal import IdentityContract
package import QixModule

/// Coins and pieces of redemptions, and pieces on shelves, are moved by commands about rewards.
extension RewardsModule: TransferOwning {
  package static func claim(
    _ transfer: TouchedTransfer, in connection: Connection, context: Context
  ) throws -> TransferClaim? {
    let store = RedemptionStore(connection)
    if let redemption = try store.find(movedBy: transfer.hold ?? transfer.id) {
      return TransferClaim(
        owner: "the redemption \(redemption.id)",
        instead: try "\(instead(of: transfer.action, redemption, at: context.clock.now(), in: connection))")
    }
    guard transfer.asset != .coins, let name = try RewardStore(connection).name(ofStock: transfer.asset) else {
      return nil
    }
    return TransferClaim(
      owner: "the stock of '\(name)'",
      instead: "Remove items with `qix reward stock \(name) --remove N --reason TEXT`.")
  }

  private static func instead(
    of action: TransferKind, _ redemption: Redemption, at now: Timestamp, in connection: Connection
  ) throws -> String {
    let id = redemption.id
    switch redemption.state(at: now) {
    case .held where action == .capture: return "Hand it over with `qix reward confirm \(id)`."
    case .held: return "Cancel it with `qix reward cancel \(id) --reason TEXT`."
    case .timedOut: return "It has timed out. Its coins and items are free again."
    case .fulfilled:
      if try RewardStore(connection).find(redemption.reward)?.delivery.isFinal == true {
        return "It can't be taken back. Compensate with coins from a budget: "
          + "`qix coins issue --from budget:NAME --to \(redemption.user) --amount N --reason TEXT`."
      }
      return "Refund it, in full or in part (--coins N), with `qix reward refund \(id) --reason TEXT`."
    case .cancelled, .refunded: return "See its history with `qix redemption show \(id)`."
    }
  }
}

extension RedemptionStore {
  /// The redemption whose coins or pieces a transfer has taken, or a hold reserves.
  fileprivate func find(movedBy transfer: TransferID) throws -> Redemption? {
    let id: RedemptionID? = try connection.fetchOne(
      """
      SELECT redemption FROM rewards_redemptions WHERE coins_transfer = \(transfer)
      UNION ALL SELECT redemption FROM rewards_redemptions WHERE stock_transfer = \(transfer)
      """)
    return try id.flatMap(find)
  }
}

extension RewardStore {
  fileprivate func name(ofStock asset: Asset) throws -> String? {
    try connection.fetchOne("SELECT name FROM rewards_rewards WHERE asset = \(asset.number)")
  }
}
