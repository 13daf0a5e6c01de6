internal import CoinsContract
internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// Lends approvals to modules that ask a second person for something else than coins.
struct Approver: SecondPerson {
  let context: Context

  func admit(
    _ wish: ApprovalWish, isDryRun: Bool, in connection: Connection
  ) throws -> (any Diagnosable)? {
    let gate = ApprovalGate(context, isDryRun: isDryRun, in: connection)
    let coins: Int64 =
      switch wish.coins {
      case .amount(let coins): coins
      case .wallet(let user): try context.service(Coins.ledger).balance(of: .wallet(user), in: connection).posted
      case nil: 0
      }
    let wanted = NewCoins(wish, coins: coins)
    if try gate.use(wanted) { return nil }
    guard !isDryRun else {
      return Failure(
        "coins.approval-needed", .notAllowed,
        "nothing was changed: to \(wish.operation) would need four-eyes approval", hint: ApprovalError.withoutDryRun)
    }
    let approval = try gate.request(wanted)
    let request = approval.id
    if let approvers = wish.approvers {
      try connection.execute(
        "UPDATE coins_approvals SET approvers = \(approvers.number) WHERE approval = \(request) AND approvers IS NULL")
    }
    if let sealed = wish.sealed {
      try connection.execute(
        "UPDATE coins_approvals SET sealed = \(sealed) WHERE approval = \(request) AND sealed IS NULL")
    }
    let precedent = try Precedent(before: approval, in: connection).map { "; the same \($0)" } ?? ""
    return Failure(
      "coins.approval-needed", .notAllowed,
      "nothing was changed: to \(wish.operation) needs four-eyes approval; the request is \(request)\(precedent)",
      hint: approval.howToApprove(wish.approvers?.names ?? "Another person"))
  }
}

extension Approval {
  /// The hint of the requester's error.
  /// - Parameter approvers: `Another person`, `An admin`.
  func howToApprove(_ approvers: String) -> Sentence {
    """
    \(approvers) approves it with `qix coins approve \(id)`. After the approval, run the same command again. If its \
    values were kept, `qix coins approval run \(id)` does that.
    """
  }
}

extension NewCoins {
  /// What brings no coins into being.
  /// - Parameter coins: how many it is about all the same.
  init(_ wish: ApprovalWish, coins: Int64) {
    var hasher = SHA256()
    hasher.update("coins.approval/1 other")
    hasher.update(wish.fingerprint)
    // The approver has seen how many coins, and why.
    hasher.update(coins)
    hasher.update(Int64(wish.reason.utf8.count))
    hasher.update(wish.reason)
    fingerprint = hasher.finish()
    operation = wish.operation
    amount = coins
    missing = 0
    isRepeatable = false
    recipient = wish.user
    reason = wish.reason
    approvers = wish.approvers
  }
}

extension ApprovalGate {
  /// Uses an approval up that somebody else has given.
  func use(_ wanted: NewCoins) throws -> Bool {
    let now = try moment()
    guard let approval = try Approval.open(wanted, by: actor, in: connection), approval.state(at: now) == .approved
    else { return false }
    guard approval.approvers == wanted.approvers else { return false }
    try connection.execute(
      "UPDATE coins_approvals SET state = 4, used_by = \(actor), used_at = \(now) WHERE approval = \(approval.id)")
    try connection.tell("approval.used", of: approval.id)
    return true
  }
}
