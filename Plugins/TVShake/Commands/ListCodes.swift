internal import QixShake

/// `qix tv code list`
struct ListCodes: OldCommand {
  private static let from = OldOption(
    "from", .timestamp, placeholder: "TIME", "What is on at this moment or later; now, where it isn't given")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Broadcasts at most", default: "50")

  static let declaration = Declaration(
    "list", "List broadcasts that have a code, and how often a wrong one was given.", roles: [.operator],
    discussion:
      "Until they are shown codes are secrets: --reveal prints them, needs --reason, and is in the audit log.",
    parameters: [ScheduleOptions.channel, from, ScheduleOptions.until, limit, ScheduleOptions.after],
    examples: [
      Example("qix tv code list", "those of now and later"),
      Example("qix tv code list --until 2027-03-02 --reveal --reason 'for the studio' --tsv", "with the codes"),
    ], reveals: [.operator])

  private let channel: String?
  private let from: Timestamp?
  private let until: Timestamp?
  private let limit: Int64
  private let after: String?
  private let reveal: Reveal?

  init(_ arguments: Arguments) throws {
    channel = arguments[ScheduleOptions.channel]
    from = arguments[Self.from]
    until = arguments[ScheduleOptions.until]
    limit = try arguments.require(Self.limit)
    after = arguments[ScheduleOptions.after]
    reveal = arguments.reveal
  }

  func run(in context: Context) throws {
    let (from, until) = try ScheduleOptions.span(from ?? context.clock.now(), until)
    let found = try context.database.read { connection in
      let store = WindowStore(connection)
      if let channel { try store.requireChannel(channel) }
      return try CodeStore(connection).list(
        channel: channel, from: from, until: until, after: try after.map(store.window), limit: limit + 1)
    }
    let shown = found.prefix(Int(limit))
    var document = Document("tv.code.list/1")
    let next = found.count > shown.count ? shown.last?.window.id : nil
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map { "\($0.window.id)" }.joined(separator: "\n") }
    document.table(
      "windows",
      columns: [
        Column("window", "WINDOW"), Column("channel", "CHANNEL"), Column("programme", "PROGRAMME"),
        Column("starts", "STARTS"), Column("code", "CODE"), Column("wrong", "WRONG ONES", alignment: .trailing),
      ],
      rows: shown.map { window, code, wrong in
        [
          .identifier("\(window.id)"), .text(window.channel), .text(window.programme), .timestamp(window.start),
          .personal(code, .text), .integer(wrong),
        ]
      })
    let terminal = try context.terminal(revealing: reveal, subject: "\(shown.count) screen codes")
    try terminal.emit(document)
    if let next {
      terminal.noteMore("the same with --after \(next)")
    } else if shown.isEmpty {
      terminal.note("No broadcast of that time has a code; `qix tv code set WINDOW` gives it one.")
    }
  }
}
