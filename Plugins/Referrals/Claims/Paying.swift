internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage

/// Pays what is due, and writes down why where nothing is.
struct Paying {
  let policy: any ModePolicy
  let ledger: any LedgerSession
  let connection: Connection
  let now: Timestamp

  init(_ context: Context, in connection: Connection) throws {
    policy = try context.service(Users.policy)
    ledger = try context.service(Coins.ledger).session(in: connection)
    now = context.clock.now()
    self.connection = connection
  }

  struct Result: Sendable {
    var paid: Int64 = 0
    var coins: Int64 = 0
    var refused: Int64 = 0
    /// A programme whose budget didn't pay any more; what is left is paid when it does.
    var spent: String?
    /// Whether anything that is due was looked at.
    var isIdle = true
  }

  /// At most so many claims, in the caller's one write transaction.
  func pay(_ programme: Int64?, limit: Int64) throws -> Result {
    var result = Result()
    try ledger.begin(at: now)
    for claim in try ClaimStore(connection).due(by: now, of: programme, limit: limit) {
      guard let terms = try ProgrammeStore(connection).find(claim.programme) else {
        throw StorageError.corrupt("a referral is of a programme that isn't there")
      }
      guard result.spent != terms.name else { continue }
      do {
        if let refusal = try refusal(claim, terms) {
          try settle(claim, .refused) { $0.refusal = refusal }
          result.refused += 1
        } else {
          try post(claim, terms)
          result.paid += 1
          result.coins += terms.cost
        }
        result.isIdle = false
      } catch CoinsError.insufficient(.budget, _, _) {
        result.spent = terms.name
      } catch CoinsError.inactive {
        try settle(claim, .refused) { $0.refusal = ReferralClaim.Refusal.inactive }
        result.refused += 1
        result.isIdle = false
      }
    }
    try ledger.seal()
    return result
  }

  private func refusal(_ claim: ReferralClaim, _ terms: Programme) throws -> String? {
    typealias Refusal = ReferralClaim.Refusal
    guard claim.state == .proved else { return Refusal.lapsed }
    guard claim.referrer != claim.referee else { return Refusal.samePerson }
    if try policy.mode(of: claim.referee, in: connection) < terms.minimumMode { return Refusal.mode }
    let store = ClaimStore(connection)
    if let most = terms.perReferrer, try store.paid(claim.programme, by: claim.referrer) >= most {
      return Refusal.referrerFull
    }
    if let most = terms.total, try store.paid(claim.programme) >= most { return Refusal.full }
    return nil
  }

  /// Both sides or neither.
  private func post(_ claim: ReferralClaim, _ terms: Programme) throws {
    func grant(_ coins: Int64, to user: UserID, _ side: String) -> Operation? {
      guard coins > 0 else { return nil }
      var operation = Operation.issue(
        coins, from: .budget(terms.budget), to: .wallet(user), expires: terms.expires)
      // One claim is paid once, whatever becomes of its row.
      operation.key = "referral:\(terms.name):\(claim.referee):\(side)"
      operation.reason = "referral \(terms.name)"
      return operation
    }
    let sides = [
      grant(terms.referrerCoins, to: claim.referrer, "referrer"),
      grant(terms.refereeCoins, to: claim.referee, "referee"),
    ]
    var outcomes = try ledger.applyLinked(sides.compactMap { $0 })[...]
    try settle(claim, .paid) {
      if sides[0] != nil { $0.referrerTransfer = outcomes.popFirst()?.transfer }
      if sides[1] != nil { $0.refereeTransfer = outcomes.popFirst()?.transfer }
    }
  }

  private func settle(
    _ claim: ReferralClaim, _ state: ReferralClaim.State, _ change: (inout ReferralClaim) -> Void
  ) throws {
    var claim = claim
    claim.state = state
    claim.settledAt = now
    change(&claim)
    try ClaimStore(connection).put(claim)
  }
}
