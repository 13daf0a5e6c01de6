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
    answer: """
      referral.of/1: user id, code text?, claims [programme text, referrer id?, referee id?, state text, refusal
      text?, shakes integer, claimed time, due time?, settled time?],
      refused_claims? [programme text, referee id?, code text, refusal text, refused time]
      """)

  private let user = UserNamed()

  private static let fields: [RowField<(referral: Referral, programme: String)>] = [
    RowField("programme") { .text($0.programme) },
    RowField("referrer", "REFERRED BY") { .confidential(.user, .identifier($0.referral.referrer)) },
    RowField("referee", "WHO") { .confidential(.user, .identifier($0.referral.referee)) },
    RowField("state") { .text($0.referral.state.name) },
    RowField("refusal", "BECAUSE") { .text($0.referral.refusal) },
    RowField(number: "shakes") { .integer($0.referral.shakes) },
    RowField("claimed") { .timestamp($0.referral.claimedAt) },
    RowField("due") { .timestamp($0.referral.state.rawValue < 3 ? $0.referral.dueAt : nil) },
    RowField("settled") { .timestamp($0.referral.settledAt) },
  ]

  private static let refusedFields: [RowField<(claim: RefusedClaim, programme: String)>] = [
    RowField("programme") { .text($0.programme) },
    RowField("referee", "WHO") { .confidential(.user, .identifier($0.claim.referee)) },
    RowField("code") { .text(ReferralCode.written($0.claim.code)) },
    RowField("refusal", "BECAUSE") { .text($0.claim.refusal) },
    RowField("refused") { .timestamp($0.claim.at) },
  ]

  func run(in context: Context) throws -> Document {
    let users = try context.service(Users.directory)
    // A reason may tell of a friend what the user isn't to learn.
    let tellsRefusals = context.mayTell(.reason)
    let (user, code, referrals, refused) = try context.database.read { connection in
      let user = try self.user.find(users, in: connection)
      let names = Dictionary(
        uniqueKeysWithValues: try ProgrammeStore(connection).all().map { ($0.number, $0.programme.name) })
      let store = ReferralStore(connection)
      let referrals = try (store.referrals(of: user) + store.brought(by: user)).map {
        (referral: $0, programme: names[$0.programme] ?? "")
      }
      let refused = tellsRefusals ? try RefusedClaim.about(user, in: connection) : []
      return (
        user, try ReferralCode.known(of: user, in: connection), referrals,
        refused.map { (claim: $0, programme: names[$0.programme] ?? "") }
      )
    }
    var document = Document("referral.of/1")
    document.field("user", .identifier(user))
    document.field("code", .text(code.map(ReferralCode.written)))
    document.table("claims", Self.fields, rows: referrals)
    if tellsRefusals {
      document.table("refused_claims", title: "Refused", Self.refusedFields, rows: refused)
    }
    if referrals.isEmpty { document.note("The user has referred no one, and was referred by no one.") }
    return document
  }
}
