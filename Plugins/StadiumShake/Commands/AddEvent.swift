internal import CampaignsContract
internal import QixShake

/// `qix stadium event add`
struct AddEvent: Command {
  static let declaration = Declaration(
    "add", "Add a show whose music carries a watermark.", roles: [.operator],
    discussion: """
      Each event gets its own number and keys, made from a key in the vault, so unlock the vault first. The watermark \
      says when it was played, slot by slot from --start on. --start and --slot cannot be changed later.
      """,
    examples: [
      Example(
        "qix stadium event add final --start 2027-06-26T19:30:00+02:00 --length 4h --campaign cup "
          + "--position 41.3809,2.1228", "a match, with the music before it")
    ],
    answer: AnswerShape("stadium.event-add/1", Event.allFields), effect: .changes)

  private let subject = EventNamed()
  @Option("start", .start, "When its first slot begins") private var start: Timestamp
  @Option("length", .duration, "How long it lasts: 3h") private var length: Int64
  @Option("campaign", .text, placeholder: "CAMPAIGN", "The only campaign in which it counts (default: all)")
  private var campaign: String?
  @Option(
    "slot", .duration,
    """
    How long each word of the watermark lasts: an even number of seconds, 4s to 60s
    """, default: "10s")
  private var slot: Int64
  @Option("position", .position, "The event's position, for campaigns that check the user's distance")
  private var position: Position?
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    try EventNamed.check(subject.name, of: "event")
    let seconds = slot / 1_000_000
    guard (4...60).contains(seconds), seconds.isMultiple(of: 2) else {
      throw Failure("stadiumshake.slot-malformed", .usage, "a slot lasts an even number of seconds from 4 to 60")
    }
    let slots = length / (seconds * 1_000_000) + 1
    guard slots <= Event.mostSlots else {
      throw Failure(
        "stadiumshake.event-too-long", .usage, "the event has \(slots) slots, and \(Event.mostSlots) is the most",
        hint: "Give a longer --slot, or add an event for each day.")
    }
  }

  func run(in context: Context) throws -> Document {
    try unlessThere.answer(existing: {
      try context.database.read { try Event.find(subject.name, in: $0) }?.document("stadium.event-add/1")
    }) {
      try add(in: context)
    }
  }

  private func add(in context: Context) throws -> Document {
    let (name, now) = (subject.name, context.clock.now())
    let campaigns = try context.service(Campaigns.directory)
    if !context.isDryRun { try EventKeys.ensure(context) }
    let event = try context.change("stadiumshake.event-add", subject: name) { connection, _ in
      guard try Event.find(name, in: connection) == nil else { throw StadiumShakeError.nameTaken(name, of: "event") }
      let draft = Event(
        number: 0, name: name,
        campaign: try campaign.map { try campaigns.required($0, by: StadiumShakeModule.id, in: connection).id },
        start: start, end: start.advanced(byMicroseconds: length), slotSeconds: slot / 1_000_000, position: position,
        added: now)
      return try Event.insert(draft, in: connection)
    }
    var document = event.document("stadium.event-add/1")
    if event.end <= now {
      document.warn("The event is already over, so its recordings don't count. Is the year right?")
    }
    document.next("`qix stadium embed --event \(name) --start TIME IN.wav OUT.wav`; docs/stadium.md has all the steps")
    return document
  }
}
