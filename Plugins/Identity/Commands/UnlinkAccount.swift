internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user unlink`
struct UnlinkAccount: OldCommand {
  private static let issuer = OldOption(
    "issuer", .text, placeholder: "URL", "The account's issuer, as its ID tokens name it", isRequired: true)
  private static let subject = OldOption(
    "subject", .text, placeholder: "ID", "The account's subject; needed where the user has several of this issuer")

  static let declaration = Declaration(
    "unlink", "Take a linked account away from a user.", roles: [.operator, .integrator],
    discussion: """
      A user who loses what their mode takes falls back to the mode that the rest is enough for; coins stay. \
      It takes the user's consent (--consent), or --reason and a second person's approval; the user is told.
      """,
    parameters: [UserNamed.user, issuer, subject, Consent.option],
    examples: [
      Example("qix user unlink shop-4711 --issuer https://accounts.google.com", "their only account there")
    ], effect: .changes)

  private let user: String
  private let issuer: String
  private let subject: String?
  private let consents: [CodeRequestID]
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    user = try arguments.require(UserNamed.user)
    issuer = try arguments.require(Self.issuer)
    subject = arguments[Self.subject]
    consents = arguments[Consent.option]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let directory = context.userDirectory
    let profiles = try context.openProfiles()
    let named = try context.database.read { try UserNamed.find(user, directory, in: $0).id }
    let notice = try Notice(to: [named], profiles, context)
    let consent = Consent(context: context, given: consents, reason: reason, isDryRun: isDryRun)
    let result = try context.database.write(
      Change("identity.unlink", reason: reason), isDryRun: isDryRun
    ) { connection, change -> Result<(before: User, after: User), UserError.Waiting> in
      let before = try UserNamed.find(user, directory, in: connection)
      change.subject = "\(before.id)"
      let accounts = try profiles.accounts(of: before.id, in: connection).filter {
        $0.issuer == issuer && (subject == nil || $0.subject == subject)
      }
      guard let account = accounts.first else { throw UserError.notLinked }
      guard accounts.count == 1 else {
        throw UsageError("the user has several accounts of that issuer", hint: "Say which with --subject.")
      }
      let wish = Consent.Wish(
        users: [before.id], operation: "take a linked account away from \(before.id)",
        detail: try profiles.hash(account, in: connection))
      if let waits = try consent.admit(wish, in: connection) {
        change.action = "identity.request-approval"
        change.subject = wish.operation
        return .failure(UserError.Waiting(waits))
      }
      try profiles.unlink(account, from: before.id, in: connection)
      return .success((before, try User.survivor(of: before.id, in: connection)))
    }
    let (before, after) = try result.unwaited()
    if !isDryRun { try notice.send() }
    var document = Document("user.unlink/1")
    document.primary = "\(after.id)"
    document.field("user", "user", .identifier("\(after.id)"))
    document.field("mode", "mode", .text(after.mode.name))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if after.mode < before.mode {
      context.terminal.warn("The user falls back from \(before.mode.name) to \(after.mode.name) mode; coins stay.")
    }
    context.terminal.note(isDryRun ? "Nothing was changed." : "Next: `qix user show \(after.id)`.")
  }
}
