internal import IdentityContract
internal import QixModule

/// `qix notice quiet`
struct SetQuiet: Command {
  static let declaration = Declaration(
    "quiet", "Set the hours in which a user gets no messages.", roles: [.operator, .support, .user],
    discussion: """
      Messages wait until the hours end; the app shows notices at once. The hours are those of the installation's time \
      zone.
      """,
    examples: [
      Example("qix notice quiet 22:00-07:00 --user shop-4711", "hours of a user's own"),
      Example("qix notice quiet default --user shop-4711", "those of the setting notices.quiet-hours again"),
    ],
    answer: AnswerShape("notice.quiet/1", fields), effect: .changes, route: .at("POST /v1/notices/quiet"),
    givenByCustomers: ["hours"])

  private static let fields: [Field<QuietHours?>] = [
    Field("quiet", .text, "quiet hours") { $0.map { "\($0)" } }
  ]

  /// The word for the hours of the installation.
  private static let usual = "default"

  @Positional("hours", .text, "FROM-UNTIL, none, or default") private var hours: String
  @Option("user", .user, placeholder: "USER", "The user: usr_… or external id") private var user: String

  private var quiet: Choices.Quiet? {
    switch hours {
    case Self.usual: .usual
    case QuietHours.none: .never
    default: QuietHours(hours).map { .own($0) }
    }
  }

  func check() throws {
    guard quiet != nil else {
      throw UsageError("the hours must be FROM-UNTIL, none or default", hint: "For example, 22:00-07:00.")
    }
  }

  func run(in context: Context) throws -> Document {
    let (directory, policy) = (try context.service(Users.directory), try context.service(Users.policy))
    let (quiet, now) = (quiet ?? .usual, context.clock.now())
    let shown = try context.change("notices.quiet") { connection, change in
      let user = try directory.required(user, in: connection)
      try policy.requireActive(user, in: connection)
      try Choices(connection).setQuiet(quiet, of: user)
      // Messages that wait for the end of the former hours become due now. The sender checks the new hours.
      try connection.execute(
        """
        UPDATE notices_deliveries SET due_at = \(now) WHERE state = 1 AND tries = 0 AND due_at > \(now)
          AND notice IN (SELECT id FROM notices_notices WHERE user = \(user))
        """)
      change.subject = "\(user) \(hours)"
      return try Choices(connection).hours(of: user)
    }
    return Document("notice.quiet/1", Self.fields, of: shown)
  }
}
