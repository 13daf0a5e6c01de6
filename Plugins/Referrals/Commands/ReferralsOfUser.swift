internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix referral of`
struct ReferralsOfUser: OldCommand {
  static let declaration = Declaration(
    "of", "Show whom a user has brought, who brought them, and what became of it.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      What is due: of one that is claimed, until when it has to be proved; of one that is proved, from when on \
      `qix referral pay` pays it. An integrator sees the id of the user that it names; those of their friends are left out.
      """, parameters: [ReferralOf.user],
    examples: [Example("qix referral of shop-4711", "answers \"where are my coins for Ben?\"")])

  private let reference: String

  init(_ arguments: Arguments) throws { reference = try arguments.require(ReferralOf.user) }

  func run(in context: Context) throws {
    let users = try context.service(Users.directory)
    let (user, code, rows) = try context.database.read { connection in
      let user = try ReferralOf.find(reference, users, in: connection)
      let names = Dictionary(
        uniqueKeysWithValues: try ProgrammeStore(connection).all().map { ($0.number, $0.programme.name) })
      let store = ClaimStore(connection)
      let claims = try store.claims(of: user) + store.brought(by: user)
      let code = try ReferralCode.known(of: user, in: connection)
      return (user, code, claims.map { ReferralOf.cells($0, names[$0.programme] ?? "") })
    }
    var document = Document("referral.of/1")
    document.field("user", "user", .identifier("\(user)"))
    document.field("code", "code", code.map { .text("\($0.prefix(4))-\($0.suffix(4))") } ?? .missing)
    document.table("claims", columns: ReferralOf.columns, rows: rows)
    try context.terminal.emit(document)
    if rows.isEmpty { context.terminal.note("The user has brought nobody, and nobody has brought them.") }
  }
}
