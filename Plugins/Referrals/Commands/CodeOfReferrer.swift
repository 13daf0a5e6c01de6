internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix referral code`
struct CodeOfReferrer: OldCommand {
  static let declaration = Declaration(
    "code", "Print the code that a user gives to friends; it is made at the first time.",
    roles: [.operator, .integrator], parameters: [ReferralOf.user],
    examples: [Example("qix referral code shop-4711", "always the same for one user")], effect: .changes)

  private let reference: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(ReferralOf.user)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let (users, policy) = (try context.service(Users.directory), try context.service(Users.policy))
    let (user, code, isNew) = try context.database.write(Change("referrals.code", reason: reason), isDryRun: isDryRun) {
      connection, change in
      let user = try ReferralOf.find(reference, users, in: connection)
      try policy.requireActive(user, in: connection)
      change.subject = "\(user)"
      let known = try ReferralCode.known(of: user, in: connection)
      let code = try ReferralCode.code(of: user, at: context.clock.now(), random: context.random, in: connection)
      return (user, code, known == nil)
    }
    let written = "\(code.prefix(4))-\(code.suffix(4))"
    var document = Document("referral.code/1")
    // One that was made for nothing would be given to friends, and be nobody's.
    let isNobodys = isDryRun && isNew
    document.primary = isNobodys ? "" : written
    document.field("user", "user", .identifier("\(user)"))
    document.field("code", "code", isNobodys ? .missing : .text(written))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note(isNobodys ? "Nothing was changed; a code would be made." : "Nothing was changed.")
    }
  }
}
