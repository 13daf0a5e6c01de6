internal import QixShake

/// `qix tv schedule show`
struct ShowWindow: Command {
  static let declaration = Declaration(
    "show", "Show a broadcast.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example(
        "win=$(qix tv schedule list --quiet | head -n 1) && qix tv schedule show \"$win\"",
        "its time and source")
    ],
    answer: AnswerShape("tv.schedule.show/1", fields))

  private static let fields: [Field<(window: Window, hasCode: Bool)>] =
    Window.facts.of { $0.window } + [
      Field("code", .boolean) { $0.hasCode },
      Field("uid", .text) { $0.window.source.uid },
      Field("instance", .time, "first planned for") { $0.window.source.instance },
      Field("sequence", .integer, "revision") { $0.window.source.sequence },
    ]

  @Positional("window", .named(WindowID.self), "win_…") private var reference: String

  func run(in context: Context) throws -> Document {
    let (window, hasCode) = try context.database.read { connection in
      let window = try WindowStore(connection).window(reference)
      return (window, try CodeStore(connection).code(of: window.id) != nil)
    }
    var document = Document("tv.schedule.show/1", Self.fields, of: (window: window, hasCode: hasCode))
    document.primary = "\(window.id)"
    return document
  }
}
