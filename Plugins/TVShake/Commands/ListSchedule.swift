internal import QixShake

/// `qix tv schedule list`
struct ListSchedule: OldCommand {
  private static let from = OldOption(
    "from", .timestamp, placeholder: "TIME", "What is on at this moment or later; now, where it isn't given")
  private static let all = OldFlag("all", "What was taken out, too")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Broadcasts at most", default: "50")

  static let declaration = Declaration(
    "list", "List broadcasts, by their beginning.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [ScheduleOptions.channel, from, ScheduleOptions.until, all, limit, ScheduleOptions.after],
    examples: [
      Example("qix tv schedule list --limit 10", "what is on, and the next"),
      Example("qix tv schedule list --channel 'Rai 1' --from 2027-03-01 --until 2027-03-02 --tsv", "a day's"),
    ])

  private let channel: String?
  private let from: Timestamp?
  private let until: Timestamp?
  private let showsAll: Bool
  private let limit: Int64
  private let after: String?

  init(_ arguments: Arguments) throws {
    channel = arguments[ScheduleOptions.channel]
    from = arguments[Self.from]
    until = arguments[ScheduleOptions.until]
    showsAll = arguments[Self.all]
    limit = try arguments.require(Self.limit)
    after = arguments[ScheduleOptions.after]
  }

  func run(in context: Context) throws {
    let (from, until) = try ScheduleOptions.span(from ?? context.clock.now(), until)
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      let store = WindowStore(connection)
      if let channel { try store.requireChannel(channel) }
      return try store.list(
        channel: channel, from: from, until: until, withRemoved: showsAll, after: try after.map(store.window),
        limit: limit + 1)
    }
    let shown = found.prefix(Int(limit))
    var document = Document("tv.schedule.list/1")
    let next = found.count > shown.count ? shown.last?.window.id : nil
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map { "\($0.window.id)" }.joined(separator: "\n") }
    document.table("windows", columns: Window.tableColumns, rows: shown.map { $0.window.cells(hasCode: $0.hasCode) })
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("the same with --after \(next)")
    } else if shown.isEmpty {
      context.terminal.note("Nothing is on in that time; `qix tv schedule import FILE` brings a schedule.")
    }
  }
}
