package import CampaignsContract
internal import DrawsContract
package import QixShake

/// A gift of this module is a ticket of a raffle.
extension DrawsModule: GiftProviding {
  package static let giftKind = "ticket"

  package static func problem(withGift name: String, in connection: Connection) throws -> String? {
    guard let raffle = try find(name, in: connection) else { return "there is no raffle '\(name)'" }
    return raffle.freeze == nil ? nil : "the list of the raffle '\(name)' is frozen, so it takes no more tickets"
  }

  package static func terms(
    ofGift name: String, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> GiftTerms? {
    try find(name, in: connection).map { GiftTerms(title: $0.terms.name) }
  }

  package static func giver(in context: Context) throws -> any GiftGiving {
    TicketGiver(raffles: try context.service(Draws.raffles), random: context.random)
  }

  private static func find(_ name: String, in connection: Connection) throws -> Raffle? {
    do { return try Raffle.find(name, in: connection) } catch RaffleError.notFound { return nil }
  }
}

private struct TicketGiver: GiftGiving {
  let raffles: any RaffleBook
  let random: any RandomSource

  func give(_ name: String, for win: GiftWin, in connection: Connection) throws -> GivenGift {
    // No program can guess this key, although it may know the shake.
    var generator = IdentifierGenerator(random: random)
    let key: RaffleID = generator.next(at: win.at)
    _ = try raffles.enter(name, user: win.user, tickets: 1, key: "\(win.shake):\(key)", in: connection)
    return GivenGift(nil)
  }
}
