internal import CoinsContract
internal import QixModule

extension Operation {
  /// Whether coins come into being by it. What a budget grants came into being when the budget was funded.
  var makesCoins: Bool { isGrant && from == .issuer && asset == .coins }
}

extension Ledger {
  private struct NeedsApproval: Error {
    let wanted: NewCoins
    let limit: Int64
  }

  /// Does one operation if whoever acts may do it alone, or has somebody's approval.
  func apply(_ operation: Operation, by gate: ApprovalGate) throws -> Admitted<Outcome> {
    guard operation.makesCoins else { return .done(try apply(operation)) }
    return try onTrial(by: gate) {
      let outcome = try apply(operation)
      return (outcome, outcome.isReplay ? nil : NewCoins(operation, reason: operation.reason, scratch: &scratch))
    }
  }

  /// Does what `body` does, and takes it back where somebody has to approve the coins that it has brought into being:
  /// nobody is asked to approve what can't be done.
  func onTrial<Done>(by gate: ApprovalGate, _ body: () throws -> (Done, NewCoins?)) throws -> Admitted<Done> {
    guard let limit = try gate.limit() else { return .done(try body().0) }
    do {
      return try connection.savepoint {
        let (done, wanted) = try body()
        if let wanted, try gate.admit(wanted, limit: limit) == nil {
          throw NeedsApproval(wanted: wanted, limit: limit)
        }
        return .done(done)
      }
    } catch let needed as NeedsApproval {
      // What it remembers was undone.
      forget()
      try begin(at: now)
      return .waits(try gate.ask(needed.wanted, limit: needed.limit))
    }
  }
}

extension ApprovalRequest {
  /// What a command says that can't go through yet.
  func document(at time: Timestamp) -> Document {
    var document = approval.document(at: time)
    // A script that takes what --quiet prints for the id of a transfer must not get this one's.
    document.primary = nil
    document.failure = error
    return document
  }
}
