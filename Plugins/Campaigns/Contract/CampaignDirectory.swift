package import QixKernel
package import QixShake
package import QixStorage

/// The campaigns, for modules that run shakes in them; works inside a transaction of theirs.
package protocol CampaignDirectory: Sendable {
  /// The campaign of an id (`cmp_…`) or a name; nil when there is none.
  func find(_ reference: String, in connection: Connection) throws -> Campaign?

  /// All campaigns in the state `running`, whatever their period, greatest priority first, then the one that ends
  /// soonest, then the older one.
  func running(in connection: Connection) throws -> [Campaign]

  /// The gifts that campaigns give, whatever their state.
  func gifts(in connection: Connection) throws -> [Award.Gift]

  /// A number that changes with every change to a campaign or segment: callers that cache campaigns reload them then.
  /// Cheap.
  func version(in connection: Connection) throws -> Int64

  /// Whether a user is in a segment.
  func isMember(_ user: UserID, of segment: String, in connection: Connection) throws -> Bool
}

extension CampaignDirectory {
  /// For stand-ins: those of the campaigns that run.
  package func gifts(in connection: Connection) throws -> [Award.Gift] {
    try running(in: connection).flatMap(\.award.gifts)
  }

  /// The campaign that a person or a file means.
  /// - Parameter module: whose command it is; begins the error's code.
  /// - Throws: `Failure` with the code `MODULE.campaign-not-found`.
  package func required(_ reference: String, by module: String, in connection: Connection) throws -> Campaign {
    guard let found = try find(reference, in: connection) else {
      throw Failure(
        "\(module).campaign-not-found", .notFound, "there is no campaign '\(reference)'",
        hint: "`qix campaign list` shows all campaigns.")
    }
    return found
  }
}

/// Figures of a campaign's shakes, for its report. The module that runs shakes provides it.
package protocol CampaignActivity: Sendable {
  func summary(of campaign: CampaignID, in connection: Connection) throws -> ActivitySummary
}

package struct ActivitySummary: Sendable, Equatable {
  /// Shakes that reached the campaign, and what became of them.
  package var shakes: Int64 = 0
  package var accepted: Int64 = 0
  package var won: Int64 = 0
  /// Refused shakes by the refusal's code.
  package var refused: [(code: String, count: Int64)] = []
  /// Users with any shake, with one that was accepted, with one that won.
  package var users: Int64 = 0
  package var takers: Int64 = 0
  package var winners: Int64 = 0
  package var coins: Int64 = 0
  /// The number of each gift that was given, and what the budget has paid for them, by its name.
  package var gifts: [String: (count: Int64, coins: Int64)] = [:]
  /// For each hour with shakes, UTC.
  package var hours: [(start: Timestamp, shakes: Int64, won: Int64, coins: Int64)] = []

  package init() {}

  package static func == (left: Self, right: Self) -> Bool {
    left.shakes == right.shakes && left.accepted == right.accepted && left.won == right.won
      && left.users == right.users && left.takers == right.takers && left.winners == right.winners
      && left.coins == right.coins && left.refused.elementsEqual(right.refused, by: ==)
      && left.gifts.mapValues { [$0.count, $0.coins] } == right.gifts.mapValues { [$0.count, $0.coins] }
      && left.hours.elementsEqual(right.hours, by: ==)
  }
}

package enum Campaigns {
  package static let directory = ServiceKey<any CampaignDirectory>("campaigns.directory")
  package static let activity = ServiceKey<any CampaignActivity>("shakes.activity")
}
