internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// The rules by which a new user names the referrer.
struct Claiming {
  let users: any UserDirectory
  let policy: any ModePolicy
  let ledger: any CoinLedger

  init(_ context: Context) throws {
    users = try context.service(Users.directory)
    policy = try context.service(Users.policy)
    ledger = try context.service(Coins.ledger)
  }

  /// Writes the referral down, or that it was refused, which the caller commits, too.
  /// - Returns: the referral, and whether it is new: a repeat gives the first one.
  /// - Throws: `referrals.code-malformed`, `.code-not-found` if no user has the code; then nothing is written.
  func claim(
    _ referee: UserID, code text: String, of kept: ProgrammeStore.Kept, at time: Timestamp, in connection: Connection
  ) throws -> Result<(referral: Referral, isNew: Bool), any Error> {
    guard let code = ReferralCode.normalised(text) else {
      throw Failure(
        "referrals.code-malformed", .usage,
        "this is not a referral code: one has eight letters and digits, such as 7KQM-3XPW")
    }
    guard let owner = try ReferralCode.owner(of: code, in: connection),
      let referrer = try users.heir(of: owner, in: connection)
    else { throw Self.unknownCode }
    func refused(_ error: any Error, because refusal: String) throws -> any Error {
      try RefusedClaim(referee: referee, programme: kept.number, code: code, refusal: refusal, at: time)
        .write(in: connection)
      return error
    }
    let claimed: Result<(referral: Referral, isNew: Bool), Failure>
    do {
      claimed = try claim(referee, by: referrer, of: kept, at: time, in: connection)
    } catch UserError.erased(let user) {
      // Nothing is written of a user who was erased.
      return .failure(UserError.erased(user))
    } catch let error as UserError {
      return .failure(try refused(error, because: error.code))
    }
    switch claimed {
    case .success(let claim): return .success(claim)
    case .failure(let failure):
      // The friend is not to learn whose code it is or that they are suspended.
      let refusal = failure == Self.unknownCode ? Referral.Refusal.inactive : failure.code
      return .failure(try refused(failure, because: refusal))
    }
  }

  static let oneself = Failure(
    "referrals.oneself", .refused, "users can't refer themselves", forUser: "this is a code of your own")

  /// Refuses claims while no programme is open.
  static let closed = Refusal("referrals.closed", "friends can't be invited at this time")

  private static let unknownCode = Failure(
    "referrals.code-not-found", .notFound, "there is no such referral code",
    hint: "Ask the friend for the code again. Print a user's code with `qix referral code USER`.")

  /// Asks the rules, before anything is written.
  /// - Returns: the referral, or the rule that refuses it: `unknownCode` if the referrer may not act.
  /// - Throws: errors of `ModePolicy` for a referee who may not act.
  private func claim(
    _ referee: UserID, by referrer: UserID, of kept: ProgrammeStore.Kept, at time: Timestamp, in connection: Connection
  ) throws -> Result<(referral: Referral, isNew: Bool), Failure> {
    let (number, programme) = kept
    let store = ReferralStore(connection)
    if let earlier = try store.referrals(of: referee).first(where: { $0.programme == number }) {
      return earlier.referrer == referrer
        ? .success((earlier, false))
        : .failure(
          Failure(
            "referrals.claimed-before", .conflict,
            "the user has already named another referrer in '\(programme.name)'"))
    }
    guard programme.takes(at: time) else {
      return .failure(
        Failure(
          "referrals.closed", .refused, "the referral programme '\(programme.name)' is not open at this time",
          hint: "See its period with `qix referral show \(programme.name)`.", forUser: Self.closed.sentence))
    }
    try policy.requireActive(referee, in: connection)
    do {
      try policy.requireActive(referrer, in: connection)
    } catch is UserError {
      return .failure(Self.unknownCode)
    }
    guard referrer != referee else {
      return .failure(Self.oneself)
    }
    if try store.isCircle(referee, referrer, number) {
      return .failure(
        Failure(
          "referrals.circle", .refused, "the user has referred their own referrer",
          forUser: "you have invited the owner of this code"))
    }
    // An earlier user wasn't brought.
    guard time < referee.created.adding(programme.newcomer), referrer.created <= referee.created,
      // At this very moment counts too.
      try !ledger.hasEarned(besidesWelcome: referee, until: time.advanced(byMicroseconds: 1), in: connection)
    else {
      let period = programme.newcomer
      return .failure(
        Failure(
          "referrals.not-new", .refused,
          "only new users can be referred: users for less than \(period), newer than their referrer, who have earned "
            + "nothing yet", forUser: "only new users who have earned nothing yet can use a code"))
    }
    if let most = programme.perReferrer, try store.paid(number, by: referrer) >= most {
      return .failure(
        Failure(
          "referrals.referrer-limit", .refused,
          "the owner of this code has referred \(most.counted("user")), the most that are paid for",
          forUser: "this code can't be used any more"))
    }
    if let most = programme.total, try store.paid(number) >= most {
      return .failure(
        Failure(
          "referrals.limit", .refused,
          """
          the referral programme '\(programme.name)' has paid for \(most.counted("user")), the most that are paid \
          for
          """))
    }
    let referral = Referral(
      referee: referee, programme: number, referrer: referrer, state: .claimed, claimedAt: time,
      dueAt: try connection.end(of: programme.within, from: time), shakes: 0)
    try store.put(referral)
    return .success((referral, true))
  }
}
