internal import IdentityContract
package import QixFormats
package import QixKernel
package import QixStorage

extension ReferralsModule: UserDataHolding {
  /// Codes of both lead to the one that stays. Of two claims in a programme the one that got further stays, and whoever
  /// was refused once stays so; both where both were paid. One by which they would have brought themselves, or somebody
  /// who was here before, is refused when it comes to be paid.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.run("UPDATE referrals_codes SET user_id = ?2 WHERE user_id = ?1", .id(user), .id(survivor))
    try connection.run("UPDATE referrals_claims SET referrer = ?2 WHERE referrer = ?1", .id(user), .id(survivor))
    var moved = Int64(connection.changes)
    let store = ClaimStore(connection)
    let own = try store.claims(of: survivor)
    for claim in try store.claims(of: user) {
      let rival = own.first { $0.programme == claim.programme }
      if let rival, claim.state.rank <= rival.state.rank {
        // One that was paid stays under the id that it was paid for: it counts to the limits, and can be taken back.
        if claim.state != .paid { try store.remove(claim) }
        continue
      }
      try store.remove(claim)
      try store.put(
        ReferralClaim(
          referee: survivor, programme: claim.programme, referrer: claim.referrer, state: claim.state,
          claimedAt: claim.claimedAt, dueAt: claim.dueAt, shakes: claim.shakes, shake: claim.shake,
          settledAt: claim.settledAt, referrerTransfer: claim.referrerTransfer, refereeTransfer: claim.refereeTransfer,
          refusal: claim.refusal))
      moved += 1
    }
    return [("referrals", moved)]
  }

  /// The codes go, so that nobody is brought by who isn't there. What was paid stays, pseudonymous, as the ledger does.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.run("DELETE FROM referrals_codes WHERE user_id = ?1", .id(user))
  }

  /// Codes, who brought the user, and how many they have brought; not whom, which is the others' business.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let store = ClaimStore(connection)
    writer.beginObject()
    writer.key("codes")
    writer.beginArray()
    for code in try connection.rows(
      "SELECT code FROM referrals_codes WHERE user_id = ?1 ORDER BY code", .id(user), read: { $0.text(0) })
    {
      writer.string(code)
    }
    writer.endArray()
    writer.key("was_brought")
    writer.beginArray()
    for claim in try store.claims(of: user) {
      writer.beginObject()
      writer.key("programme")
      writer.string(try ProgrammeStore(connection).find(claim.programme)?.name ?? "")
      writer.key("state")
      writer.string(claim.state.name)
      writer.key("claimed_at")
      writer.string("\(claim.claimedAt)")
      writer.endObject()
    }
    writer.endArray()
    writer.key("has_brought")
    writer.integer(Int64(try store.brought(by: user).count))
    writer.endObject()
  }
}

extension ReferralClaim.State {
  /// Of two claims of one person, the one that is greater here stays.
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
