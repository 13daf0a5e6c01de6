internal import QixShake

/// `qix tv schedule remove`
struct RemoveWindow: OldCommand {
  private static let series = OldFlag("series", "All of its series that are not over yet")

  static let declaration = Declaration(
    "remove", "Take a broadcast out of the schedule.", roles: [.operator],
    discussion: """
      Shakes that were won in it stay. An import of a schedule that still has it brings it back; STATUS:CANCELLED or \
      EXDATE in the schedule itself keeps it out.
      """,
    parameters: [ScheduleOptions.window, series],
    examples: [
      Example("qix tv schedule remove win_01j8zzzzzzzzzzzzzzzzzzzzzz --reason 'called off'", "one broadcast"),
      Example("qix tv schedule remove win_01j8zzzzzzzzzzzzzzzzzzzzzz --series --dry-run", "see which go"),
    ], effect: .changes)

  private let reference: String
  private let isSeries: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(ScheduleOptions.window)
    isSeries = arguments[Self.series]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let removed = try context.database.write(Change("tvshake.remove", reason: reason), isDryRun: isDryRun) {
      connection, change in
      let store = WindowStore(connection)
      let window = try store.window(reference)
      change.subject = "\(window.id)"
      var gone = [window]
      if isSeries {
        gone = try store.windows(from: window.source.uid).filter { other in
          other.channel == window.channel && (other.id == window.id || other.end > now)
        }
      }
      // A repeat changes nothing and succeeds: what was wanted is so.
      gone.removeAll { $0.removed != nil }
      for window in gone { try store.remove(window.id, at: now) }
      if !gone.isEmpty { try store.touch() }
      if gone.count > 1 { change.subject += " and \(gone.count - 1) of its series" }
      return gone
    }
    var document = Document("tv.schedule.remove/1")
    if !removed.isEmpty { document.primary = removed.map { "\($0.id)" }.joined(separator: "\n") }
    document.field("removed", "taken out", .integer(Int64(removed.count)))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    document.table("windows", columns: Window.tableColumns, rows: removed.map { $0.cells(hasCode: false) })
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun ? "Nothing was changed." : removed.isEmpty ? "It was taken out before." : "Next: `qix tv schedule list`."
    )
  }
}
