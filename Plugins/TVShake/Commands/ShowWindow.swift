internal import QixShake

/// `qix tv schedule show`
struct ShowWindow: OldCommand {
  static let declaration = Declaration(
    "show", "Show a broadcast.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [ScheduleOptions.window],
    examples: [Example("qix tv schedule show win_01j8zzzzzzzzzzzzzzzzzzzzzz", "when it is on, and where from")])

  private let reference: String

  init(_ arguments: Arguments) throws { reference = try arguments.require(ScheduleOptions.window) }

  func run(in context: Context) throws {
    let (window, hasCode) = try context.database.read { connection in
      let window = try WindowStore(connection).window(reference)
      return (window, try CodeStore(connection).code(of: window.id) != nil)
    }
    var document = Document("tv.schedule.show/1")
    document.primary = "\(window.id)"
    window.describe(in: &document)
    document.field("code", "code", .boolean(hasCode))
    document.field("uid", "uid", .text(window.source.uid))
    document.field("instance", "planned at first for", .timestamp(window.source.instance))
    document.field("sequence", "revision", .integer(window.source.sequence))
    try context.terminal.emit(document)
  }
}
