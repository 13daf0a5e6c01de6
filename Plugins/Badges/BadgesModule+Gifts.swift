package import CampaignsContract
internal import QixModule
package import QixShake

extension BadgesModule: GiftProviding {
  package static let giftKind = "badge"

  package static func problem(withGift name: String, in connection: Connection) throws -> String? {
    let store = BadgeStore(connection)
    guard let (_, badge) = try store.find(name) else { return try store.missing(name).description }
    return badge.isRetired ? "the badge '\(name)' was retired" : nil
  }

  package static func terms(
    ofGift name: String, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> GiftTerms? {
    try BadgeStore(connection).find(name).map { GiftTerms(title: $0.badge.title) }
  }

  package static func giver(in context: Context) throws -> any GiftGiving { BadgeGiver() }
}

private struct BadgeGiver: GiftGiving {
  /// Gives the badge; a user who has it keeps it.
  func give(_ name: String, for win: GiftWin, in connection: Connection) throws -> GivenGift {
    let store = BadgeStore(connection)
    let (number, badge) = try store.require(name)
    try badge.requireLive()
    _ = try store.award(number, to: win.user, at: win.at, by: win.shake)
    return GivenGift(nil)
  }
}
