internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// Pays what is due, and writes down why where nothing is.
struct Paying {
  let policy: any ModePolicy
  /// Reads what was posted before.
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
    /// A programme whose budget is spent; the rest is paid once it is funded.
    var spent: String?
    /// Referrals that can't be paid now, for what lies with their users, such as what a mode may earn in a day.
    var waiting: Int64 = 0
    /// Users brought by referrals that can't be paid because their keys are taken.
    var blocked: [UserID] = []
    /// The place it got to; nil when everything that is due was looked at.
    var place: ReferralStore.Place?

    /// Adds what the next referrals came to, except how far they got.
    mutating func add(_ other: Result) {
      paid += other.paid
      coins += other.coins
      refused += other.refused
      spent = other.spent ?? spent
      waiting += other.waiting
      blocked += other.blocked
    }
  }

  /// Looks at so many referrals at most, in the caller's one write transaction. One that can't be paid keeps no other from
  /// being paid.
  /// - Parameter place: where the call before has got to.
  func pay(_ programme: Int64?, after place: ReferralStore.Place? = nil, limit: Int64) throws -> Result {
    var result = Result()
    try ledger.begin(at: now)
    let due = try ReferralStore(connection).due(by: now, of: programme, after: place, limit: limit)
    for referral in due {
      guard let terms = try ProgrammeStore(connection).find(referral.programme) else {
        throw StorageError.corrupt("a referral is of a programme that isn't there")
      }
      if let refusal = try refusal(referral, terms) {
        try refuse(referral, refusal, &result)
        continue
      }
      guard result.spent != terms.name else { continue }
      do {
        try post(referral, terms)
        result.paid += 1
        result.coins += terms.cost
      } catch CoinsError.insufficient(.budget, _, _) {
        result.spent = terms.name
      } catch CoinsError.inactive {
        try refuse(referral, Referral.Refusal.inactive, &result)
      } catch CoinsError.keyConflict {
        // Before 0.6.0 callers could choose any key, and one has moved other coins under the key of this referral. It
        // stays due: another caller's doing must not cost the users their coins.
        result.blocked.append(referral.referee)
      } catch is CoinsError {
        result.waiting += 1
      }
    }
    try ledger.seal()
    if Int64(due.count) == limit {
      result.place = due.last.map { ReferralStore.Place(dueAt: $0.dueAt, referee: $0.referee, programme: $0.programme) }
    }
    return result
  }

  private func refuse(_ referral: Referral, _ refusal: String, _ result: inout Result) throws {
    try settle(referral, .refused) { $0.refusal = refusal }
    result.refused += 1
  }

  private func refusal(_ referral: Referral, _ terms: Programme) throws -> String? {
    typealias Refusal = Referral.Refusal
    guard referral.state == .proved else { return Refusal.lapsed }
    guard referral.referrer != referral.referee else { return Refusal.samePerson }
    do {
      // Also the side that gets nothing, since the ledger isn't asked about it.
      for user in [referral.referee, referral.referrer] { try policy.requireActive(user, in: connection) }
    } catch is UserError {
      return Refusal.inactive
    }
    guard try referral.isOfNewUser(terms, book, in: connection) else { return Refusal.notNew }
    if try ReferralStore(connection).isCircle(referral.referee, referral.referrer, referral.programme) {
      return Refusal.circle
    }
    if try policy.mode(of: referral.referee, in: connection) < terms.minimumMode { return Refusal.mode }
    let store = ReferralStore(connection)
    if let most = terms.perReferrer, try store.paid(referral.programme, by: referral.referrer) >= most {
      return Refusal.referrerFull
    }
    if let most = terms.total, try store.paid(referral.programme) >= most { return Refusal.full }
    return nil
  }

  /// Both sides or neither.
  private func post(_ referral: Referral, _ terms: Programme) throws {
    func grant(_ coins: Int64, to user: UserID, _ side: String) -> Operation? {
      guard coins > 0 else { return nil }
      var operation = Operation.issue(
        coins, from: .budget(terms.budget), to: .wallet(user), expires: terms.expires)
      // One referral is paid once, whatever becomes of its row.
      operation.key = "referral:\(terms.name):\(referral.referee):\(side)"
      operation.reason = "referral \(terms.name)"
      return operation
    }
    let sides = [
      grant(terms.referrerCoins, to: referral.referrer, "referrer"),
      grant(terms.refereeCoins, to: referral.referee, "referee"),
    ]
    var outcomes = try ledger.applyLinked(sides.compactMap { $0 })[...]
    try settle(referral, .paid) {
      if sides[0] != nil { $0.referrerTransfer = outcomes.popFirst()?.transfer }
      if sides[1] != nil { $0.refereeTransfer = outcomes.popFirst()?.transfer }
    }
  }

  private func settle(
    _ referral: Referral, _ state: Referral.State, _ change: (inout Referral) -> Void
  ) throws {
    var referral = referral
    referral.state = state
    referral.settledAt = now
    change(&referral)
    try ReferralStore(connection).put(referral)
  }
}
