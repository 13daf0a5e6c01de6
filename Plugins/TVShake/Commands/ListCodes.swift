internal import QixShake

/// `qix tv code list`
struct ListCodes: Command {
  static let declaration = Declaration(
    "list", "List broadcasts with a code, and count wrong codes.", roles: [.operator],
    discussion:
      "Codes are secret until shown on air. --reveal prints them, needs --reason, and is in the audit log.",
    examples: [
      Example("qix tv code list", "current and later broadcasts"),
      Example("qix tv code list --until 2027-03-01 --reveal --reason 'for the studio' --tsv", "with the codes"),
    ],
    answer: AnswerShape("tv.code.list/1", "windows", rows: fields), reveals: [.operator])

  private let span = ScheduleSpan()
  private let page = PageOptions("Broadcasts", after: .text, placeholder: "WINDOW")

  private static let fields: [Field<CodeStore.Entry>] =
    Window.head.of { $0.window } + [
      Field("code", .personal(.text).orNull) { $0.code },
      Field("wrong", .integer, "WRONG ONES") { $0.wrong },
    ]

  func run(in context: Context) throws -> Document {
    let (from, until) = try span.moments(at: context.clock.now())
    let found = try context.database.read { connection in
      let store = WindowStore(connection)
      if let channel = span.channel { try store.requireChannel(channel) }
      return try CodeStore(connection).list(
        channel: span.channel, from: from, until: until, after: try page.after.map(store.window), limit: page.sought)
    }
    var document = Document("tv.code.list/1")
    document.page("windows", Self.fields, found: found, page)
    try document.reveal(in: context, subject: "\(min(found.count, Int(page.limit))) screen codes")
    if found.isEmpty { document.note("No broadcast in that time has a code. Set one with `qix tv code set WINDOW`.") }
    return document
  }
}
