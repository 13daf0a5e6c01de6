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
  /// - Throws: `ReferralError` where the code is nobody's; then nothing is written.
  func claim(
    _ referee: UserID, code text: String, of kept: ProgrammeStore.Kept, at time: Timestamp, in connection: Connection
  ) throws -> Result<(referral: Referral, isNew: Bool), any Error> {
    guard let code = ReferralCode.normalised(text) else { throw ReferralError.malformedCode }
    guard let owner = try ReferralCode.owner(of: code, in: connection),
      let referrer = try users.heir(of: owner, in: connection)
    else { throw ReferralError.unknownCode }
    func refused(_ error: any Error, because refusal: String) throws -> any Error {
      try RefusedClaim(referee: referee, programme: kept.number, code: code, refusal: refusal, at: time)
        .write(in: connection)
      return error
    }
    do {
      return .success(try claim(referee, by: referrer, of: kept, at: time, in: connection))
    } catch let error as ReferralError {
      // The friend is not to learn whose code it is or that they are suspended.
      let refusal = error == .unknownCode ? Referral.Refusal.inactive : error.code
      return .failure(try refused(error, because: refusal))
    } catch UserError.erased(let user) {
      // Nothing is written of a user who was erased.
      return .failure(UserError.erased(user))
    } catch let error as UserError {
      return .failure(try refused(error, because: error.code))
    }
  }

  /// Asks the rules, before anything is written.
  /// - Throws: `ReferralError`, `.unknownCode` where the referrer may not act; errors of `ModePolicy` for a referee who
  ///   may not act.
  private func claim(
    _ referee: UserID, by referrer: UserID, of kept: ProgrammeStore.Kept, at time: Timestamp, in connection: Connection
  ) throws -> (referral: Referral, isNew: Bool) {
    let (number, programme) = kept
    let store = ReferralStore(connection)
    if let earlier = try store.referrals(of: referee).first(where: { $0.programme == number }) {
      guard earlier.referrer == referrer else { throw ReferralError.claimedBefore(programme.name) }
      return (earlier, false)
    }
    guard programme.takes(at: time) else { throw ReferralError.closed(programme.name) }
    try policy.requireActive(referee, in: connection)
    do {
      try policy.requireActive(referrer, in: connection)
    } catch is UserError {
      throw ReferralError.unknownCode
    }
    guard referrer != referee else { throw ReferralError.oneself }
    if try store.isCircle(referee, referrer, number) { throw ReferralError.circle }
    // An earlier user wasn't brought.
    guard time < referee.created.adding(programme.newcomer), referrer.created <= referee.created,
      // At this very moment counts too.
      try !ledger.hasEarned(besidesWelcome: referee, until: time.advanced(byMicroseconds: 1), in: connection)
    else { throw ReferralError.notNew(programme.newcomer) }
    if let most = programme.perReferrer, try store.paid(number, by: referrer) >= most {
      throw ReferralError.referrerFull(most)
    }
    if let most = programme.total, try store.paid(number) >= most { throw ReferralError.full(programme.name) }
    let referral = Referral(
      referee: referee, programme: number, referrer: referrer, state: .claimed, claimedAt: time,
      dueAt: try connection.end(of: programme.within, from: time), shakes: 0)
    try store.put(referral)
    return (referral, true)
  }
}
