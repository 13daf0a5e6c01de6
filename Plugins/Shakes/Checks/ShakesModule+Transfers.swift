package import CoinsContract
package import QixShake

extension ShakesModule: TransferOwning {
  /// Coins reserved for a shake under way are paid by its decision: were it captured by hand, the decision would pay once
  /// more. Giving it back is no harm, since the budget pays then; nor is taking a win back, since a shake says what was
  /// won, which stays so.
  package static func claim(
    _ transfer: TouchedTransfer, in connection: Connection, context: Context
  ) throws -> TransferClaim? {
    guard transfer.action == .capture, let key = transfer.key, key.hasSuffix(":hold"),
      let shake = ShakeID(String(key.dropLast(":hold".count))),
      try Pending.reserves(transfer.id, for: shake, in: connection)
    else { return nil }
    return TransferClaim(
      owner: "the open shake \(shake)",
      instead: "It pays when it is decided. Return the coins to the budget with `qix coins void \(transfer.id)`.")
  }
}

extension Pending {
  fileprivate static func reserves(
    _ hold: TransferID, for shake: ShakeID, in connection: Connection
  ) throws -> Bool {
    try connection.has("SELECT 1 FROM shakes_pending WHERE id = \(shake) AND hold = \(hold)")
  }
}
