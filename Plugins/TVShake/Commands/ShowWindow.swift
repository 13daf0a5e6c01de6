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
    answer: """
      tv.schedule.show/1: window id, channel text, programme text, starts time, ends time, local text, zone text,
      removed time?, code boolean, uid text, instance time, sequence integer
      """)

  @Positional("window", .named(WindowID.self), "win_…") private var reference: String

  func run(in context: Context) throws -> Document {
    let (window, hasCode) = try context.database.read { connection in
      let window = try WindowStore(connection).window(reference)
      return (window, try CodeStore(connection).code(of: window.id) != nil)
    }
    var document = Document("tv.schedule.show/1")
    document.primary = "\(window.id)"
    document.fields(Window.facts, of: window)
    document.field("code", .boolean(hasCode))
    document.field("uid", .text(window.source.uid))
    document.field("instance", "first planned for", .timestamp(window.source.instance))
    document.field("sequence", "revision", .integer(window.source.sequence))
    return document
  }
}
