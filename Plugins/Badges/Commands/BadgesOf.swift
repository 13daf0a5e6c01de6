internal import IdentityContract
internal import QixCalendar
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix badge of`
struct BadgesOf: OldCommand {
  private static let user = OldPositional("user", .text, "usr_… or external id")

  static let declaration = Declaration(
    "of", "Show which badges a user has, and how far they are to others.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      A row of days stands still until the day after the last one is over (and as many more as may be missed); then it \
      begins anew.
      """,
    parameters: [user], examples: [Example("qix badge of shop-4711", "their badges and streaks")])

  private let reference: String

  init(_ arguments: Arguments) throws { reference = try arguments.require(Self.user) }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let (user, rows) = try context.database.read { connection in
      let user = try BadgeNamed.find(reference, context, in: connection)
      let today = try connection.value(of: BadgesModule.timeZone).date(at: now).daysSinceEpoch
      let store = BadgeStore(connection)
      let (awards, progress) = (try store.awards(of: user), try ProgressStore(connection: connection).all(of: user))
      let rows = try store.all().compactMap { number, badge -> [Cell]? in
        let award = awards[number]
        // One that nobody gets any more is of no interest to who doesn't have it.
        guard award != nil || !badge.isRetired && badge.goal != .byHand else { return nil }
        let found = progress[number]
        let count: Int64 =
          if award != nil {
            badge.goal.number
          } else if case .days(_, let missed) = badge.goal {
            found?.row(on: today, missed: missed) ?? 0
          } else {
            found?.count ?? 0
          }
        return [
          .text(badge.name), .text(badge.title), award.map { .timestamp($0.at) } ?? .missing,
          award?.shake.map { .identifier("\($0)") } ?? .missing, .integer(count), .integer(badge.goal.number),
          found.map { .date(CalendarDate(daysSinceEpoch: $0.lastDay)) } ?? .missing,
        ]
      }
      return (user, rows)
    }
    var document = Document("badge.of/1")
    document.primary = rows.filter { $0[2] != .missing }.map { if case .text(let name) = $0[0] { name } else { "" } }
      .joined(separator: "\n")
    document.field("user", "user", .identifier("\(user)"))
    document.table(
      "badges",
      columns: [
        Column("badge", "BADGE"), Column("title", "TITLE"), Column("awarded", "SINCE"), Column("shake", "BY SHAKE"),
        Column("count", "COUNT", alignment: .trailing), Column("goal", "OF", alignment: .trailing),
        Column("last", "LAST DAY"),
      ], rows: rows)
    try context.terminal.emit(document)
    if rows.isEmpty { context.terminal.note("There are no badges that this user has or could get.") }
  }
}
