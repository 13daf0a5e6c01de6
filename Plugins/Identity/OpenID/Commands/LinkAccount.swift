internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user link`
struct LinkAccount: OldCommand {
  static let declaration = Declaration(
    "link", "Link a user to an account at Google, Facebook or another provider.", roles: [.operator, .integrator],
    discussion: """
      The ID token shows whose account it is; it is checked as `qix auth oidc verify` does. What is kept is issuer and \
      subject, encrypted with the user's own key, and found again by a keyed hash. The token's email address and name \
      are not kept. Linking doesn't raise the mode by itself: `qix user upgrade` does.

      Who has proved a number or an address has to consent (`qix auth otp request --consent`): whoever has the account can \
      sign in as that user from then on.
      """,
    parameters: [UserNamed.user, Consent.option] + TokenInput.parameters,
    examples: [
      Example("qix user link shop-4711 --provider google --token-file token.jwt", "a Google account"),
      Example("qix user link shop-4711 --provider google --dry-run < token.jwt", "would it work?"),
    ], effect: .changes)

  private let user: String
  private let input: TokenInput
  private let consents: [CodeRequestID]
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(UserNamed.user)
    input = try TokenInput(arguments)
    consents = arguments[Consent.option]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let directory = context.userDirectory
    // The vault and the provider are asked before the transaction begins.
    let profiles = try context.openProfiles()
    let token = try input.verified(in: context)
    let linked = try context.database.write(
      Change("identity.link", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let found = try UserNamed.find(user, directory, in: connection)
      change.subject = "\(found.id) \(input.providerName)"
      let holdings = try Holdings(of: found.id, in: connection)
      if holdings.proofs.canConsent, try profiles.user(linkedTo: token.account, in: connection) == nil {
        let consent = Consent(context: context, given: consents, reason: reason, isDryRun: isDryRun)
        guard !consents.isEmpty else { throw UserError.consentNeeded("link an account to user \(found.id)") }
        try consent.use(by: found.id, in: connection)
      }
      try profiles.link(token.account, to: found.id, in: connection)
      return try User.survivor(of: found.id, in: connection)
    }
    var document = Document("user.link/1")
    document.primary = "\(linked.id)"
    document.field("user", "user", .identifier("\(linked.id)"))
    document.field("mode", "mode", .text(linked.mode.name))
    document.field("provider", "provider", .text(input.providerName))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Next: `qix user upgrade \(linked.id)`, or `qix user show \(linked.id)`.")
  }
}
