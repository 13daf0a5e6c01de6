internal import CampaignsContract
package import IdentityContract
package import QixShake

/// A user's shakes, with why they were refused.
extension ShakesModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.shake]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    let campaigns = try context.service(Campaigns.directory)
    var names: [CampaignID: String] = [:]
    return try ShakeList.page(
      of: query.user, before: number(query, in: connection), limit: Int64(query.limit), in: connection
    ).map { record in
      let name = try names[record.campaign] ?? campaigns.find("\(record.campaign)", in: connection)?.name
      names[record.campaign] = name
      return try record.entry(in: name ?? "\(record.campaign)", query, connection)
    }
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    // Shakes of users who were merged are counted with the survivor's.
    let shakes: Int64? = try connection.fetchOne(
      "SELECT sum(shakes) FROM shakes_tallies WHERE user_id = \(query.user)")
    return [.shake: Int(shakes ?? 0)]
  }

  /// The number of a shake before which the answers lie: numbers are in the order of ids.
  private static func number(_ query: TimelineQuery, in connection: Connection) throws -> Int64 {
    guard query.before != nil else { return .max }
    let bound: ShakeID = query.bound()
    return try connection.fetchOne("SELECT shake FROM shakes_shakes WHERE id >= \(bound) ORDER BY id LIMIT 1") ?? .max
  }
}

extension ShakeRecord {
  fileprivate func entry(
    in campaign: String, _ query: TimelineQuery, _ connection: Connection
  ) throws -> TimelineEntry {
    let settled = try SettlementRecord.all(of: id, in: connection)
    let (standing, refused) = (try standing(settled), try reason())
    let because = standing.refusal == refused?.code ? refused?.sentence : settled.last?.sentence
    let told: Sentence =
      switch standing.outcome {
      case "won" where standing.gift != nil:
        "Shake of type \(type) in \(campaign): won \(standing.gift?.name ?? "")."
      case "won": "Shake of type \(type) in \(campaign): won \(coins: standing.coins)."
      case "waits": "Shake of type \(type) in \(campaign): its value is decided later."
      case "refused": "Shake of type \(type) in \(campaign) refused: \(because ?? "\(standing.refusal ?? "")")."
      default: "Shake of type \(type) in \(campaign): nothing won this time."
      }
    return TimelineEntry(TimelinePlace(id), .shake, "shake.\(standing.outcome)", told).with {
      $0.subject = "\(id)"
      $0.happened = $0.place.apart(at)
      $0.state = standing.outcome
      $0.of = campaign
      $0.merged = query.merged(user)
      $0.actions = [ShakeService.action]
    }
  }
}
