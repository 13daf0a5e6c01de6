internal import CoinsContract
package import QixModule

/// What becomes of redemptions.
extension RewardsModule: EventSource {
  package static let eventTypes = [
    EventType("redemption.held", "A user reserved a reward.", held),
    EventType("redemption.fulfilled", "A user received a reward.", told),
    EventType("redemption.cancelled", "A reservation was cancelled.", told),
    EventType("redemption.refunded", "Coins of a redemption were refunded, in full or in part.", refunded),
  ]

  private typealias Told = (redemption: Redemption, reward: Reward, refund: Refund?)

  private static let told: [Field<Told>] = [
    Field("redemption", .id) { $0.redemption.id },
    Field("reward", .text) { $0.reward.name },
    Field("quantity", .integer) { $0.redemption.quantity },
    Field("coins", .coins) { $0.refund?.coins ?? $0.redemption.coins },
  ]
  private static let held = told + [Field("held_until", .time) { $0.redemption.heldUntil }]
  private static let refunded = told + [Field("reason", .text, for: .reason) { $0.refund?.reason }]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    let store = RedemptionStore(connection)
    let refund = event.type == "redemption.refunded" ? try store.refund(event.subject()) : nil
    guard let redemption = try store.find(refund?.redemption ?? event.subject()),
      let reward = try RewardStore(connection).find(redemption.reward)
    else { return nil }
    let fields = refund != nil ? refunded : event.type == "redemption.held" ? held : told
    return EventDetails(fields, of: (redemption: redemption, reward: reward, refund: refund))
  }
}
