internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// When things happen, and what that decides.
///
/// Whatever takes coins (transfer, redeem, hold, capture, reverse) is judged by the time of booking: coins that have
/// expired by now pay nothing, a hold that is due by now is over. A moment that the caller names (`at`) never lets
/// anything through that would be refused now. It only narrows what can pay to coins that were granted by then and are
/// free from that moment on, whatever was booked since; and nothing happens before the transfer that it names. So the
/// sum of a wallet's movements, in the order in which they happened, is never below zero.
///
/// What gives coins may name any moment that isn't ahead. One that lies far back changes months that were reported, so it
/// is for operators, with a reason, as that of a debit is.
extension Ledger {
  /// Asks the rules about an operation's moment that don't depend on what is in the ledger.
  ///
  /// A day ahead is let through, since a date alone may be that of a place where it is tomorrow already. What was done
  /// under its key before is not judged again.
  /// - Parameter reason: why, where the operation itself doesn't say.
  /// - Throws: for moments ahead or too far back, and if the caller may not date the operation.
  static func checkMoment(
    of operation: Operation, by principal: Principal, reason: String?, at now: Timestamp, in connection: Connection
  ) throws {
    guard let at = operation.at else { return }
    try KnownKeys.judge(operation.key, in: connection) {
      guard at <= now.advanced(byMicroseconds: Timestamp.day) else {
        throw Failure(
          "coins.at-in-future", .usage, "\(at) is more than a day in the future",
          hint: "Check the year and the time zone, and the clock of this machine.")
      }
      guard at >= Self.earliest else {
        throw Failure(
          "coins.at-long-ago", .usage, "\(at) is before the year 1980",
          hint: "Check the year. In a file, --date-format says how dates are written, such as dd.MM.yyyy.")
      }
      guard operation.kind.takesCoins || operation.isGrant else { return }
      let isOperator = principal.role.map { ([.operator] as Roles).admits($0) } ?? false
      let hasReason = operation.reason ?? reason ?? "" != ""
      if isOperator && hasReason { return }
      let days = try operation.isGrant ? connection.value(of: CoinsModule.datedBackDays) : nil
      if let days, at >= now.advanced(byMicroseconds: -days * Timestamp.day) { return }
      switch (isOperator, days) {
      case (false, nil):
        throw Failure(
          "coins.at-for-operators", .notAllowed,
          "only operators can say when a \(operation.kind.name) happened; for others it happens now",
          hint: "Leave the time out to use what is there now.")
      case (false, let days?):
        throw Failure(
          "coins.at-for-operators", .notAllowed,
          "only operators can say that a grant happened more than \(days.counted("day")) ago",
          hint: "Leave the time out to grant the coins from now on.")
      case (true, nil):
        throw Failure(
          "coins.at-needs-reason", .usage, "a \(operation.kind.name) at another time needs a reason",
          hint: "Give --reason. In a file, use the column 'reason'.")
      case (true, let days?):
        throw Failure(
          "coins.at-needs-reason", .usage,
          "a grant dated more than \(days.counted("day")) back needs a reason, since reports on that time change",
          hint: "Give --reason, once for a whole file, or the column 'reason'. Check the year, too.")
      }
    }
  }

  /// Asks whether coins that are granted are good for anything. A file may bring such grants over with the rest of a
  /// history, and says how many; one by one they are slips.
  /// - Throws: `coins.expired-already`.
  static func checkIsGood(_ operation: Operation, at now: Timestamp, in connection: Connection) throws {
    guard operation.at != nil else { return }
    let period = try operation.takesDefaultExpiry ? connection.value(of: CoinsModule.expires) : nil
    guard
      let expired = operation.expired(
        by: now, in: try connection.value(of: Installation.timeZone), ifSilent: period)
    else { return }
    try KnownKeys.judge(operation.key, in: connection) {
      throw Failure(
        "coins.expired-already", .usage, "the coins would have expired at \(expired), before they could be spent",
        hint:
          """
          Give a later expiry or a later time. Check the year. To import a history, send such grants in a file, \
          which says how many they are.
          """)
    }
  }

  /// Before 1980-01-01 there was no such programme to bring coins over from: a year like 1026 or 0027 is a slip.
  private static let earliest = Timestamp(startOf: CalendarDate(daysSinceEpoch: 3_652))

  /// Makes sure that an operation doesn't happen before the transfer that it names.
  /// - Throws: `CoinsError.beforeItsCause`.
  func checkOrder(of operation: Operation, after cause: Posted, _ id: TransferID) throws {
    guard let at = operation.at, at < cause.at else { return }
    throw CoinsError.beforeItsCause(id, happened: cause.at, at)
  }

  /// How many coins of a lot were free at a moment and at every moment since: what a move at that moment can take.
  func left(of lot: OpenLot, since moment: Timestamp) throws -> Int64 {
    let granted = try connection.statement("SELECT at FROM coins_transfers WHERE transfer = ?1")
    granted.bind(lot.transfer, at: 1)
    guard try granted.first({ $0.time(0) }) ?? moment <= moment else { return 0 }
    let later = try connection.statement(
      """
      SELECT d.amount FROM coins_draws AS d JOIN coins_transfers AS t ON t.transfer = d.transfer
      WHERE d.lot = ?1 AND t.at > ?2 ORDER BY t.at DESC, t.transfer DESC
      """)
    later.bind(lot.lot, at: 1)
    later.bind(moment, at: 2)
    // From what is left now back to the moment. Where a clock went back, what was given back stands before it was taken,
    // so that the sum on the way may be more than any amount.
    var (free, least) = (Int128(lot.remaining), lot.remaining)
    try later.forEach { row in
      free += Int128(row.integer(0))
      least = Int64(clamping: min(Int128(least), free))
      return true
    }
    return least
  }
}

extension Operation {
  /// When the coins of a grant have expired, where that is past; nil for all others.
  /// - Parameters:
  ///   - zone: the installation's.
  ///   - period: how long coins last of which it says nothing.
  func expired(by now: Timestamp, in zone: TimeZone, ifSilent period: Period? = nil) -> Timestamp? {
    // Without a moment of its own the ledger refuses it.
    guard isGrant, let at, let end = (expires ?? period.map(Expiry.after))?.resolved(from: at, in: zone), end > at,
      end <= now
    else { return nil }
    return end
  }

  /// Whether `coins.expires` says how long its coins last: where a user is granted coins without a word of it. What an
  /// import brings over is as it was elsewhere.
  var takesDefaultExpiry: Bool { kind == .issue && expires == nil }
}

extension TransferKind {
  /// Whether coins are taken from somebody by it.
  var takesCoins: Bool {
    switch self {
    case .transfer, .redeem, .hold, .capture, .reverse: true
    case .issue, .import, .fund, .expire, .void, .timeOut: false
    }
  }
}
