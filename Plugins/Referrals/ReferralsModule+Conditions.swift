internal import CoinsContract
package import IdentityContract
internal import QixModule

/// Conditions about referrals that campaigns and rewards can ask for.
extension ReferralsModule: UserConditionProviding {
  package static var conditions: [UserCondition] {
    [
      UserCondition(
        "referred", argument: "PROGRAMME", "were referred by that programme",
        problem: { name, connection, _ in
          let store = ProgrammeStore(connection)
          return try store.find(name) == nil ? store.missing(name).description : nil
        },
        unmet: { name, user, _, connection, context in
          let found = try ProgrammeStore(connection).find(name)
          let ledger = try context.service(Coins.ledger)
          let isMet = try ReferralStore(connection).referrals(of: user).contains { referral in
            guard let found, referral.programme == found.number else { return false }
            switch referral.state {
            case .paid: return true
            // A referral that payment would refuse counts for nothing before.
            case .claimed, .proved: return try referral.isOfNewUser(found.programme, ledger, in: connection)
            case .refused, .revoked: return false
            }
          }
          return isMet
            ? nil : Refusal("referrals.not-referred", "this is for users whom a friend has referred")
        }),
      UserCondition(
        "referrals", argument: "N", "have referred at least N users who were paid for",
        problem: { text, _, _ in
          Int64(text).map { $0 > 0 } == true ? nil : "'referrals:\(text)' needs a whole number, 1 or more"
        },
        unmet: { text, user, _, connection, _ in
          // A referee who was merged into the referrer doesn't count as brought.
          let paid = try ReferralStore(connection).brought(by: user).count { $0.state == .paid && $0.referee != user }
          guard let wanted = Int64(text), wanted > 0 else {
            // A malformed condition lets no user in.
            return Refusal("referrals.condition", "the condition's number of friends is not a whole number above zero")
          }
          guard paid < wanted else { return nil }
          return Refusal(
            "referrals.too-few", "this is for users who have referred \(wanted, "friend")",
            hint: "Friends referred so far: \(paid).")
        }),
    ]
  }
}
