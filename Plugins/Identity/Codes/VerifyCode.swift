internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix auth otp verify`
struct VerifyCode: OldCommand {
  private static let request = OldPositional(
    "request", .identifier(CodeRequestID.self), "otp_…, as `qix auth otp request` has answered")
  private static let code = SecretInput("code", "the one-time code", label: "Code", limit: 64)

  static let declaration = Declaration(
    "verify", "Compare what somebody typed with the code that was sent.", roles: [.operator, .integrator, .support],
    discussion: """
      Reads the code from the terminal, from standard input, or from --code-file or --code-fd. A right one is used up. \
      For a request with --user the number or address becomes that user's, and proved; another user who had given it \
      without proof loses it. Where another has proved it, exit code 5 says who, and `qix user merge` joins the two. For \
      a request without, the answer is the user who has proved it.

      Where that user has proved another number, they have to consent (`qix auth otp request --consent`), are told at \
      the old one, and stay in their mode; for whoever is at a help desk every number that the user had not given takes \
      consent.

      A wrong code has exit code 4; after five tries a code is of no use. --dry-run asks for no code and counts no try: \
      it says whether the request could be verified.
      """,
    parameters: [request, Consent.option] + code.parameters,
    examples: [
      Example("qix auth otp verify otp_01j8zzzzzzzzzzzzzzzzzzzzzz", "asks for the code"),
      Example("qix auth otp verify otp_01j8zzzzzzzzzzzzzzzzzzzzzz --code-file - --json < code.txt", "for a script"),
    ], effect: .changes)

  private let request: CodeRequestID
  private let source: SecretSource
  private let consents: [CodeRequestID]
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    request = try arguments.require(Self.request)
    source = try arguments.source(of: Self.code)
    consents = arguments[Consent.option]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let verification = CodeVerification(
      context: context, keys: try CodeKeys.open(context, isDryRun: isDryRun),
      rules: try context.database.read { try CodeRules($0) },
      profiles: try context.openProfiles(),
      consent: Consent(context: context, given: consents, reason: reason, isDryRun: isDryRun))
    let told = try verification.prepare(request)
    if isDryRun {
      try verification.check(request)
      var document = Document("auth.otp-verify/1")
      document.field("request", "request", .identifier("\(request)"))
      document.field("dry_run", "dry run", .boolean(true))
      try context.terminal.emit(document)
      return context.terminal.note("The request is open. Nothing was changed.")
    }
    let code = try CodeDigits.read(try context.terminal.secret(source))
    let notice = try told.isEmpty ? Notice(context) : Notice(to: told, verification.profiles, context)
    let answer = try verification.verify(request, code, reason: reason)
    // Who has proved to be this user may know who that is.
    context.acquaintances?.meet("\(answer.user)")
    try notice.send()
    var document = Document("auth.otp-verify/1")
    document.primary = "\(answer.user)"
    document.field("request", "request", .identifier("\(request)"))
    document.field("user", "user", .identifier("\(answer.user)"))
    document.field("consent", "consent", .boolean(answer.isConsent))
    document.field("proved", "proved", .text(answer.channel.proof.rawValue))
    document.field("recipient", "recipient", .personal(answer.recipient, answer.channel == .phone ? .phone : .email))
    document.field("dry_run", "dry run", .boolean(false))
    try context.terminal.emit(document)
    if let loser = answer.loser {
      context.terminal.warn("User \(loser) had given the same without proof, and has lost it.")
    }
    for (user, was, now) in answer.modes where now < was {
      context.terminal.warn("User \(user) falls back from \(was.name) to \(now.name) mode; coins stay.")
    }
    context.terminal.note(
      answer.isConsent
        ? "Nothing is changed yet: give --consent \(request) to the command that changes it."
        : "Next: `qix user show \(answer.user)`.")
  }
}
