internal import IdentityContract
internal import QixModule

/// `qix referral code`
struct CodeOfReferrer: Command {
  static let declaration = Declaration(
    "code", "Print the code that a user gives to friends; the first time makes it.",
    roles: [.operator, .integrator, .user],
    examples: [Example("qix referral code shop-4711", "always the same for one user")],
    answer: "referral.code/1: user id, code text?", effect: .changes)

  private let user = UserNamed()

  func run(in context: Context) throws -> Document {
    let (users, policy) = (try context.service(Users.directory), try context.service(Users.policy))
    let (user, code, isNew) = try context.change("referrals.code") { connection, change in
      let user = try self.user.find(users, in: connection)
      try policy.requireActive(user, in: connection)
      change.subject = "\(user)"
      let known = try ReferralCode.known(of: user, in: connection)
      let code = try ReferralCode.code(of: user, at: context.clock.now(), random: context.random, in: connection)
      return (user, code, known == nil)
    }
    // A code that a dry run made would be given to friends, and lead to no user.
    let isMadeUp = context.isDryRun && isNew
    var document = Document("referral.code/1")
    document.primary = isMadeUp ? "" : ReferralCode.written(code)
    document.field("user", .identifier(user))
    document.field("code", .text(isMadeUp ? nil : ReferralCode.written(code)))
    if isMadeUp { document.note("The code would be made now.") }
    return document
  }
}
