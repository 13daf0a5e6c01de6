internal import IdentityContract
internal import QixModule

/// `qix user link`
struct LinkAccount: Command {
  static let declaration = Declaration(
    "link", "Link a user to an account at Google, Facebook or another provider.", roles: [.operator, .integrator],
    discussion: """
      The ID token shows whose account it is; it is checked as in `qix auth oidc verify`. qix keeps the issuer and \
      the subject, encrypted with the user's own key, and finds them by a keyed hash. It does not keep the token's \
      email address and name. Linking doesn't raise the account level: `qix user upgrade` does.

      A user who has verified a number or an address has to consent (`qix auth otp request --consent`). The holder \
      of the account can then sign in as that user.
      """,
    examples: [
      Example("qix user link shop-4711 --provider google --token-file token.jwt", "a Google account"),
      Example("qix user link shop-4711 --provider google --dry-run < token.jwt", "would it work?"),
    ],
    answer: AnswerShape("user.link/1", fields), effect: .changes)

  private static let fields: [Field<(user: UserID, mode: Mode, provider: String)>] = [
    Field("user", .id) { $0.user },
    Field("mode", .text) { $0.mode.name },
    Field("provider", .text) { $0.provider },
  ]

  @Positional("user", .user, "usr_… or external id") private var user: String
  private let consent = ConsentOption()
  private let input = TokenInput()

  func check() throws { try input.check() }

  func run(in context: Context) throws -> Document {
    let (directory, policy) = (try context.service(Users.directory), try context.service(Users.policy))
    let consents = try context.service(Users.consents)
    // The vault and the provider are asked before the transaction begins.
    let profiles = try context.service(Users.profiles)
    let token = try input.verified(in: context)
    let (linked, mode) = try context.change("identity.link") { connection, change in
      let found = try directory.required(user, in: connection)
      change.subject = "\(found) \(input.provider)"
      if try profiles.user(linkedTo: token.account, in: connection) == nil {
        try consents.require(of: found, to: "link an account to user \(found)", consent.given, in: connection)
      }
      try profiles.link(token.account, to: found, in: connection)
      return (found, try policy.mode(of: found, in: connection))
    }
    var document = Document("user.link/1", Self.fields, of: (user: linked, mode: mode, provider: input.provider))
    document.primary = "\(linked)"
    document.next("`qix user upgrade \(linked)`, or `qix user show \(linked)`")
    return document
  }
}
