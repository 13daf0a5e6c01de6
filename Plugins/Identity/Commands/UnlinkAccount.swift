internal import IdentityContract
internal import QixModule

/// `qix user unlink`
struct UnlinkAccount: Command {
  static let declaration = Declaration(
    "unlink", "Remove a linked account from a user.", roles: [.operator, .integrator],
    discussion: """
      A user who loses what their account level requires falls to the highest level whose requirements they still \
      meet; coins stay. Unlinking needs the user's consent (--consent), or --reason and four-eyes approval. qix \
      notifies the user.
      """,
    examples: [
      Example("qix user unlink shop-4711 --issuer https://accounts.google.com", "their only account there")
    ],
    answer: AnswerShape("user.unlink/1", User.idAndMode), effect: .changes)

  private let user = UserNamed()
  @Option("issuer", .text, placeholder: "URL", "The account's issuer, as its ID tokens name it")
  private var issuer: String
  @Option(
    "subject", .text.serving(.personal), placeholder: "ID",
    "The account's subject, if the user has several of this issuer")
  private var subject: String?
  private let consent = ConsentOption()

  func run(in context: Context) throws -> Document {
    let directory = context.userDirectory
    let profiles = try context.openProfiles()
    let named = try context.database.read { try user.find(directory, in: $0).id }
    let notice = try Notice(to: [named], profiles, context)
    let consent = consent.consent(in: context)
    let result = try context.change("identity.unlink") {
      connection, change -> Result<(before: User, after: User), UserError.Waiting> in
      let before = try user.find(directory, in: connection)
      change.subject = "\(before.id)"
      let accounts = try profiles.accounts(of: before.id, in: connection).filter {
        $0.issuer == issuer && (subject == nil || $0.subject == subject)
      }
      guard let account = accounts.first else { throw UserError.notLinked }
      guard accounts.count == 1 else {
        throw UsageError("the user has several accounts of that issuer", hint: "Name the account with --subject.")
      }
      let wish = Consent.Wish(
        users: [before.id], operation: "take a linked account away from \(before.id)",
        detail: try profiles.hash(account, in: connection))
      if let waiting = try consent.admit(wish, &change, in: connection) { return .failure(waiting) }
      try profiles.unlink(account, from: before.id, in: connection)
      return .success((before, try User.survivor(of: before.id, in: connection)))
    }
    let (before, after) = try result.unwaited()
    if !context.isDryRun { try notice.send() }
    var document = Document("user.unlink/1", User.idAndMode, of: after)
    document.primary = "\(after.id)"
    document.warn(ofFallOf: after, from: before)
    document.next("`qix user show \(after.id)`")
    return document
  }
}

extension Document {
  /// Says that a user has fallen back to a lower mode.
  mutating func warn(ofFallOf user: User, from before: User) {
    guard user.mode < before.mode else { return }
    warn("The account level of the user falls from \(before.mode.name) to \(user.mode.name); coins stay.")
  }
}
