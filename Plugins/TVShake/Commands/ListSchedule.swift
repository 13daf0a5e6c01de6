internal import QixShake

/// `qix tv schedule list`
struct ListSchedule: Command {
  static let declaration = Declaration(
    "list", "List broadcasts by start time.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix tv schedule list --limit 10", "current and next broadcasts"),
      Example("qix tv schedule list --channel 'Rai 1' --since 2027-03-01 --until 2027-03-01 --tsv", "a day's"),
    ],
    answer: AnswerShape("tv.schedule.list/1", "windows", rows: Window.fields))

  private let span = ScheduleSpan()
  @Flag("all", "Show removed broadcasts too") private var showsAll: Bool
  private let page = PageOptions("Broadcasts", after: .text, placeholder: "WINDOW")

  func run(in context: Context) throws -> Document {
    let (from, until) = try span.moments(at: context.clock.now())
    let found = try context.database.read { connection in
      let store = WindowStore(connection)
      if let channel = span.channel { try store.requireChannel(channel) }
      return try store.list(
        channel: span.channel, from: from, until: until, withRemoved: showsAll, after: try page.after.map(store.window),
        limit: page.sought)
    }
    var document = Document("tv.schedule.list/1")
    document.page("windows", Window.fields, found: found, page)
    if found.isEmpty {
      document.note(
        """
        Nothing is on in that time. Import a schedule with `qix tv schedule import FILE`.
        """)
    }
    return document
  }
}
