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
    answer: AnswerShape("referral.claim/1", fields(in: .claimed)), effect: .changes, givenByCustomers: ["code"])

  private typealias Page = (referral: Referral, terms: Programme, isNew: Bool)

  private static func fields(in state: Referral.State) -> [Field<Page>] {
    [
      Field("programme", .text) { $0.terms.name },
      Field("user", .id) { $0.referral.referee },
      Field("referrer", .id, "referred by", for: .user) { $0.referral.referrer },
      Field("state", .text) { $0.referral.state.name },
      Field("shakes", .integer, "shakes so far") { $0.referral.shakes },
      Field("shakes_needed", .integer) { $0.terms.shakes },
      Field("due", .time.orNull, state == .claimed ? "to be verified until" : "due") { $0.referral.dueAt },
      Field("is_new", .boolean, "new") { $0.isNew },
    ]
  }

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
    var document = Document(
      "referral.claim/1", Self.fields(in: referral.state), of: (referral: referral, terms: terms, isNew: isNew))
    document.primary = referral.state.name
    return document
  }
}
