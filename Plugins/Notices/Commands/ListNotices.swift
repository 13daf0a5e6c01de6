internal import IdentityContract
internal import NoticesContract
internal import QixCalendar
internal import QixModule

/// `qix notice list`
struct ListNotices: Command {
  static let declaration = Declaration(
    "list", "List notices, the newest first, and what became of their messages.",
    roles: [.operator, .support, .user],
    discussion: """
      Customers see their own, as far as they chose to see the kind in the app. A text is empty once what it tells of \
      is over: coins that were spent, a voucher that is gone. --given-up lists the messages that no sender took, with \
      the reason.
      """,
    examples: [
      Example("qix notice list --user shop-4711", "the notices of one user"),
      Example("qix notice list --given-up", "messages that could not be sent"),
    ],
    answer: AnswerShape("notice.list/1", "notices", rows: fields),
    follows: ["notice.made", "notice.read", "user.merged", "user.erased"],
    givenByCustomers: ["unread", "limit", "before"])

  private struct Told {
    let notice: Notice
    let title: Sentence?
    let text: Sentence?
    let deliveries: [Delivery]
    let isForStaff: Bool

    func state(_ way: NoticeWays) -> String? { deliveries.first { $0.way == way }?.state.name }
  }

  private static let fields: [Field<Told>] = [
    Field("notice", .id) { $0.notice.id },
    Field("kind", .text) { $0.notice.kind },
    Field("title", .text) { $0.title }.aside,
    Field("text", .text) { $0.text },
    Field("at", .time) { $0.notice.id.created },
    Field("read", .time) { $0.notice.read },
    Field("user", .id) { $0.isForStaff ? $0.notice.user : nil },
    Field("phone", .text) { $0.isForStaff ? $0.state(.phone) : nil },
    Field("email", .text) { $0.isForStaff ? $0.state(.email) : nil },
    Field("problem", .text) { $0.isForStaff ? $0.deliveries.compactMap(\.fault).first : nil },
  ]

  @Option("user", .user, placeholder: "USER", "Only this user's notices: usr_… or external id")
  private var user: String?
  @Flag("unread", "Only notices that were not read in the app") private var isUnread: Bool
  @Flag("given-up", "Only notices with a message that could not be sent") private var isGivenUp: Bool
  private let page = PageOptions("Notices", before: .identifier(NoticeID.self), placeholder: "NOTICE")

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let (kinds, zone) = (context.noticeKinds, try context.installationZone() ?? .utc)
    let isForStaff = !context.principal.isCustomer
    let found = try context.database.read { connection in
      let user = try user.map { try directory.required($0, in: connection) }
      let reading = NoticeReading(connection, at: context.clock.now(), zone, context.face.language)
      return try notices(of: user, isForStaff: isForStaff, in: connection).map { notice in
        let kind = kinds.first { $0.name == notice.kind }
        return Told(
          notice: notice, title: kind?.title, text: try kind?.words(notice.matter, reading),
          deliveries: isForStaff ? try Delivery.all(of: notice.id, in: connection) : [], isForStaff: isForStaff)
      }
    }
    var document = Document("notice.list/1")
    document.page("notices", Self.fields, found: found, page, none: "There are no such notices.")
    return document
  }

  private func notices(of user: UserID?, isForStaff: Bool, in connection: Connection) throws -> [Notice] {
    // With one condition for both, SQLite reads the whole table for a user.
    let ofUser = user == nil ? "TRUE OR n.user =" : "n.user ="
    let onPage = isForStaff ? "" : "AND n.on_page = 1"
    let unread = isUnread ? "AND n.on_page = 1 AND n.read_at IS NULL" : ""
    let givenUp =
      isGivenUp
      ? "AND EXISTS (SELECT 1 FROM notices_deliveries AS d WHERE d.notice = n.id AND d.state = 4)" : ""
    return try connection.fetchAll(
      """
      SELECT \(sql: Notice.columns) FROM notices_notices AS n
      WHERE (\(sql: ofUser) \(user)) AND (\(page.after) IS NULL OR n.id < \(page.after))
        \(sql: onPage) \(sql: unread) \(sql: givenUp)
      ORDER BY n.id DESC LIMIT \(page.sought)
      """, Notice.init)
  }
}
