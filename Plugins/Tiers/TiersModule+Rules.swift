internal import CampaignsContract
internal import CoinsContract
package import IdentityContract
package import QixModule

/// Conditions and multipliers of tiers, for campaigns and rewards.
extension TiersModule: UserConditionProviding, AwardMultiplying {
  package static var conditions: [UserCondition] {
    [
      UserCondition(
        "tier", argument: "NAME", "are in that tier or a higher one",
        problem: { name, connection, _ in
          let store = TierStore(connection)
          return try store.find(name) == nil ? store.missing(name).description : nil
        },
        unmet: { name, user, time, connection, context in
          let standings = try Standings(in: connection)
          guard let wanted = standings.tiers.first(where: { $0.name == name }) else {
            // A removed tier lets no user in.
            return Refusal("tiers.removed", "this was for a tier that no longer exists")
          }
          let ledger = try context.service(Coins.ledger)
          let standing = try standings.standing(of: user, at: time, ledger, in: connection)
          guard (standing.tier?.threshold ?? 0) < wanted.threshold else { return nil }
          let missing = wanted.threshold - standing.earned
          return Refusal(
            "tiers.too-low", "this is for the tier \(wanted.title) and those above it",
            hint: "To get there, earn \(coins: missing) more in \(standings.qualification.words).")
        })
    ]
  }

  package static var multiplier: String { "tier" }

  package static func reachesEveryCampaign(in connection: Connection) throws -> Bool {
    try connection.value(of: everywhere)
  }

  package static func hundredths(
    for user: UserID, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> Int64 {
    let standings = try Standings(in: connection)
    // Where no tier pays more, the user's movements needn't be read.
    guard let most = standings.tiers.last, most.multiplier > 100 else { return 100 }
    let ledger = try context.service(Coins.ledger)
    return try standings.standing(of: user, at: time, ledger, in: connection).tier?.multiplier ?? 100
  }
}
