internal import IdentityContract
internal import QixModule

/// `qix user link`
struct LinkAccount: Command {
  static let declaration = Declaration(
    "link", "Link a user to an account at Google, Facebook or another provider.", roles: [.operator, .integrator],
    discussion: """
      The ID token shows whose account it is; it is checked as `qix auth oidc verify` does. What is kept is issuer and \
      subject, encrypted with the user's own key, and found again by a keyed hash. The token's email address and name \
      are not kept. Linking doesn't raise the mode by itself: `qix user upgrade` does.

      Who has proved a number or an address has to consent (`qix auth otp request --consent`): the holder of the account can \
      sign in as that user from then on.
      """,
    examples: [
      Example("qix user link shop-4711 --provider google --token-file token.jwt", "a Google account"),
      Example("qix user link shop-4711 --provider google --dry-run < token.jwt", "would it work?"),
    ],
    answer: "user.link/1: user id, mode text, provider text", effect: .changes)

  private let user = UserNamed()
  private let consent = ConsentOption()
  private let input = TokenInput()

  func check() throws { try input.check() }

  func run(in context: Context) throws -> Document {
    let directory = context.userDirectory
    // The vault and the provider are asked before the transaction begins.
    let profiles = try context.openProfiles()
    let token = try input.verified(in: context)
    let linked = try context.change("identity.link") { connection, change in
      let found = try user.find(directory, in: connection)
      change.subject = "\(found.id) \(input.provider)"
      let holdings = try Holdings(of: found.id, in: connection)
      if holdings.proofs.canConsent, try profiles.user(linkedTo: token.account, in: connection) == nil {
        let consent = consent.consent(in: context)
        guard !consent.given.isEmpty else { throw UserError.consentNeeded("link an account to user \(found.id)") }
        try consent.use(by: found.id, in: connection)
      }
      try profiles.link(token.account, to: found.id, in: connection)
      return try User.survivor(of: found.id, in: connection)
    }
    var document = Document("user.link/1")
    document.primary = "\(linked.id)"
    document.field("user", .identifier(linked.id))
    document.field("mode", .text(linked.mode.name))
    document.field("provider", .text(input.provider))
    document.next("`qix user upgrade \(linked.id)`, or `qix user show \(linked.id)`")
    return document
  }
}
