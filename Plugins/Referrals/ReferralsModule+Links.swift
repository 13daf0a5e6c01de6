internal import IdentityContract
package import QixModule

/// Links that carry a friend's code.
extension ReferralsModule: LinkProviding {
  package static let links = [
    LinkKind("referral", argument: "CODE") { text, user, connection, context in
      let users = try context.service(Users.directory)
      guard let code = ReferralCode.normalised(text), let owner = try ReferralCode.owner(of: code, in: connection),
        let referrer = try users.heir(of: owner, in: connection)
      else { return nil }
      do {
        try context.service(Users.policy).requireActive(referrer, in: connection)
      } catch is UserError {
        // A friend is not to learn whose code it is, or that they are suspended.
        return nil
      }
      return LinkTarget(
        .keyed("referrals.link", "an invitation by a friend"), page: ["invite", ReferralCode.written(code)],
        refusal: try refusal(of: user, by: referrer, at: context.clock.now(), in: connection))
    }
  ]

  private static func refusal(
    of user: UserID?, by referrer: UserID, at now: Timestamp, in connection: Connection
  ) throws -> Refusal? {
    guard try ProgrammeStore(connection).all().contains(where: { $0.programme.takes(at: now) }) else {
      return Claiming.closed
    }
    return user == referrer ? Refusal(Claiming.oneself) : nil
  }
}
