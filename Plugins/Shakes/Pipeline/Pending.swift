internal import CoinsContract
internal import QixShake

/// A shake that needs more before it can be decided.
struct Pending {
  let id: ShakeID
  let started: Timestamp
  /// Until before this moment it can go on.
  var until: Timestamp
  var step: String
  /// The hold on the budget, and how many coins it keeps.
  var hold: (transfer: TransferID, coins: Int64)?
  let directive: String?

  static func isAny(of type: String, in campaign: CampaignID, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM shakes_pending WHERE campaign = \(campaign) AND type = \(type) LIMIT 1")
  }

  static func find(_ user: UserID, _ campaign: CampaignID, _ type: String, _ statements: ShakeStatements) throws
    -> Pending?
  {
    let select = statements.pending
    select.bind(user, at: 1)
    select.bind(campaign, at: 2)
    select.bind(type, at: 3)
    return try select.first { row in
      Pending(
        id: try row.identifier(0), started: row.time(1), until: row.time(2), step: row.text(3),
        hold: try row.optionalInteger(5).map { (try row.identifier(4), $0) }, directive: row.optionalText(6))
    }
  }

  func save(_ user: UserID, _ campaign: CampaignID, _ type: String, _ statements: ShakeStatements) throws {
    let save = statements.savePending
    save.bind(id, at: 1)
    save.bind(user, at: 2)
    save.bind(campaign, at: 3)
    save.bind(type, at: 4)
    save.bind(started, at: 5)
    save.bind(until, at: 6)
    save.bind(step, at: 7)
    save.bind(hold.map { Value.id($0.transfer) } ?? .null, at: 8)
    save.bind(hold?.coins, at: 9)
    save.bind(directive, at: 10)
    try save.run()
  }

  static func end(_ id: ShakeID, _ statements: ShakeStatements) throws {
    statements.endPending.bind(id, at: 1)
    try statements.endPending.run()
  }
}
