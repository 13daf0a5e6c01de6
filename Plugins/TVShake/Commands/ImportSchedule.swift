internal import QixCalendar
internal import QixShake

/// `qix tv schedule import`
struct ImportSchedule: Command {
  static let declaration = Declaration(
    "import", "Import broadcasts from an iCalendar file.", roles: [.operator],
    discussion: """
      Each event is a broadcast. SUMMARY is the programme. The channel is X-QIX-CHANNEL, else LOCATION, else the first \
      of CATEGORIES. RRULE, RDATE, EXDATE, RECURRENCE-ID, SEQUENCE and STATUS:CANCELLED work. Time zones come from the \
      IANA database, from Windows names as in Outlook, or from the file's VTIMEZONE.

      The same file again changes nothing. A later file updates events with the same UID, and removes broadcasts that \
      those events no longer have. qix lists every changed or removed broadcast. Past broadcasts stay as they were. A \
      file with faults changes nothing; qix lists the first fault of each event with its line.
      """,
    examples: [
      Example("qix tv schedule import data/examples/schedule.ics --dry-run", "see what would change"),
      Example("qix tv schedule import rai1.ics --channel 'Rai 1' --replace", "the whole schedule of a channel"),
      Example("curl -sf https://tv.example.com/s.ics | qix tv schedule import - --zone Europe/Rome", "from a pipe"),
    ],
    answer: AnswerShape("tv.schedule.import/1", fields), effect: .changes)

  private static let fields: [Field<(events: Int, broadcasts: Int, outcome: SchedulePlan.Outcome)>] =
    [
      Field("events", .count) { $0.events },
      Field("broadcasts", .count) { $0.broadcasts },
    ] + SchedulePlan.Outcome.fields.of { $0.outcome }

  @Positional("file", .file, "An iCalendar file") private var file: String
  @Option("channel", .channel, "The channel of all events, instead of the file's") private var channel: String?
  private let span = SpanOptions("Broadcasts that are on", isAhead: true, formerly: (["from"], []))
  @Option("zone", .zone, "The time zone of times without one") private var zone: TimeZone?
  @Flag("replace", "The file is the whole schedule of its channels: remove other broadcasts in that span") private
    var isWhole: Bool

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let (from, end) = try ScheduleSpan.moments(span.since ?? now, span.until)
    let bytes = try context.face.keptInput(from: file).readToEnd(limit: CalendarFile.mostBytes)
    // What is wrong is gathered from one event to the next and from one look to the next, so that a file is mended once.
    var faults: [CalendarFault] = []
    let calendar = try CalendarFile(
      bytes, name: context.face.name(ofInput: file), zone: zone, faults: &faults)
    let expansion = calendar.occurrences(from: from, until: span.until.map { min($0, end) }, faults: &faults)
    let broadcasts = broadcasts(of: expansion, &faults)
    guard faults.isEmpty else { throw CalendarFaults(calendar.name, faults) }
    let plan = SchedulePlan(
      broadcasts: broadcasts, sequences: expansion.sequences, from: from, until: end,
      channel: channel, isWhole: isWhole)
    let outcome = try context.change("tvshake.import") { connection, change in
      var ids = IdentifierGenerator(random: context.random)
      let outcome = try plan.apply(in: connection, ids: &ids, at: now)
      change.subject =
        "\(outcome.added.count) added, \(outcome.changed.count) changed, \(outcome.restored.count) restored, "
        + "\(outcome.removed.count) removed"
      return outcome
    }
    var document = Document(
      "tv.schedule.import/1", Self.fields,
      of: (events: calendar.events.count, broadcasts: plan.broadcasts.count, outcome: outcome))
    document.primary = outcome.primary
    for note in expansion.notes {
      document.warn("\(calendar.name), line \(note.line): \(note.sentence). \(note.hint ?? "")")
    }
    if plan.broadcasts.isEmpty {
      document.warn("The file has no broadcast from \(from)\(span.until.map { " until \($0)" } ?? "") on.")
    }
    document.next("`qix tv schedule list`")
    return document
  }

  private func broadcasts(of expansion: CalendarExpansion, _ faults: inout [CalendarFault]) -> [Broadcast] {
    var broadcasts: [Broadcast] = []
    // Each event's fault once, not at each of its occurrences.
    var faulty: Set<Int> = []
    for occurrence in expansion.occurrences {
      do {
        broadcasts.append(try occurrence.broadcast(on: channel))
      } catch {
        if faulty.insert(error.line).inserted { faults.append(error) }
      }
    }
    return broadcasts
  }
}
