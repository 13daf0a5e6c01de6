internal import IdentityContract
internal import QixModule

/// `qix referral claim`
struct ClaimReferral: Command {
  static let declaration = Declaration(
    "claim",
    """
    Claim a referral: give the code of the friend who referred a new user.
    """, roles: [.operator, .integrator, .user],
    discussion: """
      A repeat gives the first answer. A claim can't be changed. Integrators don't see whose code it is. If a claim \
      is refused, the reason is kept for support: `qix referral of USER`.
      """,
    examples: [
      Example(
        "code=$(qix referral code shop-4711 --quiet) && qix referral claim app-9 --code \"$code\"",
        "who referred that user")
    ],
    answer: """
      referral.claim/1: programme text, user id, referrer id?, state text, shakes integer, shakes_needed integer, due
      time?, is_new boolean
      """, effect: .changes, givenByCustomers: ["code"])

  private let user = UserNamed()
  @Option("code", .text, "The code that the friend gave") private var code: String
  private let programme = ProgrammeOption()

  func run(in context: Context) throws -> Document {
    let claiming = try Claiming(context)
    let now = context.clock.now()
    let (claimed, terms) = try context.change("referrals.claim") { connection, change in
      let referee = try user.find(claiming.users, in: connection)
      let kept = try programme.find(at: now, in: connection)
      let claimed = try claiming.claim(referee, code: code, of: kept, at: now, in: connection)
      change.subject =
        switch claimed {
        case .success((let referral, _)): "\(kept.programme.name): \(referee) by \(referral.referrer)"
        case .failure: "\(kept.programme.name): \(referee), refused"
        }
      return (claimed, kept.programme)
    }
    let (referral, isNew) = try claimed.get()
    var document = Document("referral.claim/1")
    document.primary = referral.state.name
    document.field("programme", .text(terms.name))
    document.field("user", .identifier(referral.referee))
    document.field("referrer", "referred by", .identifier(referral.referrer), confidential: .user)
    document.field("state", .text(referral.state.name))
    document.field("shakes", "shakes so far", .integer(referral.shakes))
    document.field("shakes_needed", .integer(terms.shakes))
    document.field("due", referral.state == .claimed ? "to be verified until" : "due", .timestamp(referral.dueAt))
    document.field("is_new", "new", .boolean(isNew))
    return document
  }
}
