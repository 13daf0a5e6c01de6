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

  var record: Record
  /// `QIX`, or the stock whose pieces it moves.
  let asset: String
  /// Whether it welcomed a new user.
  let isWelcome: Bool
  let block: Int64
  /// What captured, voided, timed out or reversed it.
  let followers: [Follower]
  let lots: [Lot]
  let draws: [Draw]

  /// - Throws: `CoinsError.noTransfer`.
  static func find(_ id: TransferID, at now: Timestamp, in connection: Connection) throws -> Trace {
    guard let record = try Records.find(id, in: connection) else { throw CoinsError.noTransfer(id) }
    let number = Value.integer(record.number)
    let block: Int64? = try connection.fetchOne(
      "SELECT block FROM coins_blocks WHERE first_transfer <= \(number) ORDER BY first_transfer DESC LIMIT 1")
    var followers = try connection.fetchAll(
      "SELECT id, kind, amount FROM coins_transfers WHERE related = \(number) ORDER BY transfer"
    ) { Follower(transfer: try $0["id"], kind: try Ledger.kind($0["kind"]), amount: $0["amount"]) }
    if record.kind == .hold, followers.isEmpty, let limit = record.expires, limit <= now {
      followers.append(Follower(transfer: nil, kind: .timeOut, amount: record.amount))
    }
    let draws = try connection.fetchAll(
      """
      SELECT d.lot, d.amount, l.expires_at, g.id, o.owner FROM coins_draws AS d JOIN coins_lots AS l ON l.lot = d.lot
      JOIN coins_transfers AS g ON g.transfer = l.transfer JOIN coins_transfers AS t ON t.transfer = d.transfer
      LEFT JOIN coins_accounts AS o ON o.account = l.account AND o.account NOT IN (t.debit, t.credit)
      WHERE d.transfer = \(number) ORDER BY d.lot
      """
    ) {
      Draw(
        lot: $0["lot"], amount: $0["amount"], expires: $0["expires_at"], grantedBy: try $0["id"],
        merged: try $0["owner"])
    }
    let asset: String? = try connection.fetchOne(
      """
      SELECT s.code FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.debit
      JOIN coins_assets AS s ON s.asset = a.asset WHERE t.transfer = \(number)
      """)
    let isWelcome = try connection.has(
      """
      SELECT 1 FROM coins_transfers AS t JOIN coins_welcomes AS w ON w.account = t.credit AND w.transfer = t.transfer
      WHERE t.transfer = \(number)
      """)
    return Trace(
      record: record, asset: asset ?? "", isWelcome: isWelcome, block: block ?? 0, followers: followers,
      lots: try lots(creditedBy: record.number, at: now, in: connection), draws: draws)
  }

  private static func lots(
    creditedBy transfer: Int64, at now: Timestamp, in connection: Connection
  ) throws -> [Lot] {
    let last: Int64 = try connection.fetchOne("SELECT max(lot) FROM coins_lots") ?? 0
    let start = try LotsOfTransfer.start(of: transfer, last: last, in: connection)
    let end = try LotsOfTransfer.start(of: transfer + 1, last: last, near: start, in: connection)
    var lots: [Lot] = []
    for number in start..<end {
      let drawnBy: [TransferID] = try connection.fetchAll(
        """
        SELECT t.id FROM coins_draws AS d JOIN coins_transfers AS t ON t.transfer = d.transfer
        WHERE d.lot = \(number) ORDER BY d.transfer LIMIT 20
        """)
      let givenBack = try DueHolds.givenBack(to: number, at: now, in: connection)
      let lot = try connection.fetchOne("SELECT amount, remaining, expires_at FROM coins_lots WHERE lot = \(number)") {
        Lot(
          number: number, amount: $0["amount"], remaining: ($0["remaining"] as Int64) + givenBack,
          expires: $0["expires_at"], drawnBy: drawnBy)
      }
      if let lot { lots.append(lot) }
    }
    return lots
  }
}
