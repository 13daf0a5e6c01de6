internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

extension Operation {
  /// Whether coins come into being by it. What a budget grants came into being when the budget was funded.
  var makesCoins: Bool { isGrant && from == .issuer && asset == .coins }
}

extension Ledger {
  /// What came of an operation that may need somebody's approval.
  enum Admission {
    case done(Outcome)
    /// Nothing was done.
    case waits(Approval, limit: Int64)
  }

  private struct NeedsApproval: Error {}

  /// Does one operation if whoever acts may do it alone, or has somebody's approval. It is done on trial first, so that
  /// nobody is asked to approve what can't be done.
  func apply(_ operation: Operation, by gate: ApprovalGate) throws -> Admission {
    guard operation.makesCoins, let limit = try gate.limit() else { return .done(try apply(operation)) }
    let wanted = NewCoins(operation, reason: operation.reason, scratch: &scratch)
    do {
      let outcome = try connection.savepoint {
        let outcome = try apply(operation)
        guard try outcome.isReplay || gate.admit(wanted, limit: limit) != nil else { throw NeedsApproval() }
        return outcome
      }
      return .done(outcome)
    } catch is NeedsApproval {
      // What it remembers was undone.
      forget()
      try begin(at: gate.now)
      return .waits(try gate.request(wanted), limit: limit)
    }
  }
}

extension Approval {
  /// What a command says that can't go through yet.
  func asking(at time: Timestamp, limit: Int64) -> Document {
    var document = document("coins.approval/1", at: time)
    // A script that takes what --quiet prints for the id of a transfer must not get this one's.
    document.primary = nil
    document.failure = ApprovalError.needed(id, amount: amount, limit: limit)
    return document
  }
}

/// A file that can't go through yet.
struct ApprovalAsked: Error {
  let approval: Approval
  let limit: Int64
}
