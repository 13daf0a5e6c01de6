internal import QixShake

/// Taking a text or a questionnaire out of use, as a command asks for it.
struct Removal {
  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments, _ positional: OldPositional<String>) throws {
    name = try arguments.require(positional)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  /// - Parameters:
  ///   - noun: what the commands call it: `text`.
  ///   - setting: by which a campaign names it.
  ///   - remove: takes it out of use, at a moment.
  ///   - fill: shows what it was.
  func run<Removed: Sendable>(
    _ noun: String, setting: String, in context: Context,
    remove: (String, Timestamp, Connection) throws -> Removed, fill: (Removed, inout Document) -> Void
  ) throws {
    let removed = try context.database.write(
      Change("readshake.\(noun)-remove", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      try Content.requireUnused(name, setting: setting, in: connection, context)
      return try remove(name, context.clock.now(), connection)
    }
    var document = Document("read.\(noun)-remove/1")
    fill(removed, &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
