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

  package static func title(ofGift name: String, in connection: Connection) throws -> String? {
    try find(name, in: connection)?.terms.name
  }

  package static func giver(in context: Context) throws -> any GiftGiving {
    TicketGiver(raffles: try context.service(Draws.raffles))
  }

  private static func find(_ name: String, in connection: Connection) throws -> Raffle? {
    do { return try Raffle.find(name, in: connection) } catch RaffleError.notFound { return nil }
  }
}

private struct TicketGiver: GiftGiving {
  let raffles: any RaffleBook

  func give(_ name: String, for win: GiftWin, in connection: Connection) throws -> String? {
    _ = try raffles.enter(name, user: win.user, tickets: 1, key: "\(win.shake)", in: connection)
    return nil
  }
}
