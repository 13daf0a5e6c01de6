internal import CampaignsContract
internal import CoinsContract
internal import QixShake

/// Decides shakes that nobody went on with in time, and gives back what was reserved for them.
extension Pipeline {
  struct Swept: Equatable, Sendable {
    var shakes: Int64 = 0
    /// That were reserved.
    var coins: Int64 = 0
  }

  private struct Due {
    let id: ShakeID
    let user: UserID
    let campaign: CampaignID
    let type: String
    let until: Timestamp

    init(_ row: Row) throws {
      id = try row["id"]
      user = try row["user_id"]
      campaign = try row["campaign"]
      type = row["type"]
      until = row["until"]
    }
  }

  /// - Parameters:
  ///   - time: those whose time was up by then; those of campaigns that are over, too.
  ///   - limit: shakes at most.
  func sweep(upTo time: Timestamp, limit: Int64) throws -> Swept {
    let select = "SELECT id, user_id, campaign, type, until FROM shakes_pending"
    var due = try connection.fetchAll("\(sql: select) WHERE until <= \(time) ORDER BY until LIMIT \(limit)", Due.init)
    let campaigns: [CampaignID] = try connection.fetchAll(
      "SELECT DISTINCT campaign FROM shakes_pending ORDER BY campaign")
    for campaign in campaigns where Int64(due.count) < limit {
      guard try cache.find("\(campaign)", tools, in: connection)?.campaign.state == .ended else { continue }
      due += try connection.fetchAll(
        """
        \(sql: select) WHERE campaign = \(campaign) AND until > \(time) ORDER BY until LIMIT \(limit - Int64(due.count))
        """, Due.init)
    }
    var swept = Swept()
    for row in due {
      guard let pending = try end(row, upTo: time) else { continue }
      swept.shakes += 1
      swept.coins += pending.hold?.coins ?? 0
    }
    return swept
  }

  /// Ends one shake under way, whatever time is left to it.
  func end(_ id: ShakeID, at time: Timestamp) throws {
    let row = try connection.fetchOne(
      "SELECT id, user_id, campaign, type, until FROM shakes_pending WHERE id = \(id)", Due.init)
    if let row { _ = try end(row, upTo: time) }
  }

  /// - Returns: what it was; nil where nothing is known of its campaign or type any more.
  private func end(_ row: Due, upTo time: Timestamp) throws -> Pending? {
    guard let kept = try cache.find("\(row.campaign)", tools, in: connection) else { return nil }
    let type = try kept.type(named: row.type) ?? disabled(row.type, of: kept)
    guard let type, let pending = try Pending.find(row.user, row.campaign, row.type, statements) else { return nil }
    let place = try counters.find(row.user, in: row.campaign, statements)
    let at = min(max(row.until, pending.started), time)
    let ending = ResolvedShake(
      request: ShakeRequest(user: row.user, type: row.type), user: row.user, at: at, digest: nil, id: row.id,
      campaign: kept, type: type, via: .request, directive: pending.directive, place: place, before: counters[place],
      day: kept.day(at: at), pending: pending)
    try abandon(ending)
    return pending
  }

  /// A type that the campaign no longer has, or whose module is off, still ends what it began.
  private func disabled(_ name: String, of kept: KeptCampaign) throws -> KeptType? {
    guard let type = tools.types[name] else { return nil }
    var faults: [(name: String, problem: String)] = []
    let settings = ShakeSettings(
      kept.campaign.types.first { $0.type == name }?.settings ?? JSONObject(), for: type.settings, faults: &faults)
    return faults.isEmpty ? KeptType(type, settings, in: kept.campaign.id, tools, hasPending: true) : nil
  }
}
