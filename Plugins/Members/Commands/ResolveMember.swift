internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix member resolve`
struct ResolveMember: Command {
  static let declaration = Declaration(
    "resolve", "Turn the code that a customer shows at the till into a handle of that user.",
    roles: [.operator, .integrator],
    discussion: """
      The code comes \(secret: "code"). It is good once, for about 30 seconds. The answer has a handle, mem_…, \
      instead of the user. For two minutes, only the same caller can name the user by it, as in \
      `qix coins issue --to mem_…`. A till does not learn who the user is.

      A code with a mistake in its first twelve digits has \(exit: .usage). A code that is not valid has \
      \(exit: .notFound), and a used code \(exit: .conflict). After too many codes that are not valid, the caller has \
      to wait.
      """,
    examples: [
      Example("qix member resolve --till 3 --json < code.txt", "at a till"),
      Example("qix member resolve", "asks for the code"),
    ],
    answer: AnswerShape("member.resolve/1", fields), effect: .discloses)

  private static let fields: [Field<(presented: MemberDesk.Presented, name: String?, available: Int64)>] = [
    Field("member", .id) { $0.presented.handle },
    Field("name", .personal(.name)) { $0.name },
    Field("available", .coins) { $0.available },
    Field("expires", .time) { $0.presented.expires },
  ]

  private let code = SecretOption(
    SecretInput("code", "the member's code", label: "Member code", limit: MemberCode.limit))
  @Option("till", .text, placeholder: "NAME", "The name of this till; kept in the audit log") private var till: String?

  func check() throws { _ = try code.source() }

  func run(in context: Context) throws -> Document {
    if let till, let problem = ExactName.problem(with: till, most: 64) {
      throw Failure("members.till-malformed", .usage, "that can't be a till's name: \(problem)")
    }
    let code = try MemberCode(context.face.secret(code.source()))
    let desk = MemberDesk(
      keys: try MemberKeys.open(context), presenter: Presenter(principal: context.principal.name, till: till ?? ""),
      policy: try context.service(Users.policy), sessions: try context.service(ifProvided: Users.sessions),
      clock: context.clock, random: context.random)
    let (profiles, ledger) = (try context.service(Users.profiles), try context.service(Coins.ledger))
    let place = till.map { "till \($0)" } ?? ""
    let result = try context.database.write(Change("members.resolve")) { connection, change in
      let result = try desk.resolve(code, in: connection)
      switch result {
      case .success(let presented):
        change.subject = "\(presented.user) \(presented.handle)" + (place.isEmpty ? "" : " \(place)")
      // Kept, though the command fails.
      case .failure: change = Change("members.miss", subject: place)
      }
      return result
    }
    let presented = try result.get()
    let (name, available) = try context.database.read { connection in
      (
        try profiles.value(.displayName, of: presented.user, in: connection)
          ?? profiles.value(.givenName, of: presented.user, in: connection),
        try ledger.balance(of: .wallet(presented.user), in: connection).available
      )
    }
    var document = Document(
      "member.resolve/1", Self.fields, of: (presented: presented, name: name, available: available))
    document.primary = "\(presented.handle)"
    return document
  }
}
