internal import QixModule

/// `qix referral end`
struct EndReferral: Command {
  static let declaration = Declaration(
    "end", "End a programme: no more users can be referred by it.", roles: [.operator],
    discussion: "Users who were referred until now can still be verified, and are then paid for.",
    examples: [Example("qix referral end friends", "now, for good")],
    answer: """
      referral.end/1: programme text, title text, referrer_coins coins, referee_coins coins, budget text, shakes
      integer, campaign id?, type text?, minimum_mode text, newcomer text, within text, wait text, per_referrer
      integer?, total integer?, expires text?, start time, end time?
      """, effect: .changes)

  private let programme = ProgrammeNamed()

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    return try context.change("referrals.end", subject: programme.name) { connection, _ in
      let store = ProgrammeStore(connection)
      var (number, programme) = try store.require(self.programme.name)
      if let end = programme.end, end <= now {
        throw Failure("referrals.over", .conflict, "the referral programme '\(programme.name)' is over already")
      }
      try store.end(number, at: now)
      programme.end = now
      return programme.document("referral.end/1")
    }
  }
}
