internal import CoinsContract
internal import IdentityContract
internal import QixBatch
internal import QixCalendar
internal import QixCrypto
internal import QixModule

/// What new coins a file makes, and whether somebody has to approve them.
extension Batch {
  /// Finds out how many new coins the batch may bring into being.
  /// - Returns: the request that nothing may be done before; nil when something may.
  mutating func allow(
    _ wanted: NewCoins?, by gate: ApprovalGate, _ policy: (any ModePolicy)?
  ) throws -> ApprovalRequest? {
    guard let limit = try gate.limit() else { return nil }
    // Nothing was counted where the limit has been set since, and the file could be another by now.
    guard isLimited else { throw ApprovalError.uncounted(file: source.name) }
    guard let wanted else {
      // Users who were missing when it was counted may be there by now.
      allowance = Allowance(0)
      return nil
    }
    if let allowance = try gate.admit(wanted, limit: limit) {
      self.allowance = allowance
      return nil
    }
    guard isDryRun else {
      // Whoever asks, and whoever approves, is to know what the file won't do.
      faults = try tryOut(policy, in: gate.connection)
      return try gate.ask(wanted, limit: limit)
    }
    missingApproval = .wouldBeNeeded(amount: wanted.amount, limit: limit)
    allowance = .unlimited
    return nil
  }

  /// Does all lines and takes them back. The batch is of no use afterwards.
  /// - Returns: the lines that were not done.
  private mutating func tryOut(_ policy: (any ModePolicy)?, in connection: Connection) throws -> FirstFaults {
    let trial = Answers(isDryRun: true)
    let progress = context.face.progress("checking", total: source.lineFeeds, unit: "lines")
    isDryRun = true
    defer {
      isDryRun = false
      progress.finish()
    }
    do {
      try connection.savepoint {
        // Nobody sees its ids.
        let ledger = try Ledger(connection, random: SystemRandomSource(), policy: policy, grantor: principal)
        try ledger.begin(at: context.clock.now())
        var reader = try open()
        if case .interrupted = try fill(&reader, ledger, trial, progress) { throw Interrupted() }
        throw Undone()
      }
    } catch is Undone {}
    return trial.faults
  }

  private struct Undone: Error {}
}
