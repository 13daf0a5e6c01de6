internal import QixModule

/// `qix referral end`
struct EndReferral: Command {
  static let declaration = Declaration(
    "end", "End a programme: no more users can be referred by it.", roles: [.operator],
    discussion: "Users who were referred until now can still be verified, and are then paid for.",
    examples: [Example("qix referral end friends", "now, for good")],
    answer: AnswerShape("referral.end/1", Programme.fields), effect: .changes)

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
