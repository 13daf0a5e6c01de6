internal import CoinsContract
internal import IdentityContract
package import QixModule

extension CoinsModule: UserDataHolding {
  /// Moves a wallet's coins by double entry under the key `merge:FROM:TO`. Entries, lots and holds stay where they are
  /// and are found through the survivor.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    let merged = try Ledger.block(in: context, connection) { try $0.merge(user, into: survivor) }
    try connection.execute("UPDATE coins_approvals SET recipient = \(survivor) WHERE recipient = \(user)")
    try Reminders(connection).merge(user, into: survivor)
    return [("coins", merged.coins), ("open_holds", merged.holds)]
  }

  /// Ends requests about the user, and takes away their reasons, and reasons and metadata of the user's transfers. Amounts,
  /// times and accounts stay, and so do the digests that the seals hold on to.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    let owed = try Ledger.block(in: context, connection) { try $0.writeOff(user) }
    if owed > 0 {
      try AuditLog.append(
        Change("coins.write-off", subject: "\(user): \(owed.counted("coin"))"), by: context.principal.name,
        at: context.clock.now(), in: connection)
    }
    // First, since the answer that ends a request stays.
    try Erasure(of: user, in: connection).run()
    try ApprovalGate(
      actor: context.principal.name, now: context.clock.now(), random: context.random, isDryRun: context.isDryRun,
      connection: connection
    ).endAll(about: user)
    try Reminders(connection).erase(user)
  }

  /// The coins, what holds reserve of them, what is owed, and requests that wait; of the last two a customer isn't told.
  package static func losses(
    of user: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    let now = context.clock.now()
    let account = try Wallet.account(.wallet(user), at: now, in: connection)
    let holds = try account.map { try Upcoming.holds(on: $0, at: now, limit: .max, in: connection).count } ?? 0
    let moment = try AuditLog.latestMoment(now, in: connection)
    let requests =
      try context.principal.isCustomer
      ? 0
      : Approval.open(about: user, in: connection).count(where: {
        $0.state(at: moment) != .expired && !$0.operation.hasPrefix("erase ")
      })
    let all: [(name: String, count: Int64)] = [
      ("coins", account?.posted ?? 0), ("coins_held", account?.held ?? 0), ("open_holds", Int64(holds)),
      ("coins_owed", context.principal.isCustomer ? 0 : account?.owed ?? 0),
      ("requests", Int64(requests)),
    ]
    return all.filter { $0.count > 0 }
  }

  /// The wallet, its lots, its open holds, every movement, and requests to make coins for the user.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    try WalletExport(
      of: user, at: context.clock.now(), isForCustomer: context.principal.isCustomer, in: connection
    ).write(to: &writer)
  }
}
