internal import CoinsContract
internal import QixModule

/// What became of transfers, for modules that keep their ids.
enum Standings {
  static func standing(of transfer: TransferID, in connection: Connection) throws -> TransferStanding? {
    let select = try connection.statement(
      """
      SELECT t.transfer, t.kind, t.amount, d.asset, d.kind, d.owner, d.name, c.kind, c.owner, c.name, t.expires_at,
        r.id, r.kind, r.amount, r.transfer
      FROM coins_transfers AS t JOIN coins_accounts AS d ON d.account = t.debit
      JOIN coins_accounts AS c ON c.account = t.credit LEFT JOIN coins_holds AS h ON h.hold = t.transfer
      LEFT JOIN coins_transfers AS r ON r.transfer = h.resolved_by WHERE t.id = ?1
      """)
    select.bind(transfer, at: 1)
    let found = try select.first { row in
      let kind = try Ledger.kind(row.integer(1))
      let end =
        row.bytes(11).isEmpty
        ? nil
        : Outcome(
          transfer: try row.identifier(11), kind: try Ledger.kind(row.integer(12)), amount: row.integer(13),
          isReplay: true)
      // What a hold's capture has posted is what can be taken back of it.
      let posted = end?.kind == .capture ? row.integer(14) : row.integer(0)
      return (
        posted,
        TransferStanding(
          kind: kind, amount: row.integer(2), asset: Asset(number: row.integer(3)), from: try Records.account(row, 4),
          to: try Records.account(row, 7), timesOut: kind == .hold ? row.optionalTime(10) : nil, end: end, reversed: 0)
      )
    }
    guard let (posted, standing) = found else { return nil }
    let sum = try connection.statement("SELECT sum(amount) FROM coins_transfers WHERE related = ?1 AND kind = ?2")
    sum.bind(posted, at: 1)
    sum.bind(TransferKind.reverse.rawValue, at: 2)
    return TransferStanding(
      kind: standing.kind, amount: standing.amount, asset: standing.asset, from: standing.from, to: standing.to,
      timesOut: standing.timesOut, end: standing.end, reversed: try sum.first { $0.integer(0) } ?? 0)
  }

  static func lots(spentBy transfer: TransferID, in connection: Connection) throws -> [SpentLot] {
    let number: Int64? = try connection.first(
      "SELECT transfer FROM coins_transfers WHERE id = ?1", .id(transfer)
    ) { $0.integer(0) }
    guard let number else { throw CoinsError.noTransfer(transfer) }
    return try connection.rows(
      """
      SELECT d.amount, l.expires_at, g.id FROM coins_draws AS d JOIN coins_lots AS l ON l.lot = d.lot
      JOIN coins_transfers AS g ON g.transfer = l.transfer WHERE d.transfer = ?1 AND d.amount > 0
      ORDER BY l.expires_at IS NULL, l.expires_at, l.lot
      """, .integer(number)
    ) { SpentLot(amount: $0.integer(0), expires: $0.optionalTime(1), grantedBy: try $0.identifier(2)) }
  }
}
