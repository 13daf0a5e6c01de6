internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage

/// Pays what is due, and writes down why where nothing is.
struct Paying {
  let policy: any ModePolicy
  /// What was booked before.
  let book: any CoinLedger
  let ledger: any LedgerSession
  let connection: Connection
  let now: Timestamp

  init(_ context: Context, in connection: Connection) throws {
    policy = try context.service(Users.policy)
    book = try context.service(Coins.ledger)
    ledger = try book.session(in: connection)
    now = context.clock.now()
    self.connection = connection
  }

  struct Result: Sendable {
    var paid: Int64 = 0
    var coins: Int64 = 0
    var refused: Int64 = 0
    /// A programme whose budget didn't pay any more; what is left is paid when it does.
    var spent: String?
    /// Those that can't be paid now, for what lies with their users, such as what a mode may earn in a day.
    var waiting: Int64 = 0
    /// Who was brought by those that can't be paid because their keys are taken.
    var blocked: [UserID] = []
    /// How far it got; nil when everything that is due was looked at.
    var place: ClaimStore.Place?
  }

  /// Looks at so many claims at most, in the caller's one write transaction. One that can't be paid keeps no other from
  /// being paid.
  /// - Parameter place: where the call before has got to.
  func pay(_ programme: Int64?, after place: ClaimStore.Place? = nil, limit: Int64) throws -> Result {
    var result = Result()
    try ledger.begin(at: now)
    let due = try ClaimStore(connection).due(by: now, of: programme, after: place, limit: limit)
    for claim in due {
      guard let terms = try ProgrammeStore(connection).find(claim.programme) else {
        throw StorageError.corrupt("a referral is of a programme that isn't there")
      }
      if let refusal = try refusal(claim, terms) {
        try refuse(claim, refusal, &result)
        continue
      }
      guard result.spent != terms.name else { continue }
      do {
        try post(claim, terms)
        result.paid += 1
        result.coins += terms.cost
      } catch CoinsError.insufficient(.budget, _, _) {
        result.spent = terms.name
      } catch CoinsError.inactive {
        try refuse(claim, ReferralClaim.Refusal.inactive, &result)
      } catch CoinsError.keyConflict {
        // Before 0.6.0 keys were anybody's to choose, and somebody has moved other coins under the key of this one. It
        // stays due: what it is to have can't be lost by what somebody else has done.
        result.blocked.append(claim.referee)
      } catch is CoinsError {
        result.waiting += 1
      }
    }
    try ledger.seal()
    if Int64(due.count) == limit {
      result.place = due.last.map { ClaimStore.Place(dueAt: $0.dueAt, referee: $0.referee, programme: $0.programme) }
    }
    return result
  }

  private func refuse(_ claim: ReferralClaim, _ refusal: String, _ result: inout Result) throws {
    try settle(claim, .refused) { $0.refusal = refusal }
    result.refused += 1
  }

  private func refusal(_ claim: ReferralClaim, _ terms: Programme) throws -> String? {
    typealias Refusal = ReferralClaim.Refusal
    guard claim.state == .proved else { return Refusal.lapsed }
    guard claim.referrer != claim.referee else { return Refusal.samePerson }
    do {
      // Also whoever gets nothing themselves, so that the ledger isn't asked about them.
      for user in [claim.referee, claim.referrer] { try policy.requireActive(user, in: connection) }
    } catch is UserError {
      return Refusal.inactive
    }
    guard try claim.isOfSomebodyNew(terms, book, in: connection) else { return Refusal.notNew }
    if try ClaimStore(connection).isCircle(claim.referee, claim.referrer, claim.programme) { return Refusal.circle }
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
