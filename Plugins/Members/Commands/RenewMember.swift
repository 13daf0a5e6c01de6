internal import IdentityContract
internal import QixModule

/// `qix member renew`
struct RenewMember: Command {
  static let declaration = Declaration(
    "renew", "End the codes of a user's phones, such as a lost one.", roles: [.operator, .support, .user],
    discussion: """
      The member number stays. Codes follow from another key, which an app gets when it asks again, in a session of \
      the user. End the sessions of a lost phone first, or it asks too: `qix session end --user USER --all`. Staff \
      give --reason.
      """,
    examples: [Example("qix member renew shop-4711 --reason 'phone stolen, case 815'", "a stolen phone")],
    answer: AnswerShape("member.renew/1", Member.fields), effect: .changes)

  @Positional("user", .user, "usr_… or external id") private var user: String

  func run(in context: Context) throws -> Document {
    guard context.principal.isCustomer || context.invocation.neededReason != nil else {
      throw UsageError(
        "renewing the codes of a user needs --reason",
        hint: "For example, give the number of the case: --reason 'case 815'.")
    }
    let (directory, policy) = (try context.service(Users.directory), try context.service(Users.policy))
    // A number is only given where its codes can be made.
    _ = try MemberKeys.open(context, isDryRun: context.isDryRun)
    let member = try context.change("members.renew") { connection, change in
      let user = try directory.required(user, in: connection)
      change.subject = "\(user)"
      try policy.requireActive(user, in: connection)
      if try Member.shown(of: user, in: connection) == nil {
        return try Member.make(for: user, at: context.clock.now(), context.random, in: connection)
      }
      try Member.renew(user, in: connection)
      guard let member = try Member.shown(of: user, in: connection) else {
        throw StorageError.corrupt("the member number of \(user) that was just renewed isn't there")
      }
      return member
    }
    var document = Document("member.renew/1", Member.fields, of: member)
    document.primary = "\(member.number)"
    return document
  }
}

extension Member {
  fileprivate static let fields: [Field<Member>] = [
    Field("member", .id) { $0.user },
    Field("number", .text) { "\($0.number)" },
    Field("renewed", .integer, "times renewed") { $0.epoch },
  ]
}
