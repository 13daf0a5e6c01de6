internal import CoinsContract
package import QixModule

/// What becomes of redemptions.
extension RewardsModule: EventSource {
  package static let eventTypes = [
    EventType("redemption.held", "A user reserved a reward.", "\(members), held_until time?"),
    EventType("redemption.fulfilled", "A user received a reward.", members),
    EventType("redemption.cancelled", "A reservation was cancelled.", members),
    EventType(
      "redemption.refunded", "Coins of a redemption were refunded, in full or in part.", "\(members), reason text?"),
  ]

  private static let members = "redemption id, reward text, quantity integer, coins coins"

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    let store = RedemptionStore(connection)
    let refund = event.type == "redemption.refunded" ? try store.refund(event.subject()) : nil
    guard let redemption = try store.find(refund?.redemption ?? event.subject()),
      let reward = try RewardStore(connection).find(redemption.reward)
    else { return nil }
    var fields = [
      CellMember("redemption", .identifier(redemption.id)), CellMember("reward", .text(reward.name)),
      CellMember("quantity", .integer(redemption.quantity)),
      CellMember("coins", .coins(refund?.coins ?? redemption.coins)),
    ]
    if event.type == "redemption.held" { fields.append(CellMember("held_until", .timestamp(redemption.heldUntil))) }
    if let refund { fields.append(CellMember("reason", .confidential(.reason, .text(refund.reason)))) }
    return EventDetails(fields)
  }
}
