internal import IdentityContract
internal import QixModule

/// `qix auth otp verify`
struct VerifyCode: Command {
  static let declaration = Declaration(
    "verify", "Check the code that a user typed.",
    roles: [.operator, .integrator, .support, .user],
    discussion: """
      The code comes \(secret: "code"). A right code is used up. For a request with --user the number or address \
      becomes that user's, verified. Another user who had given it unverified loses it. Another user for whom an \
      operator had entered it, and who has verified nothing, is merged into that user. If another user has verified \
      it, or something else, \(exit: .conflict) names that user; `qix user merge` joins the two. For a request without \
      --user, the answer is the user who has verified it, or for whom an operator has entered it.

      If that user has verified another number, they have to consent (`qix auth otp request --consent`). qix \
      notifies the old number, and their account level stays. For a support agent, every number that the user had \
      not given needs consent.

      A wrong code has \(exit: .notAllowed). After five tries a code can't be used. --dry-run asks for no code and \
      counts no try: it shows whether the request could be verified.
      """,
    examples: [
      Example("qix auth otp verify otp_01j8zzzzzzzzzzzzzzzzzzzzzz", "asks for the code"),
      Example("qix auth otp verify otp_01j8zzzzzzzzzzzzzzzzzzzzzz --code-file - --json < code.txt", "for a script"),
    ],
    answer: AnswerShape("auth.otp-verify/1", fields), effect: .changes,
    givenByCustomers: ["request", "consent", "code-file"])

  /// A dry run has no answer.
  private static let fields: [Field<(request: CodeRequestID, answer: CodeVerification.Answer?)>] = [
    Field("request", .id) { $0.request },
    Field(optional: "user", .id) { $0.answer?.user },
    Field(optional: "consent", .boolean) { $0.answer?.isConsent },
    Field(optional: "proved", .text) { $0.answer?.channel.proof.rawValue },
    Field(optional: "recipient", .cell(.text)) { row in row.answer.map { $0.channel.cell($0.recipient) } },
  ]

  @Positional("request", .identifier(CodeRequestID.self), "otp_…, as answered by `qix auth otp request`")
  private var request: CodeRequestID
  private let consent = ConsentOption()
  private let code = SecretOption(SecretInput("code", "the one-time code", label: "Code", limit: 64))

  func check() throws { _ = try code.source() }

  func run(in context: Context) throws -> Document {
    let verification = CodeVerification(
      context: context, keys: try CodeKeys.open(context, isDryRun: context.isDryRun),
      rules: try context.database.read { try CodeRules($0) },
      profiles: try context.openProfiles(), consent: consent.consent(in: context))
    try context.database.read { connection in
      let user = try CodeRequests.user(of: request, in: connection)
      try context.requireOwn(user, in: connection, else: CodeError.unknownRequest)
    }
    let told = try verification.prepare(request)
    if context.isDryRun {
      try verification.check(request)
      var document = Document("auth.otp-verify/1", Self.fields, of: (request: request, answer: nil))
      document.note("The request is open.")
      return document
    }
    let code = try CodeDigits.read(try context.face.secret(code.source()))
    let notice = try told.isEmpty ? Notice(context) : Notice(to: told, verification.profiles, context)
    let answer = try verification.verify(request, code)
    // The caller has proved to be this user, so may know who that is.
    context.acquaintances?.meet("\(answer.user)")
    try notice.send()
    try Notice(afterwardsTo: answer.others, context).send()
    var document = Document("auth.otp-verify/1", Self.fields, of: (request: request, answer: answer))
    document.primary = "\(answer.user)"
    if let loser = answer.loser {
      document.warn("User \(loser) had given the same without verifying it, and has lost it.")
    }
    if let joined = answer.joined, !context.principal.isCustomer {
      document.note(
        "An operator had entered it for user \(joined), who is now merged into user \(answer.user), with all coins.")
    }
    for (user, was, now) in answer.modes where now < was {
      document.warn("The account level of user \(user) falls from \(was.name) to \(now.name); coins stay.")
    }
    if answer.isConsent {
      document.note("Nothing is changed yet: give --consent \(request) to the command that changes it.")
    } else {
      document.next("`qix user show \(answer.user)`")
    }
    return document
  }
}
