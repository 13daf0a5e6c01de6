internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixStorage

/// Everything that is held about a user's shakes, as JSON: `shakes.export/1`.
struct ShakeExport {
  private let user: UserID
  private let connection: Connection

  init(of user: UserID, in connection: Connection) { (self.user, self.connection) = (user, connection) }

  func write(to writer: inout JSONWriter) throws {
    writer.beginObject()
    writer.member("schema", "shakes.export/1")
    try writeTallies(to: &writer)
    try writePending(to: &writer)
    writer.key("shakes")
    writer.beginArray()
    try ShakeList.forEach(of: user, in: connection) {
      Self.write($0, settled: try SettlementRecord.all(of: $0.id, in: connection), to: &writer)
    }
    writer.endArray()
    writer.endObject()
  }

  private func writeTallies(to writer: inout JSONWriter) throws {
    let rows = try connection.rows(
      """
      SELECT campaign, shakes, attempts, wins, coins, last_at FROM shakes_tallies
      WHERE user_id = ?1 AND survivor IS NULL ORDER BY campaign
      """, .id(user)
    ) { row in
      (
        campaign: try row.identifier(0, CampaignTag.self), counts: (1...4).map { row.integer($0) },
        lastAt: row.optionalTime(5)
      )
    }
    writer.objects("campaigns", of: rows) { writer, row in
      writer.member("campaign", "\(row.campaign)")
      for (name, count) in zip(["shakes", "accepted", "won", "coins"], row.counts) { writer.member(name, count) }
      if let time = row.lastAt { writer.member("last", "\(time)") }
    }
  }

  private func writePending(to writer: inout JSONWriter) throws {
    let rows = try connection.rows(
      "SELECT id, campaign, type, started_at, until, step FROM shakes_pending WHERE user_id = ?1 ORDER BY id", .id(user)
    ) { row in
      [
        ("shake", "\(try row.identifier(0, ShakeTag.self))"),
        ("campaign", "\(try row.identifier(1, CampaignTag.self))"), ("type", row.text(2)), ("since", "\(row.time(3))"),
        ("until", "\(row.time(4))"), ("step", row.text(5)),
      ]
    }
    writer.objects("under_way", of: rows) { writer, row in
      for (name, text) in row { writer.member(name, text) }
    }
  }

  private static func write(_ record: ShakeRecord, settled: [SettlementRecord], to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("shake", "\(record.id)")
    writer.member("at", "\(record.at)")
    writer.member("campaign", "\(record.campaign)")
    writer.member("type", record.type)
    writer.member("outcome", record.outcome.name)
    writer.member("coins", record.coins)
    for (name, text) in [
      ("transfer", record.transfer.map { "\($0)" }), ("refusal", record.refusal), ("claim", record.claim),
      ("directive", record.directive), ("key", record.key), ("as_user", "\(record.user)"),
    ] {
      if let text { writer.member(name, text) }
    }
    if !settled.isEmpty {
      writer.objects("settled", of: settled) { writer, settlement in
        writer.member("at", "\(settlement.at)")
        writer.member("coins", settlement.coins)
        if let refusal = settlement.refusal { writer.member("refusal", refusal) }
      }
    }
    if let trace = record.trace {
      writer.key("found")
      writer.raw(trace)
    }
    writer.endObject()
  }
}
