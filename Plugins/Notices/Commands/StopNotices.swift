internal import IdentityContract
internal import NoticesContract
internal import QixModule

/// `qix notice stop`
struct StopNotices: OneTapCommand {
  static let declaration = Declaration(
    "stop", "Stop a kind of notice by the key in an email, as one tap does.",
    roles: [.operator, .support, .user, .guest],
    discussion: """
      The key is the end of the link in the email's last line. It stops that kind by email, and nothing else: the app \
      still shows it. Stopping again changes nothing. Mail programs do the same by the List-Unsubscribe fields of RFC \
      8058. A key needs no session, and is good for 400 days.
      """,
    examples: [Example("qix notice stop hQ7mWn2x0aZp4cUe9sVb1kLd", "the kind of that email")],
    answer: AnswerShape("notice.stop/1", fields), effect: .changes, needsNoRight: true,
    route: .at("POST /v1/notices/stop/{token}"), givenByCustomers: ["token", "all"])

  private struct Stopped {
    /// Nil for all.
    let kind: String?
    let title: Sentence?
    let way: NoticeWays
  }

  private static let fields: [Field<Stopped>] = [
    Field("kind", .text) { $0.kind },
    Field("title", .text) { $0.title },
    Field("way", .text) { $0.way.name },
  ]

  @Positional("token", .text, "The key in the email") private var token: String
  @Flag("all", "Stop all kinds by this way") private var isAll: Bool

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let (kinds, now) = (context.noticeKinds, context.clock.now())
    // A wrong key waits for no writer.
    _ = try context.database.read { try StopKey.require(token, in: $0) }
    let stopped = try context.change("notices.stop") { connection, change in
      let found = try StopKey.require(token, in: connection)
      let user = try directory.heir(of: found.user, in: connection) ?? found.user
      let choices = Choices(connection)
      for kind in isAll ? kinds.map(\.name) : [found.kind] {
        let ways = try choices.ways(of: user, kind)
        if ways.contains(found.way) { try choices.choose(ways.subtracting(found.way), kind, for: user, at: now) }
      }
      change.subject = "\(user) \(isAll ? "every kind" : found.kind) \(found.way.name)"
      return Stopped(
        kind: isAll ? nil : found.kind, title: isAll ? nil : kinds.first { $0.name == found.kind }?.title,
        way: found.way)
    }
    return Document("notice.stop/1", Self.fields, of: stopped)
  }
}
