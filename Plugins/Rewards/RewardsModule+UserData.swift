internal import CoinsContract
internal import IdentityContract
package import QixModule

extension RewardsModule: UserDataHolding {
  /// Redemptions move, held ones too: confirming gives them to the survivor. Limits count what both have had.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute("UPDATE rewards_redemptions SET user = \(survivor) WHERE user = \(user)")
    let moved = Int64(connection.changes)
    return moved == 0 ? [] : [("redemptions", moved)]
  }

  /// Takes away notes and reasons. What was redeemed for how many coins stays, as it does in the ledger.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute(
      """
      UPDATE rewards_refunds SET reason = NULL WHERE reason IS NOT NULL
        AND redemption IN (SELECT redemption FROM rewards_redemptions WHERE user = \(user))
      """)
    try connection.execute(
      """
      UPDATE rewards_redemptions SET note = NULL, reason = NULL
      WHERE user = \(user) AND (note IS NOT NULL OR reason IS NOT NULL)
      """)
  }

  /// Writes the user's redemptions and their refunds; `rewards.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let store = RedemptionStore(connection)
    let now = context.clock.now()
    let redemptions = try store.list(RedemptionStore.Filter(user: user), at: now, limit: .max)
    try writer.array("redemptions", of: redemptions) { writer, redemption in
      writer.member("redemption", text: redemption.id)
      writer.member("reward", try RewardStore(connection).find(redemption.reward)?.name ?? "")
      writer.member("state", redemption.state(at: now).rawValue)
      writer.member("quantity", redemption.quantity)
      writer.member("coins", redemption.coins)
      writer.member("at", text: redemption.redeemed)
      writer.member("held_until", text: redemption.heldUntil)
      writer.member("fulfilled", text: redemption.fulfilled)
      writer.member("ended", text: redemption.ended)
      writer.member("transfer", text: redemption.coinsTransfer)
      writer.member("key", redemption.key)
      writer.member("note", redemption.note)
      writer.member("reason", redemption.reason)
      let vouchers = try store.vouchers(of: redemption.id)
      writer.array("vouchers") { writer in for voucher in vouchers { writer.string("\(voucher)") } }
      writer.array("refunds", of: try store.refunds(of: redemption.id)) { writer, refund in
        writer.member("refund", text: refund.id)
        writer.member("at", text: refund.at)
        writer.member("coins", refund.coins)
        writer.member("reason", refund.reason)
      }
    }
  }
}
