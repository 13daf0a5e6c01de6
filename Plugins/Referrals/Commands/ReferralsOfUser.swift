internal import IdentityContract
internal import QixModule

/// `qix referral of`
struct ReferralsOfUser: Command {
  static let declaration = Declaration(
    "of", "Show whom a user has referred, who referred them, and the state of each referral.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      DUE has two meanings. A claimed referral has to be verified until then. A verified one is paid from then on \
      by `qix referral pay`. Staff also see refused claims, of the user and by the user's code, with the reason: \
      the latest of each. Integrators see the id of the user they name, but not those of the user's friends.
      """,
    examples: [Example("qix referral of shop-4711", "answers \"where are my coins for Ben?\"")],
    answer: AnswerShape("referral.of/1", fields))

  private let user = UserNamed()

  private typealias Claim = (referral: Referral, programme: String)
  private typealias Refused = (claim: RefusedClaim, programme: String)

  private static let claims: [Field<Claim>] = [
    Field("programme", .text) { $0.programme },
    Field("referrer", .cell(.id).orNull, "REFERRED BY") { .confidential(.user, .identifier($0.referral.referrer)) },
    Field("referee", .cell(.id).orNull, "WHO") { .confidential(.user, .identifier($0.referral.referee)) },
    Field("state", .text) { $0.referral.state.name },
    Field("refusal", .text, "BECAUSE") { $0.referral.refusal },
    Field("shakes", .integer) { $0.referral.shakes },
    Field("claimed", .time) { $0.referral.claimedAt },
    Field("due", .time) { $0.referral.state.rawValue < 3 ? $0.referral.dueAt : nil },
    Field("settled", .time) { $0.referral.settledAt },
  ]

  private static let refused: [Field<Refused>] = [
    Field("programme", .text) { $0.programme },
    Field("referee", .cell(.id).orNull, "WHO") { .confidential(.user, .identifier($0.claim.referee)) },
    Field("code", .text) { ReferralCode.written($0.claim.code) },
    Field("refusal", .text, "BECAUSE") { $0.claim.refusal },
    Field("refused", .time) { $0.claim.at },
  ]

  private static let fields: [Field<(user: UserID, code: String?, claims: [Claim], refused: [Refused]?)>] = [
    Field("user", .id) { $0.user },
    Field("code", .text) { $0.code.map(ReferralCode.written) },
    Field("claims", rows: claims) { $0.claims },
    Field(optional: "refused_claims", rows: refused, title: "Refused") { $0.refused },
  ]

  func run(in context: Context) throws -> Document {
    let users = try context.service(Users.directory)
    // A reason may tell of a friend what the user isn't to learn.
    let tellsRefusals = context.mayTell(.reason)
    let page = try context.database.read { connection in
      let user = try self.user.find(users, in: connection)
      let names = Dictionary(
        uniqueKeysWithValues: try ProgrammeStore(connection).all().map { ($0.number, $0.programme.name) })
      let store = ReferralStore(connection)
      let referrals = try (store.referrals(of: user) + store.brought(by: user)).map {
        (referral: $0, programme: names[$0.programme] ?? "")
      }
      let refused = tellsRefusals ? try RefusedClaim.about(user, in: connection) : nil
      return (
        user: user, code: try ReferralCode.known(of: user, in: connection), claims: referrals,
        refused: refused?.map { (claim: $0, programme: names[$0.programme] ?? "") }
      )
    }
    var document = Document("referral.of/1", Self.fields, of: page)
    if page.claims.isEmpty { document.note("The user has referred no one, and was referred by no one.") }
    return document
  }
}
