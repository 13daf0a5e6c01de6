internal import IdentityContract
internal import QixModule

/// `qix referral code`
struct CodeOfReferrer: Command {
  static let declaration = Declaration(
    "code", "Print the code that a user gives to friends; the first time makes it.",
    roles: [.operator, .integrator, .user],
    examples: [Example("qix referral code shop-4711", "always the same for one user")],
    answer: AnswerShape("referral.code/1", fields), effect: .changes)

  private static let fields: [Field<(user: UserID, code: String?)>] = [
    Field("user", .id) { $0.user },
    Field("code", .text) { $0.code },
  ]

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
    let written = isMadeUp ? nil : ReferralCode.written(code)
    var document = Document("referral.code/1", Self.fields, of: (user: user, code: written))
    document.primary = written ?? ""
    if isMadeUp { document.note("The code would be made now.") }
    return document
  }
}
