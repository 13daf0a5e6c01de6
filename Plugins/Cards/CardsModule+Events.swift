package import QixModule

/// What becomes of cards. Nothing is told of a card whose time begins or is over.
extension CardsModule: EventSource {
  package static let eventTypes = [
    EventType("card.published", "A card was published.", told),
    EventType("card.changed", "A card was created or changed, or is a draft again.", told),
    EventType("card.removed", "A card was removed.", told),
  ]

  private static let told: [Field<(id: CardID, name: String?)>] = [
    Field("card", .id) { $0.id },
    // Null once the card is removed.
    Field("name", .text) { $0.name },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    let id: CardID = event.subject()
    return EventDetails(told, of: (id: id, name: try CardStore(connection).find("\(id)")?.name))
  }
}
