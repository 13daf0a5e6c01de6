package import QixModule

extension RewardsModule: DataChecking {
  /// Compares every redemption with the ledger, its stock and the vouchers.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (count, faults) = try database.read { connection in
      let now = try AuditLog.latestMoment(context.clock.now(), in: connection)
      var check = try RedemptionCheck(context, at: now, in: connection)
      try check.run()
      return (check.redemptions, check.faults)
    }
    return [
      .summary(
        "redemptions", of: faults, whole: "\(count.counted("redemption")) agree with ledger, stock and vouchers",
        remedy: "Inspect it with `qix redemption show`. Look for manual changes with `qix audit show`.")
    ]
  }
}
