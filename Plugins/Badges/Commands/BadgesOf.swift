internal import IdentityContract
internal import PicturesContract
internal import QixCalendar
internal import QixShake

/// `qix badge of`
struct BadgesOf: Command {
  static let declaration = Declaration(
    "of", "Show a user's badges, and how far they are to others.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      A streak counts until the day after its last day is over, or later if days may be missed. Then it begins \
      again at zero.
      """,
    examples: [Example("qix badge of shop-4711", "their badges and streaks")],
    answer: AnswerShape("badge.of/1", fields))

  @Positional("user", .user, "usr_… or external id") private var reference: String

  private struct Standing {
    let badge: Badge
    let award: (at: Timestamp, shake: ShakeID?)?
    let progress: Progress?
    /// Days since 1970-01-01 of now.
    let today: Int64

    var count: Int64 {
      if award != nil { return badge.goal.number }
      guard case .days(_, let missed) = badge.goal else { return progress?.count ?? 0 }
      return progress?.row(on: today, missed: missed) ?? 0
    }

    static let fields: [Field<Standing>] = [
      Field("badge", .text) { $0.badge.name },
      Field("title", .text) { $0.badge.title },
      Field("picture", .text, shown: { _ in false }) { $0.badge.picture },
      Field("awarded", .time, "SINCE") { $0.award?.at },
      Field("shake", .id, "BY SHAKE") { $0.award?.shake },
      Field("count", .integer) { $0.count },
      Field("goal", .integer, "OF") { $0.badge.goal.number },
      Field("last", .date, "LAST DAY") { ($0.progress?.lastDay).map(CalendarDate.init(daysSinceEpoch:)) },
    ]
  }

  private static let fields: [Field<(user: UserID, standings: [Standing])>] = [
    Field("user", .id) { $0.user },
    Field("badges", rows: Standing.fields) { $0.standings },
  ]

  func run(in context: Context) throws -> Document {
    let pictures = try PictureLinks(context)
    let (user, standings) = try context.database.read { connection in
      let user = try BadgeNamed.find(reference, context, in: connection)
      let today = try connection.value(of: BadgesModule.timeZone).date(at: context.clock.now()).daysSinceEpoch
      let store = BadgeStore(connection)
      let (awards, progress) = (try store.awards(of: user), try ProgressStore(connection: connection).all(of: user))
      let standings = try store.all().map { number, badge in
        Standing(
          badge: try badge.shown(in: context.face.speaking(), with: pictures, in: connection), award: awards[number],
          progress: progress[number], today: today)
      }
      return (user, try standings.filter { try $0.award != nil || $0.badge.isOpen(in: context, connection) })
    }
    var document = Document("badge.of/1", Self.fields, of: (user: user, standings: standings))
    document.primary = standings.filter { $0.award != nil }.map(\.badge.name).joined(separator: "\n")
    if standings.isEmpty { document.note("There are no badges that this user has or could get.") }
    return document
  }
}
