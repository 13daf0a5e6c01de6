internal import CoinsContract
internal import QixModule

/// What became of transfers, for modules that keep their ids.
enum Standings {
  static func standing(of transfer: TransferID, in connection: Connection) throws -> TransferStanding? {
    let found = try connection.fetchOne(
      """
      SELECT t.transfer, t.kind, t.amount, d.asset, d.kind AS from_kind, d.owner AS from_owner, d.name AS from_name,
        c.kind AS to_kind, c.owner AS to_owner, c.name AS to_name, t.expires_at, r.id AS end_id, r.kind AS end_kind,
        r.amount AS end_amount, r.transfer AS end_transfer
      FROM coins_transfers AS t JOIN coins_accounts AS d ON d.account = t.debit
      JOIN coins_accounts AS c ON c.account = t.credit LEFT JOIN coins_holds AS h ON h.hold = t.transfer
      LEFT JOIN coins_transfers AS r ON r.transfer = h.resolved_by WHERE t.id = \(transfer)
      """
    ) { row in
      let kind = try Ledger.kind(row["kind"])
      let end = try (row["end_id"] as TransferID?).map {
        Outcome(transfer: $0, kind: try Ledger.kind(row["end_kind"]), amount: row["end_amount"], isReplay: true)
      }
      // What a hold's capture has posted is what can be taken back of it.
      let posted = end?.kind == .capture ? row["end_transfer"] as Int64 : row["transfer"]
      return (
        posted,
        TransferStanding(
          kind: kind, amount: row["amount"], asset: Asset(number: row["asset"]), from: try Records.payer(row),
          to: try Records.payee(row), timesOut: kind == .hold ? row["expires_at"] : nil, end: end, reversed: 0)
      )
    }
    guard let (posted, standing) = found else { return nil }
    let reversed: Int64? = try connection.fetchOne(
      "SELECT sum(amount) FROM coins_transfers WHERE related = \(posted) AND kind = \(TransferKind.reverse.rawValue)")
    return TransferStanding(
      kind: standing.kind, amount: standing.amount, asset: standing.asset, from: standing.from, to: standing.to,
      timesOut: standing.timesOut, end: standing.end, reversed: reversed ?? 0)
  }

  static func lots(spentBy transfer: TransferID, in connection: Connection) throws -> [SpentLot] {
    let number: Int64? = try connection.fetchOne("SELECT transfer FROM coins_transfers WHERE id = \(transfer)")
    guard let number else { throw CoinsError.noTransfer(transfer) }
    return try connection.fetchAll(
      """
      SELECT d.amount, l.expires_at, g.id FROM coins_draws AS d JOIN coins_lots AS l ON l.lot = d.lot
      JOIN coins_transfers AS g ON g.transfer = l.transfer WHERE d.transfer = \(number) AND d.amount > 0
      ORDER BY l.expires_at IS NULL, l.expires_at, l.lot
      """
    ) { SpentLot(amount: $0["amount"], expires: $0["expires_at"], grantedBy: try $0["id"]) }
  }
}
