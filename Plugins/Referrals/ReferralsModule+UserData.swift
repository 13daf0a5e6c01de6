internal import IdentityContract
package import QixModule

extension ReferralsModule: UserDataHolding {
  /// Codes of both lead to the one that stays. Of two referrals in a programme the one that got further stays, and a
  /// refused user stays refused; both stay where both were paid. One by which they would have brought themselves, or
  /// an earlier user, is refused when it comes to be paid.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute("UPDATE referrals_codes SET user_id = \(survivor) WHERE user_id = \(user)")
    try connection.execute("UPDATE referrals_claims SET referrer = \(survivor) WHERE referrer = \(user)")
    var moved = Int64(connection.changes)
    try RefusedClaim.move(user, to: survivor, in: connection)
    let store = ReferralStore(connection)
    let own = try store.referrals(of: survivor)
    for referral in try store.referrals(of: user) {
      let rival = own.first { $0.programme == referral.programme }
      if let rival, referral.state.rank <= rival.state.rank {
        // One that was paid stays under the id that it was paid for: it counts to the limits, and can be taken back.
        if referral.state != .paid { try store.remove(referral) }
        continue
      }
      try store.remove(referral)
      try store.put(
        Referral(
          referee: survivor, programme: referral.programme, referrer: referral.referrer, state: referral.state,
          claimedAt: referral.claimedAt, dueAt: referral.dueAt, shakes: referral.shakes, shake: referral.shake,
          settledAt: referral.settledAt, referrerTransfer: referral.referrerTransfer,
          refereeTransfer: referral.refereeTransfer,
          refusal: referral.refusal))
      moved += 1
    }
    return [("referrals", moved)]
  }

  /// The codes go, so that an erased user brings no others, and what tells of refused claims. Payments stay, pseudonymous, as in the ledger.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try RefusedClaim.erase(user, in: connection)
    try connection.execute("DELETE FROM referrals_codes WHERE user_id = \(user)")
  }

  /// Codes, who brought the user, and how many they have brought; not whom, which is the others' business.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let store = ReferralStore(connection)
    let codes: [String] = try connection.fetchAll(
      "SELECT code FROM referrals_codes WHERE user_id = \(user) ORDER BY code")
    writer.array("codes") { writer in for code in codes { writer.string(code) } }
    try writer.array("was_brought", of: store.referrals(of: user)) { writer, referral in
      writer.member("programme", try ProgrammeStore(connection).find(referral.programme)?.name ?? "")
      writer.member("state", referral.state.name)
      writer.member("claimed_at", text: referral.claimedAt)
    }
    let refused = try RefusedClaim.about(user, in: connection).filter {
      // That a friend may not act is the friend's business.
      $0.referee == user && $0.refusal != Referral.Refusal.inactive
    }
    try writer.array("refused_claims", of: refused) { writer, claim in
      writer.member("programme", try ProgrammeStore(connection).find(claim.programme)?.name ?? "")
      writer.member("code", ReferralCode.written(claim.code))
      writer.member("refusal", claim.refusal)
      writer.member("refused_at", text: claim.at)
    }
    writer.member("has_brought", Int64(try store.brought(by: user).count))
  }
}

extension Referral.State {
  /// The rank: of two referrals of one person, the greater stays.
  fileprivate var rank: Int {
    switch self {
    case .claimed: 0
    case .proved: 1
    case .refused: 2
    case .revoked: 3
    case .paid: 4
    }
  }
}
