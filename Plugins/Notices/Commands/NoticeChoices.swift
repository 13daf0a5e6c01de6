internal import IdentityContract
internal import NoticesContract
internal import QixCalendar
internal import QixModule

/// `qix notice choices`
struct NoticeChoices: Command {
  static let declaration = Declaration(
    "choices", "Show the kinds of notices, how a user gets them, and the quiet hours.",
    roles: [.operator, .support, .user],
    discussion: """
      Until a user chooses, notices are shown in the app and no message goes out. A message is sent only to a verified \
      number or address.
      """,
    examples: [
      Example("qix notice choices", "the kinds, and what holds until a user chooses"),
      Example("qix notice choices --user shop-4711", "what one user chose"),
    ],
    answer: AnswerShape("notice.choices/1", fields))

  struct Choice: Sendable {
    let kind: NoticeKind
    let ways: NoticeWays

    static let fields: [Field<Choice>] = [
      Field("kind", .text) { $0.kind.name },
      Field("title", .text) { $0.kind.title },
      Field("page", .boolean) { $0.ways.contains(.page) },
      Field("phone", .boolean) { $0.ways.contains(.phone) },
      Field("email", .boolean) { $0.ways.contains(.email) },
    ]
  }

  private struct Shown {
    let choices: [Choice]
    let quiet: QuietHours?
    let isOwn: Bool
    let zone: String
  }

  private static let fields: [Field<Shown>] = [
    Field("quiet", .text, "quiet hours") { $0.quiet.map { "\($0)" } },
    Field("quiet_own", .boolean, "set by the user") { $0.isOwn },
    Field("zone", .text) { $0.zone },
    Field("choices", rows: Choice.fields, none: "no kinds of notices") { $0.choices },
  ]

  @Option("user", .user, placeholder: "USER", "The user: usr_… or external id") private var user: String?

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let zone = try context.installationZone() ?? .utc
    let shown = try context.database.read { connection in
      let choices = Choices(connection)
      guard let name = user else {
        return Shown(
          choices: context.noticeKinds.map { Choice(kind: $0, ways: .usual) },
          quiet: try connection.value(of: NoticesModule.quietHours), isOwn: false, zone: zone.identifier)
      }
      let user = try directory.required(name, in: connection)
      return Shown(
        choices: try context.noticeKinds.map { Choice(kind: $0, ways: try choices.ways(of: user, $0.name)) },
        quiet: try choices.hours(of: user), isOwn: try choices.quiet(of: user) != .usual, zone: zone.identifier)
    }
    return Document("notice.choices/1", Self.fields, of: shown)
  }
}
