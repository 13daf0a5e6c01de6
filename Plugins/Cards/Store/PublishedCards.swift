internal import QixModule
internal import Synchronization

/// The published cards by page, order and age, remembered until a card changes.
final class PublishedCards: Sendable {
  static let key = ServiceKey<PublishedCards>("cards.published")

  private let kept = Mutex((version: Int64(0), cards: [Card]()))

  func all(in connection: Connection) throws -> [Card] {
    let store = CardStore(connection)
    let version = try store.version()
    return try kept.withLock { kept in
      // The number only grows: a reader whose snapshot is older leaves the newer cards in place.
      if version > kept.version { kept = (version, try store.published()) }
      return kept.cards
    }
  }
}
