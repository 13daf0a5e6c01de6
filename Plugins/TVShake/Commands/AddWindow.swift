internal import QixCalendar
internal import QixShake

/// `qix tv schedule add`
struct AddWindow: OldCommand {
  private static let channel = OldOption("channel", .channel, "On which channel", isRequired: true)
  private static let programme = OldOption("programme", .programme, "What is on", isRequired: true)
  private static let start = OldOption(
    "start", .wallTime, "When it begins, on the wall there: 2027-03-01T20:30", isRequired: true)
  private static let length = OldOption("length", .duration, "How long it lasts: 45m", isRequired: true)
  private static let zone = OldOption("zone", .zone, "The time zone of the clock on that wall", isRequired: true)
  private static let rule = OldOption("repeat", .rule, "How it repeats, as RFC 5545 writes it: FREQ=WEEKLY;BYDAY=MO")
  private static let until = OldOption(
    "until", .timestamp, placeholder: "TIME", "It repeats before this moment; needed where the rule has no end")

  static let declaration = Declaration(
    "add", "Add a broadcast, or a series of them.", roles: [.operator],
    discussion: """
      A repeated series keeps its time on the wall when clocks change. The channel, the start and the zone name it: \
      adding it again with another programme, length or rule changes the series, and takes out what it has no more.
      """,
    parameters: [channel, programme, start, length, zone, rule, until],
    examples: [
      Example(
        "qix tv schedule add --channel 'Rai 1' --programme News --start 2027-03-01T20:30 --length 30m "
          + "--zone Europe/Rome", "one broadcast"),
      Example(
        "qix tv schedule add --channel 'Rai 1' --programme Quiz --start 2027-03-01T18:45 --length 1h "
          + "--zone Europe/Rome --repeat 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' --until 2027-07-01", "on workdays"),
    ], effect: .changes)

  private let channel: String
  private let programme: String
  private let start: Timestamp
  private let length: Int64
  private let zone: TimeZone
  private let rule: RecurrenceRule?
  private let until: Timestamp?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    channel = try arguments.require(Self.channel)
    if let problem = Broadcast.problem(withChannel: channel) {
      throw TVShakeError.malformedName("channel's name", problem: problem)
    }
    programme = try arguments.require(Self.programme)
    start = try arguments.require(Self.start)
    length = try arguments.require(Self.length)
    zone = try arguments.require(Self.zone)
    rule = arguments[Self.rule]
    until = arguments[Self.until]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    guard length <= CalendarEvent.longestDays * Timestamp.day else {
      throw UsageError("--length: a broadcast lasts \(CalendarEvent.longestDays) days at the most")
    }
    guard start < ScheduleOptions.farthest else {
      throw UsageError("--start: no schedule reaches beyond the year \(RecurrenceRule.lastYear)")
    }
    if rule == nil, until != nil {
      throw UsageError("--until goes with --repeat", hint: "One broadcast ends by its --length.")
    }
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let broadcasts = try broadcasts(in: context)
    let uid = uid
    let plan = SchedulePlan(
      broadcasts: broadcasts, sequences: [uid: 0], from: Timestamp(microseconds: 0), until: ScheduleOptions.farthest,
      channel: channel, isWhole: false)
    let outcome = try context.database.write(
      Change("tvshake.add", subject: channel, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      var ids = IdentifierGenerator(random: context.random)
      return try plan.apply(in: connection, ids: &ids, at: now)
    }
    var document = Document("tv.schedule.add/1")
    document.field("broadcasts", "broadcasts", .integer(Int64(broadcasts.count)))
    outcome.describe(in: &document, isDryRun: isDryRun)
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Next: name the channel in a campaign; docs/tv.md shows how.")
  }

  /// The series: what is added again by the same words is the same.
  private var uid: String { "add:\(channel):\(start)@\(zone.identifier)" }

  private func broadcasts(in context: Context) throws -> [Broadcast] {
    let first = zone.moment(wall: start)
    let walls = try rule?.occurrences(startingAt: start, in: zone, from: first, until: until) ?? [start]
    if let rule, try rule.gives([start], startingAt: start, in: zone).isEmpty {
      context.terminal.warn("--start is none of the rule's own times, so nothing is on then.")
    }
    let source = { (moment: Timestamp) in Window.Source(uid: self.uid, instance: moment, sequence: 0) }
    var seen: Set<Timestamp> = []
    return walls.map { zone.moment(wall: $0) }.filter { seen.insert($0).inserted }.map { moment in
      Broadcast(
        channel: channel, programme: programme, start: moment, end: moment.advanced(byMicroseconds: length),
        zone: zone.identifier, source: source(moment))
    }
  }
}
