internal import CoinsContract
internal import IdentityContract
package import QixModule

/// Tiers that users reach and lose by coins. Where they stand is kept nowhere: it is compared with and without what the
/// transaction has booked. That a period is over is told by nobody.
extension TiersModule: EventFollowing {
  package static let eventTypes = [
    EventType("tier.reached", "A user has earned enough for a tier.", told),
    EventType("tier.lost", "A user is no longer in a tier, since coins were taken back.", told),
  ]

  private static let told: [Field<Tier>] = [
    Field("tier", .text) { $0.name },
    Field("title", .text) { $0.title },
    Field("threshold", .coins) { $0.threshold },
  ]

  package static let followedTypes: Set = ["coins.issued", "coins.withdrawn"]

  package static func follow(_ events: [NewEvent], _ registry: Registry, in connection: Connection) throws {
    let coins = registry.modules.lazy.compactMap { $0 as? any EarningsProviding.Type }.first
    let standings = try Standings(in: connection)
    guard let coins, !standings.tiers.isEmpty else { return }
    var transfers: [UserID: Set<TransferID>] = [:]
    for event in events {
      if let user = event.user { transfers[user, default: []].insert(event.subject()) }
    }
    for (user, booked) in transfers.sorted(by: { $0.key < $1.key }) {
      // Ids have milliseconds, and the ledger books by the microsecond.
      guard let time = booked.map(\.created).max()?.advanced(byMicroseconds: 999) else { continue }
      func tier(without left: Set<TransferID>) throws -> Tier? {
        try standings.standing(at: time) {
          try coins.earned(by: user, from: $0, until: $1, without: left, in: connection)
        }.tier
      }
      let (before, after) = (try tier(without: booked), try tier(without: []))
      guard before?.name != after?.name else { continue }
      if let after, after.threshold > before?.threshold ?? 0 {
        try connection.tell("tier.reached", of: after.id, user: user)
      } else if let before {
        try connection.tell("tier.lost", of: before.id, user: user)
      }
    }
  }

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    // Before 0.7.0 events named a tier by its number of coins.
    let former = event.high == 0 ? Int64(exactly: event.low) : nil
    let id: Identifier<EventTag> = event.subject()
    return try TierStore(connection).all().first { $0.id == id || $0.threshold == former }.map {
      EventDetails(told, of: $0)
    }
  }
}
