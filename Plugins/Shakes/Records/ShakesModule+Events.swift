package import QixShake

/// What became of shakes.
extension ShakesModule: EventSource {
  package static let eventTypes = [
    EventType("shake.won", "A shake counted and won coins.", "\(members), transfer? id"),
    EventType("shake.nothing", "A shake counted, but won no coins this time.", members),
    EventType("shake.waits", "A shake counted; its value is decided later.", members),
    EventType("shake.refused", "A shake was refused.", "\(members), refusal text"),
    EventType(
      "shake.settled", "The value of a shake was decided. coins is the total that it has won so far.",
      "\(members), refusal? text"),
  ]

  private static let members = "shake id, campaign id, type text, coins coins"

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    guard let shake = try ShakeRecord.find(event.subject(), in: connection) else { return nil }
    var (coins, refusal, at) = (shake.coins, shake.refusal, shake.at)
    if event.type == "shake.settled" {
      let settlements = try SettlementRecord.all(of: shake.id, in: connection)
      coins += settlements.reduce(0) { $0 + $1.coins }
      (refusal, at) = (settlements.last?.refusal, settlements.last?.at ?? at)
    }
    var fields = [
      CellMember("shake", .identifier(shake.id)), CellMember("campaign", .identifier(shake.campaign)),
      CellMember("type", .text(shake.type)), CellMember("coins", .coins(coins)),
    ]
    if let transfer = shake.transfer { fields.append(CellMember("transfer", .identifier(transfer))) }
    if let refusal { fields.append(CellMember("refusal", .text(refusal))) }
    return EventDetails(at: at, fields)
  }
}
