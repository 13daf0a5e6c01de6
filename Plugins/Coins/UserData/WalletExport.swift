internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// Everything that the ledger holds about a user, as JSON: `coins.export/1`.
struct WalletExport {
  private let user: UserID
  private let now: Timestamp
  private let connection: Connection
  /// Whether the user asks for it by themselves. What operators write for one another, other users and keys are told by
  /// the operator who hands an export out, or not.
  private let isForCustomer: Bool

  init(of user: UserID, at now: Timestamp, isForCustomer: Bool = false, in connection: Connection) {
    (self.user, self.now, self.connection, self.isForCustomer) = (user, now, connection, isForCustomer)
  }

  func write(to writer: inout JSONWriter) throws {
    let account = try Wallet.account(.wallet(user), at: now, in: connection)
    let balance = try Wallet.balance(of: .wallet(user), at: now, in: connection)
    writer.member("balance", balance.posted)
    writer.member("held", balance.held)
    writer.member("available", balance.available)
    writer.member("owed", account?.owed ?? 0)
    let merged = account?.place.merged ?? []
    writer.array("merged_from") { writer in for wallet in merged { writer.string("\(wallet.user)") } }
    try writer.array("lots", of: account.map { try Wallet.lots(of: $0, in: connection) } ?? [], write)
    try writer.array("open_holds") { writer in
      for number in account?.place.numbers ?? [] { try writeHolds(of: number, to: &writer) }
    }
    try writer.array("movements") { writer in
      try History.forEach(of: .wallet(user), in: connection) { movement in
        writer.object { write(movement, to: &$0) }
        return true
      }
    }
    writer.array("reminders", of: try Reminders(connection).told(user)) { writer, told in
      writer.member("reminder", text: told.reminder)
      writer.member("expires", text: told.due.expires)
      writer.member("coins", told.due.coins)
      writer.member("at", text: told.at)
      writer.member("failed", told.hasFailed)
    }
    // Requests to make coins for the user; who asked and who decided is about others.
    let moment = try AuditLog.latestMoment(now, in: connection)
    writer.array("approvals", of: try Approval.all(for: user, in: connection)) { writer, approval in
      writer.member("approval", text: approval.id)
      writer.member("operation", approval.operation)
      writer.member("state", approval.state(at: moment).name)
      writer.member("at", text: approval.requestedAt)
      if !isForCustomer {
        writer.member("reason", approval.reason)
        writer.member("answer", approval.answer)
      }
      writer.member("amount", approval.amount)
    }
  }

  /// What is left, with the transfer that the lot came by.
  private func write(to writer: inout JSONWriter, _ lot: Wallet.Lot) throws {
    let origin = try connection.fetchOne(
      """
      SELECT l.amount, t.id FROM coins_lots AS l JOIN coins_transfers AS t ON t.transfer = l.transfer
      WHERE l.lot = \(lot.number)
      """
    ) { (amount: $0["amount"] as Int64, transfer: try $0["id"] as TransferID) }
    guard let origin else { throw StorageError.corrupt("lot \(lot.number) came by a transfer that is not there") }
    writer.member("amount", origin.amount)
    writer.member("remaining", lot.remaining)
    writer.member("expires", text: lot.expires)
    writer.member("credited_by", text: origin.transfer)
  }

  private func writeHolds(of account: Int64, to writer: inout JSONWriter) throws {
    let holds = try connection.fetchAll(
      """
      SELECT t.id, h.amount, t.at, h.times_out_at FROM coins_holds AS h
      JOIN coins_transfers AS t ON t.transfer = h.hold
      WHERE h.debit = \(account) AND h.resolved_by IS NULL AND (h.times_out_at IS NULL OR h.times_out_at > \(now))
      ORDER BY h.hold
      """
    ) {
      (
        id: try $0["id"] as TransferID, amount: $0["amount"] as Int64, at: $0["at"] as Timestamp,
        end: $0["times_out_at"] as Timestamp?
      )
    }
    for hold in holds {
      writer.object { writer in
        writer.member("transfer", text: hold.id)
        writer.member("amount", hold.amount)
        writer.member("at", text: hold.at)
        writer.member("times_out", text: hold.end)
      }
    }
  }

  private func write(_ movement: History.Movement, to writer: inout JSONWriter) {
    let record = movement.record
    writer.member("transfer", text: record.id)
    writer.member("kind", record.name)
    writer.member("at", text: record.at)
    writer.member("booked", text: record.id.created)
    writer.member("amount", movement.amount)
    writer.member("balance", movement.balance)
    if !isForCustomer { writer.member("other", text: movement.other) }
    writer.member("expires", text: record.expires)
    writer.member("related", text: record.related)
    if !isForCustomer {
      writer.member("reason", record.reason)
      writer.member("metadata", record.metadata)
      writer.member("key", record.key)
    }
    writer.member("merged_from", text: movement.merged)
  }
}
