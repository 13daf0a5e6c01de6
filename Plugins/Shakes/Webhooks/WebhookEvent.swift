internal import CoinsContract
internal import QixShake

/// Marks an event's identifier: `evt_…`.
enum EventTag: IdentifierTag {
  static let prefix = "evt"
}

typealias EventID = Identifier<EventTag>

/// The types of events for webhooks.
enum WebhookEventType: String, Sendable, CaseIterable {
  case won = "shake.won"
  /// It counted, and the award was nothing this time.
  case nothing = "shake.nothing"
  case refused = "shake.refused"

  /// In a webhook's set of events.
  var bit: Int64 {
    switch self {
    case .won: 1
    case .nothing: 2
    case .refused: 4
    }
  }

  /// - Parameter outcome: as `shakes_shakes` has it.
  init?(outcome: Int64) {
    switch outcome {
    case 1: self = .won
    case 2: self = .nothing
    case 3: self = .refused
    default: return nil
    }
  }
}

/// A decided shake on its way to the webhooks.
struct WebhookEvent: Sendable, Equatable {
  /// In the outbox.
  let number: Int64
  let type: WebhookEventType
  let shake: ShakeID
  let campaign: CampaignID
  let user: UserID
  let shakeType: String
  let at: Timestamp
  let coins: Int64
  let transfer: TransferID?
  let refusal: String?

  /// Follows from the shake's, so that each telling of one event has the same.
  var id: EventID { EventID(high: shake.high, low: shake.low) }

  /// The events in the outbox behind a number, in its order.
  static func after(_ number: Int64, limit: Int64, in connection: Connection) throws -> [WebhookEvent] {
    try connection.rows(
      """
      SELECT shakes_outbox.number, outcome, id, campaign, user_id, type, at, coins, transfer, refusal
      FROM shakes_outbox JOIN shakes_shakes ON shakes_shakes.id = shakes_outbox.shake
      WHERE shakes_outbox.number > ?1 ORDER BY shakes_outbox.number LIMIT ?2
      """, .integer(number), .integer(limit)
    ) { row in
      guard let type = WebhookEventType(outcome: row.integer(1)) else {
        throw StorageError.corrupt("a shake in the outbox has an unknown outcome")
      }
      return WebhookEvent(
        number: row.integer(0), type: type, shake: try row.identifier(2), campaign: try row.identifier(3),
        user: try row.identifier(4), shakeType: row.text(5), at: row.time(6), coins: row.integer(7),
        transfer: row.optionalText(8) == nil ? nil : try row.identifier(8), refusal: row.optionalText(9))
    }
  }

  /// The greatest number, 0 for none.
  static func last(in connection: Connection) throws -> Int64 {
    try connection.first("SELECT max(number) FROM shakes_outbox") { $0.integer(0) } ?? 0
  }

  /// The body of the request: the same bytes each time.
  /// - Parameter pseudonym: what the user is called there; nil where the receiver may know who it is.
  func body(_ pseudonym: WebhookPseudonym?) -> [UInt8] {
    var writer = JSONWriter(reserving: 512)
    writer.beginObject()
    writer.member("id", "\(id)")
    writer.member("type", type.rawValue)
    writer.member("at", "\(at)")
    writer.key("data")
    writer.beginObject()
    writer.member("shake", "\(shake)")
    writer.member("campaign", "\(campaign)")
    if let pseudonym { writer.member("pseudonym", pseudonym.name(of: user)) } else { writer.member("user", "\(user)") }
    writer.member("type", shakeType)
    writer.key("coins")
    writer.integer(coins)
    if let transfer { writer.member("transfer", "\(transfer)") }
    if let refusal { writer.member("refusal", refusal) }
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}
