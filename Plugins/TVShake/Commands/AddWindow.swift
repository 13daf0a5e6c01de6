internal import QixCalendar
internal import QixShake

/// `qix tv schedule add`
struct AddWindow: Command {
  static let declaration = Declaration(
    "add", "Add a broadcast, or a series of broadcasts.", roles: [.operator],
    discussion: """
      A series keeps its local time when clocks change. Channel, start and zone identify it. To change its programme, \
      length or rule, add it again; broadcasts that no longer fit are removed.
      """,
    examples: [
      Example(
        "qix tv schedule add --channel 'Rai 1' --programme News --start 2027-03-01T20:30 --length 30m "
          + "--zone Europe/Rome", "one broadcast"),
      Example(
        "qix tv schedule add --channel 'Rai 1' --programme Quiz --start 2027-03-01T18:45 --length 1h "
          + "--zone Europe/Rome --repeat 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' --until 2027-07-01", "on workdays"),
    ],
    answer: AnswerShape("tv.schedule.add/1", fields), effect: .changes)

  private static let fields: [Field<(broadcasts: Int, outcome: SchedulePlan.Outcome)>] =
    [Field("broadcasts", .count) { $0.broadcasts }] + SchedulePlan.Outcome.fields.of { $0.outcome }

  @Option("channel", .channel, "On which channel") private var channel: String
  @Option("programme", .programme, "What is on") private var programme: String
  @Option("start", .wallTime, "When it begins, in local time: 2027-03-01T20:30") private var start: Timestamp
  @Option("length", .duration, "How long it lasts: 45m") private var length: Int64
  @Option("zone", .zone, "The time zone of --start") private var zone: TimeZone
  @Option("repeat", .rule, "How it repeats, as RFC 5545 writes it: FREQ=WEEKLY;BYDAY=MO") private var rule:
    RecurrenceRule?
  @Option(
    "until", .end, "Last day, or exact end, of the series; required if the rule has no end")
  private var until: Timestamp?

  func check() throws {
    if let problem = Broadcast.problem(withChannel: channel) {
      throw Failure("tvshake.name", .usage, "the channel's name can't be kept: \(problem)")
    }
    guard length <= CalendarEvent.longestDays * Timestamp.day else {
      throw UsageError("--length: a broadcast lasts at most \(CalendarEvent.longestDays) days")
    }
    guard start < ScheduleSpan.farthest else {
      throw UsageError("--start: the schedule ends with the year \(RecurrenceRule.lastYear)")
    }
    if rule == nil, until != nil {
      throw UsageError("--until needs --repeat", hint: "The end of one broadcast follows from --length.")
    }
  }

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let broadcasts = try broadcasts()
    let uid = uid
    let plan = SchedulePlan(
      broadcasts: broadcasts, sequences: [uid: 0], from: Timestamp(microseconds: 0), until: ScheduleSpan.farthest,
      channel: channel, isWhole: false)
    let outcome = try context.change("tvshake.add", subject: channel) { connection, _ in
      var ids = IdentifierGenerator(random: context.random)
      return try plan.apply(in: connection, ids: &ids, at: now)
    }
    var document = Document(
      "tv.schedule.add/1", Self.fields, of: (broadcasts: broadcasts.count, outcome: outcome))
    document.primary = outcome.primary
    if let rule, try rule.gives([start], startingAt: start, in: zone).isEmpty {
      document.warn("--start doesn't match the rule, so nothing is on at that time.")
    }
    document.next("name the channel in a campaign; see docs/tv.md")
    return document
  }

  /// The series: what is added again by the same words is the same.
  private var uid: String { "add:\(channel):\(start)@\(zone.identifier)" }

  private func broadcasts() throws -> [Broadcast] {
    let first = zone.moment(wall: start)
    let walls = try rule?.occurrences(startingAt: start, in: zone, from: first, until: until) ?? [start]
    let source = { (moment: Timestamp) in Window.Source(uid: self.uid, instance: moment, sequence: 0) }
    var seen: Set<Timestamp> = []
    return walls.map { zone.moment(wall: $0) }.filter { seen.insert($0).inserted }.map { moment in
      Broadcast(
        channel: channel, programme: programme, start: moment, end: moment.advanced(byMicroseconds: length),
        zone: zone.identifier, source: source(moment))
    }
  }
}
