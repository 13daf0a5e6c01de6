internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// A transfer with everything that hangs on it.
struct Trace: Sendable {
  struct Follower: Sendable {
    /// Nil for the time-out of a hold whose time is up, until it is booked.
    let transfer: TransferID?
    let kind: TransferKind
    let amount: Int64
  }

  struct Lot: Sendable {
    let number: Int64
    let amount: Int64
    let remaining: Int64
    let expires: Timestamp?
    let drawnBy: [TransferID]
  }

  struct Draw: Sendable {
    let lot: Int64
    let amount: Int64
    let expires: Timestamp?
    let grantedBy: TransferID
    /// Whose wallet the lot lies in, where that was merged into the one which paid or was given back to.
    let merged: UserID?
  }

  let record: Record
  /// `QIX`, or the stock whose pieces it moves.
  let asset: String
  let block: Int64
  /// What captured, voided, timed out or reversed it.
  let followers: [Follower]
  let lots: [Lot]
  let draws: [Draw]

  /// - Throws: `CoinsError.noTransfer`.
  static func find(_ id: TransferID, at now: Timestamp, in connection: Connection) throws -> Trace {
    guard let record = try Records.find(id, in: connection) else { throw CoinsError.noTransfer(id) }
    let number = Value.integer(record.number)
    let block = try connection.first(
      "SELECT block FROM coins_blocks WHERE first_transfer <= ?1 ORDER BY first_transfer DESC LIMIT 1", number
    ) { $0.integer(0) }
    var followers = try connection.rows(
      "SELECT id, kind, amount FROM coins_transfers WHERE related = ?1 ORDER BY transfer", number
    ) { Follower(transfer: try $0.identifier(0), kind: try Ledger.kind($0.integer(1)), amount: $0.integer(2)) }
    if record.kind == .hold, followers.isEmpty, let limit = record.expires, limit <= now {
      followers.append(Follower(transfer: nil, kind: .timeOut, amount: record.amount))
    }
    let draws = try connection.rows(
      """
      SELECT d.lot, d.amount, l.expires_at, g.id, o.owner FROM coins_draws AS d JOIN coins_lots AS l ON l.lot = d.lot
      JOIN coins_transfers AS g ON g.transfer = l.transfer JOIN coins_transfers AS t ON t.transfer = d.transfer
      LEFT JOIN coins_accounts AS o ON o.account = l.account AND o.account NOT IN (t.debit, t.credit)
      WHERE d.transfer = ?1 ORDER BY d.lot
      """, number
    ) {
      Draw(
        lot: $0.integer(0), amount: $0.integer(1), expires: $0.optionalTime(2), grantedBy: try $0.identifier(3),
        merged: try $0.optionalIdentifier(4))
    }
    let asset = try connection.first(
      """
      SELECT s.code FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.debit
      JOIN coins_assets AS s ON s.asset = a.asset WHERE t.transfer = ?1
      """, number
    ) { $0.text(0) }
    return Trace(
      record: record, asset: asset ?? "", block: block ?? 0, followers: followers,
      lots: try lots(creditedBy: record.number, at: now, in: connection), draws: draws)
  }

  private static func lots(
    creditedBy transfer: Int64, at now: Timestamp, in connection: Connection
  ) throws -> [Lot] {
    let last = try connection.first("SELECT max(lot) FROM coins_lots") { $0.integer(0) } ?? 0
    let start = try LotsOfTransfer.start(of: transfer, last: last, in: connection)
    let end = try LotsOfTransfer.start(of: transfer + 1, last: last, near: start, in: connection)
    var lots: [Lot] = []
    for number in start..<end {
      let drawnBy = try connection.rows(
        """
        SELECT t.id FROM coins_draws AS d JOIN coins_transfers AS t ON t.transfer = d.transfer
        WHERE d.lot = ?1 ORDER BY d.transfer LIMIT 20
        """, .integer(number)
      ) { try $0.identifier(0, TransferTag.self) }
      let givenBack = try DueHolds.givenBack(to: number, at: now, in: connection)
      let lot = try connection.first(
        "SELECT amount, remaining, expires_at FROM coins_lots WHERE lot = ?1", .integer(number)
      ) {
        Lot(
          number: number, amount: $0.integer(0), remaining: $0.integer(1) + givenBack, expires: $0.optionalTime(2),
          drawnBy: drawnBy)
      }
      if let lot { lots.append(lot) }
    }
    return lots
  }
}
