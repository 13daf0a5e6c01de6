internal import QixShake

/// Everything that is held about a user's shakes, as JSON: `shakes.export/1`.
struct ShakeExport {
  private let user: UserID
  private let connection: Connection

  init(of user: UserID, in connection: Connection) { (self.user, self.connection) = (user, connection) }

  func write(to writer: inout JSONWriter) throws {
    let tallies = try connection.fetchAll(
      """
      SELECT campaign, shakes, attempts, wins, coins, last_at FROM shakes_tallies
      WHERE user_id = \(user) AND survivor IS NULL ORDER BY campaign
      """
    ) { row in
      (
        campaign: try row["campaign"] as CampaignID,
        counts: [row["shakes"], row["attempts"], row["wins"], row["coins"]] as [Int64],
        lastAt: row["last_at"] as Timestamp?
      )
    }
    writer.array("campaigns", of: tallies) { writer, tally in
      writer.member("campaign", text: tally.campaign)
      for (name, count) in zip(["shakes", "accepted", "won", "coins"], tally.counts) { writer.member(name, count) }
      if let time = tally.lastAt { writer.member("last", text: time) }
    }
    let pending = try connection.fetchAll(
      "SELECT id, campaign, type, started_at, until, step FROM shakes_pending WHERE user_id = \(user) ORDER BY id"
    ) { row in
      [
        ("shake", "\(try row["id"] as ShakeID)"), ("campaign", "\(try row["campaign"] as CampaignID)"),
        ("type", row["type"] as String), ("since", "\(row["started_at"] as Timestamp)"),
        ("until", "\(row["until"] as Timestamp)"), ("step", row["step"] as String),
      ]
    }
    writer.array("under_way", of: pending) { writer, members in
      for (name, text) in members { writer.member(name, text) }
    }
    try writer.array("shakes") { writer in
      try ShakeList.forEach(of: user, in: connection) { record in
        let settled = try SettlementRecord.all(of: record.id, in: connection)
        try writer.object { try Self.write(record, settled: settled, to: &$0) }
      }
    }
  }

  private static func write(_ record: ShakeRecord, settled: [SettlementRecord], to writer: inout JSONWriter) throws {
    writer.member("shake", text: record.id)
    writer.member("at", text: record.at)
    writer.member("campaign", text: record.campaign)
    writer.member("type", record.type)
    writer.member("outcome", record.outcome.name)
    writer.member("coins", record.coins)
    for (name, text) in [
      ("transfer", record.transfer.map { "\($0)" }), ("prize", record.gift), ("given", record.given),
      ("refusal", record.refusal), ("claim", record.claim),
      ("directive", record.directive), ("key", record.key), ("as_user", "\(record.user)"),
    ] {
      if let text { writer.member(name, text) }
    }
    if !settled.isEmpty {
      writer.array("settled", of: settled) { writer, settlement in
        writer.member("at", text: settlement.at)
        writer.member("coins", settlement.coins)
        if let refusal = settlement.refusal { writer.member("refusal", refusal) }
        if let gift = settlement.gift { writer.member("prize", gift.gift) }
      }
    }
    if let trace = record.trace {
      writer.key("found")
      writer.value(try Trace.readable(trace))
    }
  }
}
