internal import CoinsContract
internal import IdentityContract
package import QixFormats
package import QixKernel
package import QixStorage

extension RewardsModule: UserDataHolding {
  /// Redemptions follow, those that are held too: whoever confirms them gives them to the survivor. Limits count what
  /// both have had.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.run("UPDATE rewards_redemptions SET user = ?2 WHERE user = ?1", .id(user), .id(survivor))
    let moved = Int64(connection.changes)
    return moved == 0 ? [] : [("redemptions", moved)]
  }

  /// Takes away notes and reasons. What was redeemed for how many coins stays, as it does in the ledger.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.run(
      """
      UPDATE rewards_refunds SET reason = NULL WHERE reason IS NOT NULL
        AND redemption IN (SELECT redemption FROM rewards_redemptions WHERE user = ?1)
      """, .id(user))
    try connection.run(
      """
      UPDATE rewards_redemptions SET note = NULL, reason = NULL
      WHERE user = ?1 AND (note IS NOT NULL OR reason IS NOT NULL)
      """, .id(user))
  }

  /// Writes the user's redemptions and their refunds; `rewards.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let store = RedemptionStore(connection)
    let now = context.clock.now()
    writer.beginObject()
    writer.member("schema", "rewards.export/1")
    let redemptions = try store.list(RedemptionStore.Filter(user: user), at: now, limit: .max)
    try writer.objects("redemptions", of: redemptions) { writer, redemption in
      writer.member("redemption", "\(redemption.id)")
      writer.member("reward", try RewardStore(connection).find(redemption.reward)?.name ?? "")
      writer.member("state", redemption.state(at: now).rawValue)
      writer.member("quantity", redemption.quantity)
      writer.member("coins", redemption.coins)
      writer.member("at", "\(redemption.redeemed)")
      writer.member("held_until", orNull: redemption.heldUntil)
      writer.member("fulfilled", orNull: redemption.fulfilled)
      writer.member("ended", orNull: redemption.ended)
      writer.member("transfer", "\(redemption.coinsTransfer)")
      writer.member("key", orNull: redemption.key)
      writer.member("note", orNull: redemption.note)
      writer.member("reason", orNull: redemption.reason)
      writer.array("vouchers", of: try store.vouchers(of: redemption.id)) { $0.string("\($1)") }
      writer.objects("refunds", of: try store.refunds(of: redemption.id)) { writer, refund in
        writer.member("refund", "\(refund.id)")
        writer.member("at", "\(refund.at)")
        writer.member("coins", refund.coins)
        writer.member("reason", orNull: refund.reason)
      }
    }
    writer.endObject()
  }
}
