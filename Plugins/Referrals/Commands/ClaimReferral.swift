internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix referral claim`
struct ClaimReferral: OldCommand {
  private static let code = OldOption("code", .text, "The code that the friend gave", isRequired: true)

  static let declaration = Declaration(
    "claim", "Say by a code who brought a new user.", roles: [.operator, .integrator],
    discussion: "A repeat gives the first answer. Once said, it stays. An integrator isn't told whose code it is.",
    parameters: [ReferralOf.user, code, ReferralOf.programme],
    examples: [Example("qix referral claim app-9 --code 7KQM-3XPW", "who brought that user")], effect: .changes)

  private let reference: String
  private let code: String
  private let programme: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(ReferralOf.user)
    code = try arguments.require(Self.code)
    programme = arguments[ReferralOf.programme]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let claiming = try Claiming(context)
    let now = context.clock.now()
    let (claim, isNew, terms) = try context.database.write(
      Change("referrals.claim", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let referee = try ReferralOf.find(reference, claiming.users, in: connection)
      let kept = try ReferralOf.programme(programme, at: now, in: connection)
      let (claim, isNew) = try claiming.claim(referee, code: code, of: kept, at: now, in: connection)
      change.subject = "\(kept.programme.name): \(referee) by \(claim.referrer)"
      return (claim, isNew, kept.programme)
    }
    var document = Document("referral.claim/1")
    document.primary = claim.state.name
    document.field("programme", "programme", .text(terms.name))
    document.field("user", "user", .identifier("\(claim.referee)"))
    document.field("referrer", "brought by", .identifier("\(claim.referrer)"), confidential: .user)
    document.field("state", "state", .text(claim.state.name))
    document.field("shakes", "shakes so far", .integer(claim.shakes))
    document.field("shakes_needed", "shakes needed", .integer(terms.shakes))
    document.field("due", claim.state == .claimed ? "to be proved until" : "due", .timestamp(claim.dueAt))
    document.field("is_new", "new", .boolean(isNew))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
