package import QixShake

/// What became of shakes.
extension ShakesModule: EventSource {
  package static let eventTypes = [
    EventType("shake.won", "A shake counted and won coins.", told + [transfer]),
    EventType("shake.nothing", "A shake counted, but won no coins this time.", told),
    EventType("shake.waits", "A shake counted; its value is decided later.", told),
    EventType("shake.refused", "A shake was refused.", told + [Field("refusal", .text.promised) { $0.refusal }]),
    EventType(
      "shake.settled", "The value of a shake was decided. coins is the total that it has won so far.",
      told + [refusal]),
  ]

  private typealias Told = (shake: ShakeRecord, coins: Int64, refusal: String?)

  private static let told: [Field<Told>] = [
    Field("shake", .id) { $0.shake.id },
    Field("campaign", .id) { $0.shake.campaign },
    Field("type", .text) { $0.shake.type },
    Field("coins", .coins) { $0.coins },
  ]
  private static let transfer = Field<Told>(optional: "transfer", .id) { $0.shake.transfer }
  private static let refusal = Field<Told>(optional: "refusal", .text) { $0.refusal }

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    guard let shake = try ShakeRecord.find(event.subject(), in: connection) else { return nil }
    var (coins, refusal, at) = (shake.coins, shake.refusal, shake.at)
    if event.type == "shake.settled" {
      let settlements = try SettlementRecord.all(of: shake.id, in: connection)
      coins += settlements.reduce(0) { $0 + $1.coins }
      (refusal, at) = (settlements.last?.refusal, settlements.last?.at ?? at)
    }
    let fields =
      switch event.type {
      case "shake.won": told + [transfer]
      case "shake.refused", "shake.settled": told + [Self.refusal]
      default: told
      }
    return EventDetails(at: at, fields, of: (shake: shake, coins: coins, refusal: refusal))
  }
}
