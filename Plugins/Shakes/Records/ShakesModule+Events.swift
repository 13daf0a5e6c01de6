package import QixShake

/// What became of shakes.
extension ShakesModule: EventSource {
  package static let eventTypes = [
    EventType("shake.won", "A shake counted and won coins, or another prize.", told + won),
    EventType("shake.nothing", "A shake counted, but won nothing this time.", told),
    EventType("shake.waits", "A shake counted; its value is decided later.", told),
    EventType("shake.refused", "A shake was refused.", told + [Field("refusal", .text.promised) { $0.refusal }]),
    EventType(
      "shake.settled", "The value of a shake was decided. coins is the total that it has won so far.",
      told + gift + [refusal]),
  ]

  private typealias Told = (
    shake: ShakeRecord, coins: Int64, gift: (name: String, given: String?)?, refusal: String?
  )

  private static let told: [Field<Told>] = [
    Field("shake", .id) { $0.shake.id },
    Field("campaign", .id) { $0.shake.campaign },
    Field("type", .text) { $0.shake.type },
    Field("coins", .coins) { $0.coins },
  ]
  private static let won = [Field<Told>(optional: "transfer", .id) { $0.shake.transfer }] + gift
  private static let gift = [
    Field<Told>(optional: "prize", .text) { $0.gift?.name },
    Field<Told>(optional: "given", .id) { $0.gift?.given },
  ]
  private static let refusal = Field<Told>(optional: "refusal", .text) { $0.refusal }

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    guard let shake = try ShakeRecord.find(event.subject(), in: connection) else { return nil }
    var (coins, refusal, at) = (shake.coins, shake.refusal, shake.at)
    var gift = shake.gift([])
    if event.type == "shake.settled" {
      let settlements = try SettlementRecord.all(of: shake.id, in: connection)
      coins += settlements.reduce(0) { $0 + $1.coins }
      (refusal, at) = (settlements.last?.refusal, settlements.last?.at ?? at)
      gift = shake.gift(settlements)
    }
    let fields =
      switch event.type {
      case "shake.won": told + won
      case "shake.settled": told + Self.gift + [Self.refusal]
      case "shake.refused": told + [Self.refusal]
      default: told
      }
    return EventDetails(at: at, fields, of: (shake: shake, coins: coins, gift: gift, refusal: refusal))
  }
}
