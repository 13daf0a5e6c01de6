internal import QixShake

/// `qix stadium event add`
struct AddEvent: OldCommand {
  private static let start = OldOption("start", .timestamp, "When its first slot begins", isRequired: true)
  private static let length = OldOption("length", .duration, "How long it lasts: 3h", isRequired: true)
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "The one campaign in which it counts; without it, in all")
  private static let slot = OldOption(
    "slot", .duration, "How long a word of the mark is sent: an even number of seconds, 4s to 60s", default: "10s")
  private static let position = OldOption(
    "position", .position, "Where it is, for campaigns that ask how far away a user is")

  static let declaration = Declaration(
    "add", "Add a show whose music is marked.", roles: [.operator],
    discussion: """
      An event gets a number and keys of its own, which follow from a key of the vault: open it. What is embedded for it \
      says when it was played, slot by slot, from --start on; neither can be changed afterwards.
      """,
    parameters: [EventNamed.name, start, length, campaign, slot, position],
    examples: [
      Example(
        "qix stadium event add derby --start 2027-06-12T19:30:00+02:00 --length 4h --campaign cup "
          + "--position 41.3809,2.1228", "a match, with the music before it")
    ], effect: .changes)

  private let name: String
  private let start: Timestamp
  private let length: Int64
  private let campaign: String?
  private let slotSeconds: Int64
  private let position: Position?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(EventNamed.name)
    try EventNamed.check(name, of: "event")
    start = try arguments.require(Self.start)
    length = try arguments.require(Self.length)
    campaign = arguments[Self.campaign]
    slotSeconds = try arguments.require(Self.slot) / 1_000_000
    guard (4...60).contains(slotSeconds), slotSeconds.isMultiple(of: 2) else { throw StadiumShakeError.malformedSlot }
    let slots = length / (slotSeconds * 1_000_000) + 1
    guard slots <= Event.mostSlots else { throw StadiumShakeError.tooLongEvent(slots: slots) }
    position = arguments[Self.position]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    if !isDryRun { try EventKeys.ensure(context) }
    let event = try context.database.write(
      Change("stadiumshake.event-add", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      guard try Event.find(name, in: connection) == nil else { throw StadiumShakeError.nameTaken(name, of: "event") }
      let draft = Event(
        number: 0, name: name, campaign: try campaign.map { try EventNamed.campaign($0, context, in: connection) },
        start: start, end: start.advanced(byMicroseconds: length), slotSeconds: slotSeconds, position: position,
        added: now)
      return try Event.insert(draft, in: connection)
    }
    var document = Document("stadium.event-add/1")
    event.describe(in: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed."
        : "Next: `qix stadium embed --event \(name) --start TIME IN.wav OUT.wav`; docs/stadium.md has the whole way.")
  }
}
