internal import CoinsContract
internal import IdentityContract
internal import QixFormats
internal import QixKernel
internal import QixStorage

/// Everything that the ledger holds about a user, as JSON: `coins.export/1`.
struct WalletExport {
  private let user: UserID
  private let now: Timestamp
  private let connection: Connection

  init(of user: UserID, at now: Timestamp, in connection: Connection) {
    (self.user, self.now, self.connection) = (user, now, connection)
  }

  func write(to writer: inout JSONWriter) throws {
    let account = try Wallet.account(.wallet(user), at: now, in: connection)
    let balance = try Wallet.balance(of: .wallet(user), at: now, in: connection)
    writer.beginObject()
    writer.key("schema")
    writer.string("coins.export/1")
    writer.key("balance")
    writer.integer(balance.posted)
    writer.key("held")
    writer.integer(balance.held)
    writer.key("available")
    writer.integer(balance.available)
    writer.key("merged_from")
    writer.beginArray()
    for wallet in account?.place.merged ?? [] { writer.string("\(wallet.user)") }
    writer.endArray()
    writer.key("lots")
    writer.beginArray()
    for lot in try account.map({ try Wallet.lots(of: $0, in: connection) }) ?? [] { try write(lot, to: &writer) }
    writer.endArray()
    writer.key("open_holds")
    writer.beginArray()
    for number in account?.place.numbers ?? [] { try writeHolds(of: number, to: &writer) }
    writer.endArray()
    writer.key("movements")
    writer.beginArray()
    try History.forEach(of: .wallet(user), in: connection) { movement in
      Self.write(movement, to: &writer)
      return true
    }
    writer.endArray()
    writer.key("approvals")
    writer.beginArray()
    try writeApprovals(to: &writer)
    writer.endArray()
    writer.endObject()
  }

  /// Requests to make coins for the user; who asked and who decided is about others.
  private func writeApprovals(to writer: inout JSONWriter) throws {
    let moment = try AuditLog.latestMoment(now, in: connection)
    for approval in try Approval.all(for: user, in: connection) {
      writer.beginObject()
      for (key, text) in [
        ("approval", "\(approval.id)"), ("operation", approval.operation), ("state", approval.state(at: moment).name),
        ("at", "\(approval.requestedAt)"), ("reason", approval.reason),
      ] {
        writer.key(key)
        Self.write(text, to: &writer)
      }
      writer.key("amount")
      writer.integer(approval.amount)
      writer.endObject()
    }
  }

  /// What is left, with the transfer that the lot came by.
  private func write(_ lot: Wallet.Lot, to writer: inout JSONWriter) throws {
    let origin = try connection.first(
      """
      SELECT l.amount, t.id FROM coins_lots AS l JOIN coins_transfers AS t ON t.transfer = l.transfer WHERE l.lot = ?1
      """, .integer(lot.number)
    ) { (amount: $0.integer(0), transfer: try $0.identifier(1, TransferTag.self)) }
    guard let origin else { throw StorageError.corrupt("lot \(lot.number) came by a transfer that is not there") }
    writer.beginObject()
    writer.key("amount")
    writer.integer(origin.amount)
    writer.key("remaining")
    writer.integer(lot.remaining)
    writer.key("expires")
    Self.write(lot.expires.map { "\($0)" }, to: &writer)
    writer.key("credited_by")
    writer.string("\(origin.transfer)")
    writer.endObject()
  }

  private func writeHolds(of account: Int64, to writer: inout JSONWriter) throws {
    let holds = try connection.rows(
      """
      SELECT t.id, h.amount, t.at, h.times_out_at FROM coins_holds AS h
      JOIN coins_transfers AS t ON t.transfer = h.hold
      WHERE h.debit = ?1 AND h.resolved_by IS NULL AND (h.times_out_at IS NULL OR h.times_out_at > ?2) ORDER BY h.hold
      """, .integer(account), .time(now)
    ) { (id: try $0.identifier(0, TransferTag.self), amount: $0.integer(1), at: $0.time(2), end: $0.optionalTime(3)) }
    for hold in holds {
      writer.beginObject()
      writer.key("transfer")
      writer.string("\(hold.id)")
      writer.key("amount")
      writer.integer(hold.amount)
      writer.key("at")
      writer.string("\(hold.at)")
      writer.key("times_out")
      Self.write(hold.end.map { "\($0)" }, to: &writer)
      writer.endObject()
    }
  }

  private static func write(_ movement: History.Movement, to writer: inout JSONWriter) {
    let record = movement.record
    writer.beginObject()
    for (key, text) in [
      ("transfer", "\(record.id)"), ("kind", record.name), ("at", "\(record.at)"), ("booked", "\(record.id.created)"),
    ] {
      writer.key(key)
      writer.string(text)
    }
    for (key, number) in [("amount", movement.amount), ("balance", movement.balance)] {
      writer.key(key)
      writer.integer(number)
    }
    for (key, text) in [
      ("other", "\(movement.other)"), ("expires", record.expires.map { "\($0)" }),
      ("related", record.related.map { "\($0)" }), ("reason", record.reason), ("metadata", record.metadata),
      ("key", record.key), ("merged_from", movement.merged.map { "\($0)" }),
    ] {
      writer.key(key)
      write(text, to: &writer)
    }
    writer.endObject()
  }

  private static func write(_ text: String?, to writer: inout JSONWriter) {
    if let text { writer.string(text) } else { writer.null() }
  }
}
