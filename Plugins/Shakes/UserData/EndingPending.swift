internal import QixShake

/// Ends shakes under way of a user who is erased or merged.
enum EndingPending {
  /// - Parameter isEnded: asked for each, by its campaign and type.
  static func run(
    of user: UserID, in connection: Connection, _ context: Context,
    _ isEnded: ((campaign: CampaignID, type: String)) throws -> Bool
  ) throws {
    let rows = try connection.fetchAll(
      "SELECT id, campaign, type FROM shakes_pending WHERE user_id = \(user) ORDER BY id"
    ) { row in
      (
        id: try row["id"] as ShakeID, campaign: try row["campaign"] as CampaignID, type: row["type"] as String
      )
    }
    let ending = try rows.filter { try isEnded(($0.campaign, $0.type)) }
    guard !ending.isEmpty else { return }
    let pipeline = try Pipeline(connection, try PipelineTools(context))
    try pipeline.begin()
    for row in ending { try pipeline.end(row.id, at: context.clock.now()) }
    try pipeline.finish()
  }
}
