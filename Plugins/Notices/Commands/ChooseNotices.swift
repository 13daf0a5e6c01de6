internal import IdentityContract
internal import NoticesContract
internal import QixModule

/// `qix notice choose`
struct ChooseNotices: Command {
  static let declaration = Declaration(
    "choose", "Choose how a user gets a kind of notice.", roles: [.operator, .support, .user],
    discussion: """
      The ways are page (shown in the app), phone and email. A message waits for the end of the quiet hours. Customers \
      get messages in the language in which they chose last.
      """,
    examples: [
      Example("qix notice choose voucher-issued --by page,email --user shop-4711", "in the app, and by email"),
      Example("qix notice choose tier-reached --by none --user shop-4711", "not at all"),
    ],
    answer: AnswerShape("notice.choose/1", NoticeChoices.Choice.fields), effect: .changes,
    route: .at("POST /v1/notices/choices/{kind}"), givenByCustomers: ["kind", "by"])

  @Positional("kind", .text, "A kind of `qix notice choices`") private var kind: String
  @Option("by", .text, placeholder: "WAYS", "page, phone and email, separated by commas; or none") private var by:
    String
  @Option("user", .user, placeholder: "USER", "The user: usr_… or external id") private var user: String

  func check() throws {
    guard NoticeWays(by) != nil else {
      throw UsageError("--by has an unknown way", hint: "Give page, phone and email, separated by commas, or none.")
    }
  }

  func run(in context: Context) throws -> Document {
    let (directory, policy) = (try context.service(Users.directory), try context.service(Users.policy))
    let (kind, ways, now) = (try context.noticeKind(kind), NoticeWays(by) ?? .usual, context.clock.now())
    try context.change("notices.choose") { connection, change in
      let user = try directory.required(user, in: connection)
      let choices = Choices(connection)
      // A suspended user may still switch ways off.
      if !ways.isSubset(of: try choices.ways(of: user, kind.name)) { try policy.requireActive(user, in: connection) }
      try choices.choose(ways, kind.name, for: user, at: now)
      if let language = context.face.language { try choices.speak(language, to: user) }
      change.subject = "\(user) \(kind.name) \(by)"
    }
    return Document("notice.choose/1", NoticeChoices.Choice.fields, of: NoticeChoices.Choice(kind: kind, ways: ways))
  }
}
